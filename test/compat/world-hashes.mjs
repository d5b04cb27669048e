import { createHash } from 'node:crypto'

/** Headers that Node's server writes, and not conmock. */
const foreign = new Set(['connection', 'date', 'keep-alive'])

/** @typedef {{ readonly world: string, readonly served: string, readonly answers: number }} WorldHashes */

/** @param {string} text */
function hash(text) {
  return createHash('sha256').update(text).digest('hex')
}

/**
 * The default world in two hashes: of its export, and of what a server answers, which is every page of roles and the
 * record of every volunteer. Plain JavaScript, because every Node of the matrix runs it as it is.
 *
 * @param {Pick<typeof import('../../src/index.js'), 'createMock'>} main The entry `conmock`.
 * @param {Pick<typeof import('../../src/server.js'), 'startServer'>} server The entry `conmock/server`.
 * @returns {Promise<WorldHashes>}
 */
export async function worldHashes({ createMock }, { startServer }) {
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
    world: hash(JSON.stringify(mock.export())),
    served: hash(answers.join('\n')),
    answers: answers.length,
  }
}
