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

test('a pact of another API is recorded, and verified against its mock', async () => {
  const mock = createMock(pacts.api, { assumptions: { 'books.pageSize': 12 } })
  const ask = (place: string, method = 'GET', token = 'mock-all-scopes') =>
    mock.fetch(`http://library.example/library/v2/${place}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
    })
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

  const folder = temporaryFolder()
  const { lines } = recordPactFile(pacts, mock.coverage(), { consumer: 'reader' }, false, folder)
  const file = path.join(folder, 'pacts/reader-library.json')
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

test('a change is never sent to a real service', async () => {
  const folder = temporaryFolder()
  const mock = createMock(pacts.api, {})
  await mock.fetch('http://library.example/library/v2/members/member-1/loans/51', {
    method: 'PUT',
    headers: { authorization: 'Bearer mock-all-scopes' },
  })
  recordPactFile(pacts, mock.coverage(), { consumer: 'reader' }, false, folder)
  const against = { url: 'http://127.0.0.1:9', tokens: { 'loan:update': 'a', 'book:read': 'a' } }
  const report = await verifyPacts(pacts, { pacts: path.join(folder, 'pacts'), against }).catch(
    (error: { report: unknown }) => error.report,
  )
  expect(JSON.stringify(report)).not.toContain('verified":true')
  expect(report).toMatchObject({
    interactions: [
      { outcome: 'skipped', reason: expect.stringContaining('because it changes data') as string },
    ],
  })
})

test('what a service lacks is named in the words of its API', async () => {
  const folder = temporaryFolder()
  const mock = createMock(pacts.api, {})
  await mock.fetch('http://library.example/library/v2/books', {
    headers: { authorization: 'Bearer mock-all-scopes' },
  })
  recordPactFile(pacts, mock.coverage(), { consumer: 'reader' }, false, folder)
  const url = await startReplies(() => ({ status: 200, body: { data: [], nextPage: null } }))
  const against = { url, tokens: { 'book:read': 'mock-book-read' } }
  const report = await verifyPacts(pacts, { pacts: path.join(folder, 'pacts'), against }).catch(
    (error: { report: unknown }) => error.report,
  )
  expect(JSON.stringify(report)).toContain('the service has 0 books on 1 page')
})
