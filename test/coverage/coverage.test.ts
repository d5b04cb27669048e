import { describe, expect, test } from 'vitest'
import { operations } from '../../src/convention/operations.js'
import { createMock, type Coverage, type CoverageAnswer } from '../../src/index.js'
import { lists } from '../conformance/operations.js'
import { ask, roleNames, volunteerPath } from '../support/ask.js'
import { problemsOf } from '../support/thrown.js'
import { createCoverage, createSections, formatCoverage, readCoverage } from '../support/convention.js'

const empty = createMock().coverage()
const answer: CoverageAnswer = {
  operation: 'listRoles',
  status: 200,
  cases: ['roles.page.only'],
  assumptions: { 'roles.order': 'id' },
  count: 1,
}

async function walked(): Promise<Coverage> {
  const mock = createMock()
  await roleNames(mock)
  await ask(mock, volunteerPath('1'))
  await ask(mock, '/nowhere')
  await mock.fetch(new Request('https://reg.example.com/api/v0/roles', { method: 'PUT' }))
  return mock.coverage()
}

/** The coverage of one answer with these members. */
function coverageWith(members: object): Coverage {
  return createCoverage([{ ...answer, ...members }])
}

function bodiesOf(id: keyof typeof operations): string[] {
  return Object.keys(operations[id].cases)
}

function coveredIn({ cases }: Coverage): string[] {
  return cases.filter(({ count }) => count > 0).map(({ operation, name }) => `${operation} ${name}`)
}

describe('the cases', () => {
  test('are the successes, the refusals and the bodies of each operation', () => {
    const common =
      '200,401 missing_credential,401 invalid_token,401 expired_token,403 insufficient_scope'.split(',')
    const names = [
      ...[...common, '404 unknown_user', '404 no_volunteer_record', ...bodiesOf('getVolunteer')].map(
        (name) => `getVolunteer ${name}`,
      ),
      ...lists.flatMap(({ id }) =>
        [...common, '400 invalid_cursor', ...bodiesOf(id)].map((name) => `${id} ${name}`),
      ),
    ]
    expect(empty.cases.map(({ operation, name }) => `${operation} ${name}`)).toEqual(names)
    expect({ percent: empty.percent, covered: coveredIn(empty) }).toEqual({ percent: 0, covered: [] })
  })

  test('are covered to 100% only if none is untested, and the percentage is rounded down', () => {
    const answers = empty.cases.map(({ operation, name }): CoverageAnswer => {
      const [status = '', code] = name.split(' ')
      if (code !== undefined) return { ...answer, operation, status: Number(status), code, cases: [] }
      return { ...answer, operation, cases: name === '200' ? [] : [name] }
    })
    expect(createCoverage(answers).percent).toBe(100)
    const rest = answers.filter(({ cases }) => cases[0] !== 'roles.page.middle')
    const { length } = empty.cases
    expect(createCoverage(rest).percent).toBe(Math.floor((100 * (length - 1)) / length))
  })

  test('include a refusal of one operation only, whatever its status', async () => {
    const mock = createMock({ assumptions: { 'auth.invalid': '403' } })
    await ask(mock, '/api/v0/roles', 'unknown')
    expect(coveredIn(mock.coverage())).toEqual(['listRoles 401 invalid_token'])
  })

  test('do not include answers that a client does not need to handle', () => {
    const others = [
      { operation: undefined, status: 404, code: 'unknown_path' },
      { status: 404, code: 'trailing_slash' },
      { status: 405, code: 'method_not_allowed' },
      { operation: 'token', cases: [] },
    ]
    for (const other of others) expect(coveredIn(coverageWith(other))).toEqual([])
  })
})

describe('createCoverage', () => {
  test('returns the coverage that a single mock would have, in any order', async () => {
    const [one, other, both] = [createMock(), createMock(), createMock()]
    for (const mock of [one, both]) await roleNames(mock)
    for (const mock of [other, both, other, both]) await ask(mock, '/api/v0/roles', 'mock-no-scopes')
    const [first, second] = [one.coverage(), other.coverage()]
    const text = JSON.stringify([first, second])
    for (const parts of [
      [first, second],
      [second, empty, first],
    ])
      expect(JSON.stringify(createCoverage(parts.flatMap(({ answers }) => answers)))).toBe(
        JSON.stringify(both.coverage()),
      )
    expect(JSON.stringify([first, second])).toBe(text)
    expect(createCoverage([])).toEqual(empty)
  })

  test('separates answers that differ in one member', () => {
    const others = [
      { operation: 'getVolunteer' },
      { operation: undefined },
      { status: 201 },
      { code: 'invalid_token' },
      { cases: [] },
      { assumptions: { 'roles.order': 'name' } },
    ]
    for (const other of others)
      expect(createCoverage([answer, { ...answer, ...other }]).answers).toHaveLength(2)
    expect(createCoverage([answer, answer]).answers).toEqual([{ ...answer, count: 2 }])
  })
})

