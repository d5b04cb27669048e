import { describe, expect, test } from 'vitest'
import {
  coverageOf,
  createMock,
  mergeLedgers,
  InvalidOptionError,
  readLedger,
  shapes,
  type Ledger,
} from '../../src/index.js'
import { lists } from '../conformance/operations.js'
import { ask, roleNames, volunteerPath } from '../support/ask.js'
import { problemsOf, thrownBy } from '../support/thrown.js'

const empty: Ledger = { version: 1, answers: [], shapes: {}, assumptions: {} }

async function someLedger(): Promise<Ledger> {
  const mock = createMock()
  await roleNames(mock)
  await ask(mock, '/api/v0/roles', 'unknown')
  await ask(mock, volunteerPath('6'))
  await ask(mock, '/nowhere')
  return mock.ledger()
}

describe('mergeLedgers', () => {
  test('returns the same for one ledger, and an empty ledger for none', async () => {
    const ledger = await someLedger()
    expect(mergeLedgers([ledger])).toEqual(ledger)
    expect(mergeLedgers([ledger, empty])).toEqual(ledger)
    expect(mergeLedgers([])).toEqual(empty)
  })

  test('adds up every count, and does not change its input', async () => {
    const ledger = await someLedger()
    const text = JSON.stringify(ledger)
    const doubled = JSON.parse(
      text.replaceAll(/("count":|"[^"]+":)(\d+)/g, (all, name: string, count: string) =>
        /"(?:version|status)":/.test(name) ? all : `${name}${Number(count) * 2}`,
      ),
    ) as Ledger
    expect(mergeLedgers([ledger, ledger])).toEqual(doubled)
    expect(JSON.stringify(ledger)).toBe(text)
  })

  test('returns the ledger that a single mock would have', async () => {
    const [one, other, both] = [createMock(), createMock(), createMock()]
    for (const mock of [one, both]) await roleNames(mock)
    for (const mock of [other, both]) await ask(mock, '/api/v0/roles', 'mock-no-scopes')
    expect(mergeLedgers([one.ledger(), other.ledger()])).toEqual(both.ledger())
    expect(JSON.stringify(mergeLedgers([other.ledger(), one.ledger()]))).toBe(JSON.stringify(both.ledger()))
  })

  test('separates answers by operation, status and code', () => {
    const answers: Ledger['answers'] = [
      { operation: 'getVolunteer', status: 401, code: 'invalid_token', count: 1 },
      { operation: 'getVolunteer', status: 403, code: 'invalid_token', count: 1 },
      { operation: 'listRoles', status: 401, code: 'invalid_token', count: 1 },
      { operation: 'listRoles', status: 401, code: 'missing_credential', count: 1 },
      { status: 404, code: 'unknown_path', count: 1 },
    ]
    expect(mergeLedgers(answers.map((answer) => ({ ...empty, answers: [answer] }))).answers).toEqual(answers)
  })

  test.each(['__proto__', 'constructor', 'toString'])('accepts the name %s', (name) => {
    const ledger = readLedger(
      JSON.parse(
        `{"version":1,"answers":[],"shapes":{"${name}":1},"assumptions":{"${name}":{"polluted":1},"x":{"${name}":1}}}`,
      ),
      'a.json',
    )
    const sum = JSON.parse(JSON.stringify(mergeLedgers([ledger, ledger]))) as object
    expect(Object.entries((sum as Ledger).shapes)).toEqual([[name, 2]])
    expect(new Map(Object.entries((sum as Ledger).assumptions)).get(name)).toEqual({ polluted: 2 })
    expect({}).not.toHaveProperty('polluted')
    expect(Object).not.toHaveProperty('polluted')
  })
})

