import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { createMock } from '../../src/mock/create-mock.js'
import { getInternals } from '../../src/mock/mock-internals.js'
import { bindPacts } from '../../src/pact/parts/pact-api.js'
import { recordPactFile } from '../../src/pact/recording/recorded-file.js'
import { verifyPacts } from '../../src/pact/verification/verify.js'
import { libraryPacts } from '../library/pact-parts.js'
import { library } from '../support/library.js'
import { temporaryFolder } from '../support/temporary-folder.js'
import { startReplies } from './support/servers.js'

const pacts = bindPacts(library, libraryPacts)

/** Opens a mock of the library. */
function open(options: object = {}) {
  const mock = createMock(pacts.api, options)
  const ask = (place: string, method = 'GET', token = 'mock-all-scopes') =>
    mock.fetch(`http://library.example/library/v2/${place}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
    })
  return { mock, ask }
}

/** Records the pact of what a mock has met. */
function record(mock: ReturnType<typeof open>['mock']) {
  const folder = temporaryFolder()
  const { lines } = recordPactFile(pacts, mock.coverage(), { consumer: 'reader' }, false, folder)
  return { lines, file: path.join(folder, 'pacts/reader-library.json') }
}

test('a pact of another API is recorded, and verified against its mock', async () => {
  const { mock, ask } = open({ assumptions: { 'books.pageSize': 12 } })
  let next: string | undefined
  do {
    const page = (await (await ask(`books${next ? `?nextPage=${next}` : ''}`)).json()) as {
      nextPage?: string
    }
    next = page.nextPage ?? undefined
  } while (next !== undefined)
  const { id } = await getInternals(mock).records['loans']!.create({ member: 'eve' } as object)
  await ask(`members/eve/loans/${id}`)
  for (let time = 0; time < 3; time++) await ask(`members/eve/loans/${id}`, 'PUT')
  await ask(`members/eve/loans/${id}`, 'PUT', 'mock-loan-read')
  await ask('members/eve/loans/unknown')

  const { lines, file } = record(mock)
  const written = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly interactions: readonly { readonly description: string; readonly request: { method: string } }[]
  }
  expect(
    written.interactions.map(({ description, request }) => `${request.method}: ${description}`).toSorted(),
  ).toEqual([
    'GET: a request for a loan',
    'GET: a request for an unknown loan',
    'GET: a request for the first page of books',
    'GET: a request for the last page of books, whose cursor is null',
    'GET: a request for the second page of books',
    'PUT: a renewal of a loan',
    'PUT: a request for a renewal with a token of another scope',
    'PUT: a third renewal',
  ])
  expect(lines[0]).toContain('8 interactions')
  const report = await verifyPacts(pacts, { pacts: file })
  expect(report.interactions.map(({ outcome }) => outcome)).toEqual(Array(8).fill('verified'))
})

test.each([
  ['a change is never sent to a real service', 'members/member-1/loans/51', 'PUT', 'because it changes data'],
  [
    'what a service lacks is named in the words of its API',
    'books',
    'GET',
    'the service has 0 books on 1 page',
  ],
])('%s', async (_, place, method, reason) => {
  const { mock, ask } = open()
  await ask(place, method)
  const url = await startReplies(({ method: sent }) => {
    expect(sent).toBe('GET')
    return { body: { data: [], nextPage: null } }
  })
  const against = { url, tokens: { 'loan:update': 'a', 'book:read': 'a' } }
  const failure = verifyPacts(pacts, { pacts: record(mock).file, against })
  const skipped = { outcome: 'skipped', reason: expect.stringContaining(reason) as string }
  await expect(failure).rejects.toMatchObject({ report: { interactions: [skipped] } })
})