describe('readCoverage', () => {
  test('reads a written coverage, also with cases and assumptions of a later version', async () => {
    const later = coverageWith({ cases: ['roles.page.lost'], assumptions: { 'roles.color': 'red' } })
    for (const coverage of [empty, await walked(), later])
      expect(readCoverage(JSON.parse(JSON.stringify(coverage)), 'a.json')).toEqual(coverage)
  })

  test.each<[string, unknown, string]>([
    ['null', null, '$'],
    ['another version', { ...empty, version: 2 }, '$.version'],
    ['no answers', { ...empty, answers: undefined }, '$.answers'],
    ['an answer that is null', { ...empty, answers: [answer, null] }, '$.answers[1]'],
    ['no count', { ...empty, answers: [{ ...answer, count: undefined }] }, '$.answers[0].count'],
    ['a negative count', { ...empty, answers: [{ ...answer, count: -1 }] }, '$.answers[0].count'],
    ['half a status', { ...empty, answers: [{ ...answer, status: 200.5 }] }, '$.answers[0].status'],
    ['another operation', { ...empty, answers: [{ ...answer, operation: 'x' }] }, '$.answers[0].operation'],
    ['a code that is a number', { ...empty, answers: [{ ...answer, code: 7 }] }, '$.answers[0].code'],
    ['no cases', { ...empty, cases: undefined }, '$.cases'],
  ])('gives the JSON path of an error: %s', (_, json, path) => {
    expect(problemsOf(() => readCoverage(json, 'a.json')).map((problem) => problem.path)).toEqual([path])
  })

  test('is safe against names of the prototype', () => {
    const text = JSON.stringify(coverageWith({ cases: ['__proto__', 'constructor'] }))
    const hostile = text.replace('"roles.order":', '"__proto__":{"polluted":1},"constructor":')
    const read = () => createCoverage(readCoverage(JSON.parse(hostile), 'a.json').answers)
    expect(coveredIn(read())).toEqual(['listRoles 200'])
    expect({}).not.toHaveProperty('polluted')
  })
})

describe('formatCoverage', () => {
  test('lists the untested cases of each operation, and the percentage', async () => {
    const coverage = await walked()
    const lines = formatCoverage(coverage).split('\n')
    expect(lines[0]).toMatch(/^GET \/api\/v0\/users\/:id\/volunteer: \d+ of \d+ covered$/)
    const untested = coverage.cases.filter(
      ({ operation, count }) => operation === 'getVolunteer' && count === 0,
    )
    expect(lines[1]).toBe(`  untested: ${untested.map(({ name }) => name).join(', ')}`)
    expect(lines[2]).toMatch(/^GET \/api\/v0\/roles: \d+ of \d+ covered$/)
    expect(lines.at(-1)).toBe(
      `${coveredIn(coverage).length} of ${coverage.cases.length} cases covered (${coverage.percent}%)`,
    )
    expect(formatCoverage(empty)).not.toContain('untested:')
  })
})

test('the sections of a report have all counts', async () => {
  const sections = createSections(await walked())
  const rows = sections.flatMap((section) =>
    section.rows.map(({ name, description, count }) => ({ name, description, count })),
  )
  const [middle, order] = [
    { name: 'roles.page.middle', count: 1 },
    { name: 'roles.order=id', count: 3 },
  ]
  expect(rows).toContainEqual({ ...middle, description: 'A page requested by its cursor, with more pages' })
  expect(rows).toContainEqual({ ...order, description: 'assumed' })
  expect(rows).toContainEqual({ name: '404 unknown_path', description: 'No operation', count: 1 })
  expect(rows).toContainEqual({ name: '405 method_not_allowed', description: 'GET /api/v0/roles', count: 1 })
  expect(sections.map(({ title }) => title)).toEqual([
    ...Object.values(operations).map(({ method, path }) => `${method} ${path}`),
    'Other responses',
    'Assumptions that the responses depend on',
  ])
})