describe('readLedger', () => {
  test('reads a written ledger', async () => {
    const ledger = await someLedger()
    expect(readLedger(JSON.parse(JSON.stringify(ledger)), 'a.json')).toEqual(ledger)
  })

  test('keeps shapes and assumptions of a later version', () => {
    const later = { ...empty, shapes: { 'page.lost': 1 }, assumptions: { 'roles.color': { red: 2 } } }
    expect(readLedger(later, 'a.json')).toEqual(later)
  })

  const answer = { operation: 'listRoles', status: 200, count: 1 }
  test.each<[string, unknown, string]>([
    ['null', null, '$'],
    ['a list', [], '$'],
    ['a string', 'ledger', '$'],
    ['no answers', { ...empty, answers: undefined }, '$.answers'],
    ['answers that are not a list', { ...empty, answers: {} }, '$.answers'],
    ['an answer that is null', { ...empty, answers: [answer, null] }, '$.answers[1]'],
    ['an answer without a count', { ...empty, answers: [{ status: 200 }] }, '$.answers[0]'],
    ['an answer without a status', { ...empty, answers: [{ count: 1 }] }, '$.answers[0]'],
    ['a negative count', { ...empty, answers: [{ ...answer, count: -1 }] }, '$.answers[0]'],
    ['half a count', { ...empty, answers: [{ ...answer, count: 0.5 }] }, '$.answers[0]'],
    ['half a status', { ...empty, answers: [{ ...answer, status: 200.5 }] }, '$.answers[0]'],
    ['an unknown operation', { ...empty, answers: [{ ...answer, operation: 'getCat' }] }, '$.answers[0]'],
    ['an operation that is an object', { ...empty, answers: [{ ...answer, operation: {} }] }, '$.answers[0]'],
    ['a code that is a number', { ...empty, answers: [{ ...answer, code: 7 }] }, '$.answers[0]'],
    ['no shapes', { ...empty, shapes: undefined }, '$.shapes'],
    ['shapes without counts', { ...empty, shapes: { 'roles.page.only': '1' } }, '$.shapes'],
    ['no assumptions', { ...empty, assumptions: undefined }, '$.assumptions'],
    ['an assumption without values', { ...empty, assumptions: { 'roles.order': 4 } }, '$.assumptions'],
    ['a value without a count', { ...empty, assumptions: { 'roles.order': { id: null } } }, '$.assumptions'],
  ])('gives the JSON path of an error: %s', (_, json, path) => {
    const problems = problemsOf(() => readLedger(json, 'a.json'))
    expect(problems.map((problem) => problem.path)).toEqual([path])
    expect((thrownBy(() => readLedger(json, 'a.json')) as Error).message).toMatch(/^a\.json: \$.*: expected /)
  })

  test.each([{}, { ...empty, version: 2 }, { ...empty, version: '1' }])('rejects another version', (json) => {
    const error = thrownBy(() => readLedger(json, 'a.json'))
    expect(error).toBeInstanceOf(InvalidOptionError)
    expect((error as Error).message).toBe('a.json: not a ledger of version 1')
  })
})

describe('coverageOf', () => {
  test('is 0 % for an empty ledger, and lists every item', () => {
    const { items, met, percent } = coverageOf(empty)
    expect({ met, percent }).toEqual({ met: 0, percent: 0 })
    const common = ['200', '401 missing_credential', '401 invalid_token', '403 insufficient_scope']
    expect(items.map(({ operation, name }) => `${operation} ${name}`)).toEqual([
      ...[...common, '404 unknown_user', '404 no_volunteer_record'].map((name) => `getVolunteer ${name}`),
      ...namesOf('getVolunteer'),
      ...lists.flatMap(({ id }) => [
        ...[...common, '400 invalid_cursor'].map((name) => `${id} ${name}`),
        ...namesOf(id),
      ]),
    ])
  })

  test('is 100 % only when nothing is missing, and is rounded down', () => {
    const { items } = coverageOf(empty)
    const whole = (wanted: (name: string) => boolean) => {
      const chosen = items.filter(({ name }) => wanted(name))
      const parts = chosen.map(({ operation, name }): Ledger => {
        if (name in shapes) return { ...empty, shapes: { [name]: 1 } }
        const [status, code] = name.split(' ')
        const given = { operation, status: Number(status), count: 1, ...(code === undefined ? {} : { code }) }
        return { ...empty, answers: [given] }
      })
      return coverageOf(mergeLedgers(parts))
    }
    expect(whole(() => true)).toMatchObject({ met: items.length, percent: 100 })
    const without = whole((name) => name !== 'roles.page.middle')
    expect(without.met).toBe(items.length - 1)
    expect(without.percent).toBe(Math.floor((100 * (items.length - 1)) / items.length))
  })

  test('counts an answer for its own operation only, and a refusal whatever its status', async () => {
    const mock = createMock({ assumptions: { 'auth.invalid': '403' } })
    await ask(mock, '/api/v0/roles', 'unknown')
    const met = coverageOf(mock.ledger()).items.filter(({ count }) => count > 0)
    expect(met.map(({ operation, name }) => [operation, name])).toEqual([['listRoles', '401 invalid_token']])
  })

  test('ignores answers that a consumer does not need to handle', async () => {
    const mock = createMock({ profile: 'reported' })
    await ask(mock, '/nowhere')
    await ask(mock, '/api/v0/roles/')
    await mock.fetch(new Request('https://reg.example.com/api/v0/roles', { method: 'PUT' }))
    await mock.fetch(new Request('https://reg.example.com/api/oauth/token', { method: 'POST' }))
    expect(mock.ledger().answers).toHaveLength(4)
    expect(coverageOf(mock.ledger()).met).toBe(0)
  })
})

function namesOf(operation: string): string[] {
  return Object.entries(shapes)
    .filter(([, shape]) => shape.operation === operation)
    .map(([name]) => `${operation} ${name}`)
}
