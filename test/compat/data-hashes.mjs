import { createHash } from 'node:crypto'

/** Headers that come from Node's server. */
const foreign = new Set(['connection', 'date', 'keep-alive'])

/** @typedef {{ readonly data: string, readonly served: string, readonly answers: number }} DataHashes */

/** @param {string} text */
function hash(text) {
  return createHash('sha256').update(text).digest('hex')
}

/**
 * Two hashes of the default data: of its export, and of the server's responses for each page of roles and each
 * volunteer record. Plain JavaScript, so that every version of Node in the matrix can run it.
 *
 * @param {Pick<typeof import('../../src/index.js'), 'createMock'>} main The entry `conmock`.
 * @param {Pick<typeof import('../../src/server.js'), 'startServer'>} server The entry `conmock/server`.
 * @returns {Promise<DataHashes>}
 */
export async function dataHashes({ createMock }, { startServer }) {
  const mock = createMock()
  const server = await startServer({ mock, port: 0 })
  /** @type {string[]} */
  const answers = []

  /** @param {string} path */
  async function ask(path) {
    const response = await fetch(server.url + path, { headers: { authorization: 'Bearer mock-all-scopes' } })
    const headers = Array.from(response.headers).filter(([name]) => !foreign.has(name))
    const body = Buffer.from(await response.arrayBuffer())
    answers.push(JSON.stringify([path, response.status, headers, body.toString('hex')]))
    return body.toString()
  }

  for (let query = ''; ;) {
    const { nextPage } = JSON.parse(await ask(`/api/v0/roles${query}`))
    if (nextPage === null) break
    query = `?nextPage=${encodeURIComponent(nextPage)}`
  }
  for (const { user } of mock.volunteers.findMany()) await ask(`/api/v0/users/${user.id}/volunteer`)
  await server.close()
  return {
    data: hash(JSON.stringify(mock.export())),
    served: hash(answers.join('\n')),
    answers: answers.length,
  }
}
