import { http, HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { operations } from '../../src/convention/operations.js'
import { createMock, type Coverage, type MockOptions } from '../../src/index.js'
import { connect } from '../conformance/client.js'
import { listOf, lists } from '../conformance/operations.js'
import { ask, volunteerPath } from '../support/ask.js'
import { provoke, refusals } from '../support/refusals.js'

const [roles, record] = ['/api/v0/roles', volunteerPath('1')]
const init = { headers: { authorization: 'Bearer mock-all-scopes' } }

/** The cases of all answers, in order and without repetitions. */
function casesIn({ answers: sent }: Coverage): string[] {
  return [...new Set(sent.flatMap(({ cases }) => cases))].toSorted()
}

/** The answers as texts: operation, status, code and count. */
function textsOf({ answers: sent }: Coverage): string[] {
  return sent.map(({ operation, status, code, count }) =>
    [operation, status, code, `x${count}`].filter((part) => part !== undefined).join(' '),
  )
}

/** Requests that are not refused, and the answers that they count as. */
const successes: readonly [what: string, path: string, init: RequestInit, answer: string, MockOptions?][] = [
  ['a list', roles, init, 'listRoles 200'],
  [
    'an unknown user, as a success',
    volunteerPath('unknown'),
    init,
    'getVolunteer 200',
    { assumptions: { 'volunteer.unknownUser': '200-null' } },
  ],
  [
    'a token request',
    '/api/oauth/token',
    { method: 'POST', body: new URLSearchParams({ grant_type: 'password' }) },
    'token 401 invalid_client',
    { profile: 'reported' },
  ],
]

const [named, options] = ['department.named', 'option.multi option.number']
const usual = `${named} department.state.interest ${options}`
const states = ['assignment', 'avoid', 'experience', 'request'].map((state) => `department.state.${state}`)

/** Users, and the cases that their records show. */
const records: readonly [user: string, cases: string, MockOptions?][] = [
  ['1', `${usual} preferredName.set`],
  ['2', `${usual} preferredName.absent`],
  ['3', `${usual} preferredName.null`],
  ['6', `${usual} preferredName.absent department.unnamed department.state.experience`],
  [
    '1',
    `department.unnamed department.state.interest ${options} preferredName.set`,
    { assumptions: { 'department.name': 'absent' } },
  ],
  ['7', `${usual} preferredName.absent ${states.join(' ')}`],
  ['9', `${named} ${options} preferredName.absent department.stateless`],
  ['10', `${usual} preferredName.absent option.select option.text`],
  ['13', 'preferredName.absent empty.contactMethods empty.departments empty.options'],
]

/** Lists, and the cases that their pages show, without the name of the list. */
const pages = lists.flatMap(({ list }) => {
  const smallPages = { [`${list}.lastPage`]: 'absent', [`${list}.pageSize`]: 3 }
  const rows: [number, string, MockOptions['assumptions']?][] = [
    [250, 'end.null page.first page.last page.middle'],
    [5, 'end.null page.only'],
    [5, 'end.absent page.first page.last', smallPages],
    [0, 'empty.array end.null page.only'],
    [0, 'empty.null end.null page.only', { [`${list}.empty`]: 'null' }],
    [0, 'empty.absent end.null page.only', { [`${list}.empty`]: 'absent' }],
  ]
  return rows.map(([count, names, assumptions = {}]) => {
    const cases = names.split(' ').map((name) => `${list}.${name}`)
    return { list, count, cases, options: { ...listOf(list, count), assumptions } }
  })
})

describe('the coverage', () => {
  test.each(refusals)('counts a refusal: $what', async (refusal) => {
    const client = connect({ assumptions: refusal.assumptions })
    await provoke(client, refusal)
    const { operation, status, code } = refusal
    expect(textsOf(client.mock.coverage())).toContain(`${operation} ${status} ${code} x1`)
  })

  test.each(successes)('counts %s', async (_, path, request, answer, mockOptions) => {
    const { fetch, mock } = connect(mockOptions)
    await fetch(path, request)
    expect(textsOf(mock.coverage())).toEqual([`${answer} x1`])
  })

  test('does not count a HEAD, because its client gets no body', async () => {
    const { fetch, mock } = connect()
    await fetch(record, { ...init, method: 'HEAD' })
    expect(textsOf(mock.coverage())).toEqual([])
  })

  test.each(records)('knows the cases of the record of user %s: %s', async (user, cases, mockOptions) => {
    const { fetch, mock } = connect(mockOptions)
    for (let time = 0; time < 2; time++) await fetch(volunteerPath(user), init)
    expect(mock.coverage().answers).toMatchObject([{ count: 2 }])
    expect(casesIn(mock.coverage())).toEqual(cases.split(' ').toSorted())
  })

  test.each(pages)('knows the cases of $list with $count records: $cases', async (row) => {
    const { mock, walk } = connect(row.options, row.list)
    await walk()
    expect(casesIn(mock.coverage())).toEqual(row.cases)
  })

  test('counts answers with other assumptions separately', async () => {
    const { mock, walk } = connect({ roleCount: 5 })
    await walk()
    mock.assume({ 'roles.lastPage': 'absent' })
    await walk()
    const always = { 'roles.pageSize': '100', 'roles.order': 'id' }
    expect(mock.coverage().answers).toEqual(
      (['absent', 'null'] as const).map((end) => ({
        operation: 'listRoles',
        status: 200,
        cases: ['roles.page.only', `roles.end.${end}`],
        assumptions: { ...always, 'roles.lastPage': end },
        count: 1,
      })),
    )
  })

  test('does not count an answer of the custom handlers', async () => {
    const handlers = [http.get('*/api/v0/roles', () => HttpResponse.json({ data: [] }))]
    const { fetch, mock } = connect({ handlers })
    await fetch(roles, init)
    await fetch(record, init)
    const { answers, cases } = mock.coverage()
    expect(answers).toMatchObject([{ operation: 'getVolunteer', count: 1 }])
    expect(cases.filter(({ operation, count }) => operation === 'listRoles' && count > 0)).toEqual([])
  })
})

test('the tables contain every case', () => {
  const shown = new Set([
    ...records.flatMap(([, cases]) => cases.split(' ')),
    ...pages.flatMap(({ cases }) => cases),
  ])
  const known = Object.values(operations).flatMap(({ cases }) => Object.keys(cases))
  expect([...shown].toSorted()).toEqual(known.toSorted())
})

test('reset() keeps the counts', async () => {
  const mock = createMock()
  await ask(mock, record)
  const before = mock.coverage()
  mock.assume({ 'department.name': 'absent' })
  await mock.reset()
  expect(mock.coverage()).toEqual(before)
  await ask(mock, record)
  expect(textsOf(mock.coverage())).toEqual(['getVolunteer 200 x2'])
  expect(before.answers).toMatchObject([{ count: 1 }])
})
