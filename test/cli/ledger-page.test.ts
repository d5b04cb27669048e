import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { coverageOf, createMock, mergeLedgers, type Ledger } from '../../src/index.js'
import { sectionsOf } from '../../src/coverage/ledger-sections.js'
import { ask, roleNames, volunteerPath } from '../support/ask.js'
import { runMain } from '../support/command.js'
import { temporaryFile } from '../support/temporary-folder.js'

const empty: Ledger = { version: 1, answers: [], shapes: {}, assumptions: {} }

async function usedLedger(): Promise<Ledger> {
  const mock = createMock()
  await roleNames(mock)
  await ask(mock, volunteerPath('6'))
  await ask(mock, '/nowhere')
  return mock.ledger()
}

/** Returns the page of these ledgers. */
async function pageOf(...ledgers: readonly Ledger[]): Promise<string> {
  const files = ledgers.map((ledger, index) => temporaryFile(`${index}.json`, JSON.stringify(ledger)))
  const page = temporaryFile('ledger.html', '')
  const { code, stderr } = await runMain('ledger', ...files, '--html', page)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return readFileSync(page, 'utf8')
}

/** Reads name and count of each row of the tables. */
function rowsOf(page: string): string[] {
  return Array.from(
    page.matchAll(/<bdi>([^<]*)<\/bdi>.*?<td class="times"><span[^>]*>([^<]*)</g),
    ([, name, count]) => `${name} ${count}`,
  )
}

/** The rows that a page of a ledger must have. */
function expectedRows(ledger: Ledger): string[] {
  return sectionsOf(ledger, coverageOf(ledger)).flatMap(({ rows }) =>
    rows.map(({ name, count }) => `${name} ${count === 0 ? 'never' : count.toLocaleString('en')}`),
  )
}

it('contains the coverage, and every row of the ledger', async () => {
  const ledger = await usedLedger()
  const { percent, met, items } = coverageOf(ledger)
  const page = await pageOf(ledger)
  expect(page).toContain(`>${percent} %<`)
  expect(page).toContain(`${met} of ${items.length} behaviours of the API received`)
  expect(page).toContain(`<progress max="${items.length}" value="${met}"`)
  expect(rowsOf(page)).toEqual(expectedRows(ledger))
  expect(page).toContain('The end of the list: <code>nextPage</code> is null')
})

it('shows the sum of several ledgers', async () => {
  const ledgers = [await usedLedger(), await usedLedger()]
  const rows = rowsOf(await pageOf(...ledgers))
  expect(rows).toEqual(expectedRows(mergeLedgers(ledgers)))
  expect(rows).toContain('404 unknown_path 2')
})

it('shows an empty ledger, in which everything was never received', async () => {
  const page = await pageOf(empty)
  expect(page).toContain('>0 %<')
  expect(rowsOf(page).filter((row) => !row.endsWith(' never'))).toEqual([])
})

it('needs no other files and no scripts, and forbids them', async () => {
  const page = await pageOf(await usedLedger())
  expect(page).not.toMatch(/https?:|src=|href=|url\(|@import|<script|<link|\son\w+=|\sstyle=/i)
  const style = /<style>(.*?)<\/style>/s.exec(page)?.[1] ?? ''
  const hash = createHash('sha256').update(style).digest('base64')
  expect(page).toContain(
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'">`,
  )
})

it('shows the texts of a hostile ledger file as text', async () => {
  const page = await pageOf({
    ...empty,
    answers: [
      { operation: 'listRoles', status: 418, code: '<img src=x onerror="alert(1)">\u202E\u0000', count: 1 },
      { status: 200, code: 'x'.repeat(100_000), count: Number.MAX_SAFE_INTEGER },
    ],
    assumptions: JSON.parse('{"__proto__":{"a":1},"</style></td>":{"\\"<script>":3}}') as object,
  })
  expect(page).not.toMatch(/<img|<script|<\/style><\/td>|[\0\u202E]/)
  const rows = rowsOf(page)
  expect(rows).toContain(String.raw`418 &lt;img src=x onerror=&quot;alert(1)&quot;>\u202e\u0000 1`)
  expect(rows).toContain('&lt;/style>&lt;/td>=&quot;&lt;script> 3')
  expect(rows).toContain('__proto__=a 1')
  expect(rows.find((row) => row.startsWith('200 xxx'))).toMatch(
    / … \(100,004 characters\) 9,007,199,254,740,991$/,
  )
})

it('says how many rows of a huge ledger it does not contain', async () => {
  const answers = Array.from({ length: 100_000 }, (_, status) => ({ status, code: 'x', count: 1 }))
  const page = await pageOf({ ...empty, answers })
  expect(page).toContain('99,000 more are not on this page.')
  expect(page.length).toBeLessThan(500_000)
})

it('does not replace a ledger, but any other file', async () => {
  const text = JSON.stringify(empty)
  const [forgotten, given] = [temporaryFile('a.json', text), temporaryFile('b.json', text)]
  for (const [page, ledger] of [
    [forgotten, given],
    [given, given],
  ] as const) {
    const { code, stdout, stderr } = await runMain('ledger', '--html', page, ledger)
    expect({ code, stdout, stderr }).toEqual({
      code: 2,
      stdout: '',
      stderr: `conmock: --html: ${page} is a ledger, so it is not overwritten; use another file\n`,
    })
    expect(readFileSync(page, 'utf8')).toBe(text)
  }
  const page = temporaryFile('ledger.html', '{"version":1}')
  expect((await runMain('ledger', given, '--html', page)).code).toBe(0)
  expect((await runMain('ledger', given, '--html', page)).code).toBe(0)
  expect(readFileSync(page, 'utf8')).toMatch(/^<!doctype html>/)
})
