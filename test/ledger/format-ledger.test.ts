import { describe, expect, test } from 'vitest'
import { coverageOf, createMock, formatLedger, operations, type Ledger } from '../../src/index.js'
import { ask, roleNames, volunteerPath } from '../support/ask.js'

const empty: Ledger = { version: 1, answers: [], shapes: {}, assumptions: {} }

/** A ledger with control characters. */
const hostile: Ledger = {
  version: 1,
  answers: [{ operation: 'listRoles', status: 418, code: '\u0007', count: 1 }],
  shapes: {},
  assumptions: Object.fromEntries([['a', { '<script>\u001B[2J\n': 3 }]]),
}

async function walkedLedger(): Promise<Ledger> {
  const mock = createMock()
  await roleNames(mock)
  await ask(mock, volunteerPath('1'))
  await ask(mock, '/nowhere')
  await mock.fetch(new Request('https://reg.example.com/api/v0/roles', { method: 'PUT' }))
  return mock.ledger()
}

function titles(ledger: Ledger): string[] {
  return formatLedger(ledger, { verbose: true })
    .split('\n')
    .filter((line) => /^[A-Z]/.test(line))
}

describe('formatLedger', () => {
  test('lists what was never received, and the coverage', async () => {
    const ledger = await walkedLedger()
    const { items } = coverageOf(ledger)
    const lines = formatLedger(ledger).split('\n')
    const [volunteer = '', never = '', roles = ''] = lines
    expect(volunteer).toMatch(/^GET \/api\/v0\/users\/:id\/volunteer: \d+ of \d+ covered$/)
    expect(never.replace('  never: ', '').split(', ')).toEqual(
      items
        .filter(({ operation, count }) => operation === 'getVolunteer' && count === 0)
        .map(({ name }) => name),
    )
    expect(roles).toMatch(/^GET \/api\/v0\/roles: \d+ of \d+ covered$/)
    expect(lines.at(-1)).toMatch(/^\d+ of \d+ behaviours of the API covered \(\d+ %\)$/)
  })

  test('shows the count of each item, or "never", with `verbose`', async () => {
    const lines = formatLedger(await walkedLedger(), { verbose: true }).split('\n')
    const line = (name: string) => lines.find((each) => each.includes(` ${name} `))?.trim()
    expect(line('roles.page.middle')).toMatch(
      /^1 +roles\.page\.middle +A page requested by its cursor, with more pages$/,
    )
    expect(line('roles.end.absent')).toMatch(
      /^never +roles\.end\.absent +The end of the list: `nextPage` is absent$/,
    )
    expect(line('404 unknown_user')).toMatch(/^never /)
    expect(line('roles.order=id')).toMatch(/^3 +roles\.order=id +assumed$/)
    expect(line('404 unknown_path')).toMatch(/^1 +404 unknown_path +No operation$/)
    expect(line('405 method_not_allowed')).toMatch(/GET \/api\/v0\/roles$/)
    expect(lines.at(-1)).toMatch(/^\d+ of \d+ behaviours of the API covered \(\d+ %\)$/)
  })

  test('has a section for each operation, and one for other answers if there are any', async () => {
    const ofOperations = Object.values(operations).map(({ method, path }) => `${method} ${path}`)
    expect(ofOperations).toContain('GET /api/v0/roles')
    expect(titles(empty)).toEqual(ofOperations)
    expect(titles(await walkedLedger())).toEqual([
      ...ofOperations,
      'Other responses',
      'Assumptions that the responses depend on',
    ])
  })

  test('aligns its columns', async () => {
    const rows = formatLedger(await walkedLedger(), { verbose: true })
      .split('\n')
      .filter((line) => line.startsWith('  '))
    const starts = rows.map((row) => /^ +\S+ {2}(?=\S)/.exec(row)?.[0].length)
    expect(new Set(starts).size).toBe(1)
  })

  test('contains no control characters', () => {
    const text = formatLedger(hostile, { verbose: true })
    expect(text.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u)
    expect(text).toContain('<script>\uFFFD[2J\uFFFD')
    expect(text).toContain('not known in this version')
  })

  // Regression: Math.max cannot take this many arguments.
  test('formats a ledger with 200,000 entries', () => {
    const answers = Array.from({ length: 200_000 }, (_, status) => ({ status, code: 'x', count: 1 }))
    const lines = formatLedger({ ...empty, answers }, { verbose: true }).split('\n')
    expect(lines.filter((line) => line.endsWith('No operation'))).toHaveLength(200_000)
  })
})
