import { expect, it } from 'vitest'
import { compile } from '../../src/contract/compile.js'
import { createMock } from '../../src/mock/create-mock.js'
import { getInternals } from '../../src/mock/mock-internals.js'
import type { MockOptions } from '../../src/mock/options.js'
import { formatRequests } from '../../src/probe/format-probe.js'
import { probe } from '../../src/probe/probe.js'
import { sendTo } from '../probe/probe-target.js'
import { library } from '../support/library.js'
import { loadLibraryProbe } from './commands.js'

const url = 'https://library.example'
const LIMITS = { pauseMs: 0, responseMs: 10_000, totalMs: 55_000 }

/** Probes a mock of the library. */
async function probeLibrary(options: MockOptions) {
  const mock = createMock(compile(library), options)
  await getInternals(mock).records['books']!.create({ title: 'A book with the first name' } as object)
  const asked: string[] = []
  const send = sendTo((request) => {
    asked.push(`${request.method} ${new URL(request.url).pathname}`)
    return mock.fetch(request)
  })
  const tokens = { 'book:read': 'mock-book-read', 'loan:read': 'mock-loan-read' }
  return { findings: (await probe(await loadLibraryProbe(), { url, tokens }, LIMITS, send)).findings, asked }
}

it('measures the list of another API with GET requests to its paths alone', async () => {
  const assumptions = {
    'books.pageSize': 7,
    'books.order': 'name',
    'books.lastPage': 'absent',
    'books.limit': 'applied',
    'books.unknownQuery': 'rejected',
    'cursor.invalid': 'first-page',
    'path.trailingSlash': 'accepted',
    'path.unknown': '501',
    'auth.missing': '403',
    'path.malformedEncoding': '404',
    'errors.body': 'envelope',
  }
  const { findings, asked } = await probeLibrary({ assumptions })
  const measured = Object.keys(assumptions).map((name) => [name, findings[name]])
  expect(Object.fromEntries(measured)).toEqual(
    Object.fromEntries(Object.entries(assumptions).map(([name, value]) => [name, { value }])),
  )
  expect(findings['books.empty']).toEqual({ problem: 'needs an empty list' })
  expect(findings['auth.insufficientScope']!.problem).toContain('a record of getLoan')
  expect(Object.keys(findings)).not.toContain('token.endpoint')
  const paths = asked.filter((each) => !/^GET (?:\/__conmock\/health|\/library\/v2\/)/.test(each))
  expect(paths).toEqual([])
})

it('names its requests', async () => {
  const text = formatRequests(await loadLibraryProbe())
  expect(text).toContain('GET /library/v2/books with a token for book:read\n')
  expect(text).toContain('GET /library/v2/members/%zz/loans/%zz with a token for loan:read\n')
  expect(text).not.toMatch(/api\/v0|role|volunteer|PUT/)
})
