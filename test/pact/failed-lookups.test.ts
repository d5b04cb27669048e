import { describe, expect, it } from 'vitest'
import { findDrift, verifyPacts, type DriftReport, type StateHandlers } from '../../src/pact.js'
import { volunteerPath } from '../support/ask.js'
import { exampleVolunteer } from '../../src/pact/like/like-example.js'
import { pactFile, type Interaction } from './support/pacts.js'
import { expectFailure } from './support/failure.js'
import { startHttpServer } from './support/servers.js'

const tokens = { 'user:read': 'of-roles', 'volunteer:read': 'of-volunteers' }

interface Reply {
  readonly status?: number
  readonly type?: string
  readonly body: unknown
}

/** A service that responds according to path and cursor, by default with JSON. */
function serviceOf(answer: (path: string, cursor: string | null) => Reply): Promise<string> {
  return startHttpServer(({ url = '' }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://service')
    const { status = 200, type = 'application/json', body } = answer(pathname, searchParams.get('nextPage'))
    response.writeHead(status, { 'content-type': type })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  })
}

function compare(
  url: string,
  interactions: readonly Interaction[],
  states: StateHandlers = {},
): Promise<DriftReport> {
  const fixtures = { userId: 'r-1', userWithEmptyLists: 'r-2' }
  return findDrift({ pacts: pactFile(...interactions), against: { url, tokens, fixtures }, states })
}

/** The result of each interaction in a comparison, with its reason. */
function findings({ interactions }: DriftReport): string[] {
  return interactions.map(({ agreement, service: { reason = '', mismatches } }) =>
    [agreement, reason, ...mismatches.map(({ path = '', message }) => `${path} ${message}`)].join(' '),
  )
}

const path = volunteerPath('42')
/** Demands every field. */
const volunteer: Interaction = {
  path,
  states: [['a volunteer exists', { userId: '42' }]],
  body: exampleVolunteer,
}
const empty: Interaction = { path, states: [['a volunteer with nothing in its lists', { userId: '42' }]] }
const withoutState: Interaction = { path: volunteerPath('1'), states: ['a volunteer exists for user 1'] }

const record = { ...exampleVolunteer, user: { ...exampleVolunteer.user, id: 'r-1' } }
const { preferredName, ...unnamed } = record.user

/** Compares each reply as if it came from its own service. A state of the comparison selects the reply. */
async function compareAll(
  replies: readonly ((cursor: string | null) => Reply)[],
  ...interactions: readonly Interaction[]
): Promise<string[][]> {
  let current = replies[0]!
  const url = await serviceOf((_, cursor) => current(cursor))
  const states: StateHandlers = {
    'the service is {number}'({ number }, { target }) {
      if (target === 'service') current = replies[Number(number)]!
    },
  }
  const all = replies.flatMap((_, number) =>
    interactions.map((each) => ({ ...each, states: [`the service is ${number}`, ...(each.states ?? [])] })),
  )
  const found = findings(await compare(url, all, states))
  return replies.map((_, index) =>
    found.slice(index * interactions.length, (index + 1) * interactions.length),
  )
}

describe('wrong responses for volunteers', () => {
  it('is a problem for every interaction, and no interaction is skipped', async () => {
    const cases: [what: string, reply: Reply, finding: RegExp][] = [
      ['500', { status: 500, body: {} }, /^problem .*responds with 500 to GET \/api\/v0\/users\/r-/],
      ['404', { status: 404, body: {} }, /^problem .*the service responds with 404 to GET/],
      ['403', { status: 403, body: {} }, /^problem .*the service responds with 403 to GET/],
      ['401', { status: 401, body: {} }, /^problem .*the service rejects the token for volunteer:read/],
      ['302', { status: 302, body: {} }, /^problem .*the service responds with 302 to GET/],
      ['HTML', { type: 'text/html', body: '<html></html>' }, /^problem .*does not respond with JSON to GET/],
      ['an empty body', { body: '' }, /^problem .*does not respond with JSON to GET/],
    ]
    const found = await compareAll(
      cases.map(
        ([, reply]) =>
          () =>
            reply,
      ),
      volunteer,
      empty,
      withoutState,
    )
    expect(cases.map(([what], index) => [what, found[index]])).toEqual(
      cases.map(([what, , finding]) => [what, [1, 2, 3].map(() => expect.stringMatching(finding) as string)]),
    )
  })
})

describe('a record that does not match', () => {
  it.each<[what: string, body: unknown, code: 1 | 2, reason: string]>([
    ['a wrapped record', { data: record }, 1, 'violates the API specification: $.id: '],
    ['null', null, 1, 'violates the API specification: $: '],
    ['a list', [record], 1, 'violates the API specification: $: '],
    [
      'a name of another type',
      { ...record, departments: [{ id: '1', states: [], name: 7 }] },
      1,
      'violates the API specification: $.departments[0].name: ',
    ],
    [
      'a renamed field',
      { ...record, user: { ...unnamed, preferredname: preferredName } },
      1,
      'violates the API specification: $.user.preferredname: must be written "preferredName"',
    ],
    [
      'an absent field',
      { ...record, user: unnamed },
      2,
      'does not match the state: $.user.preferredName must be a text;',
    ],
    [
      'an empty list',
      { ...record, options: [] },
      2,
      'the state: $.options must have at least one element; use the id of',
    ],
    [
      'an element without a name',
      { ...record, departments: [{ id: '1', states: [] }] },
      2,
      'the state: $.departments[*].name must be present;',
    ],
  ])('names the field and the rule: %s', async (_, body, code, reason) => {
    const url = await serviceOf(() => ({ body }))
    const against = { url, tokens, fixtures: { userId: 'r-1' } }
    const { exitCode, report } = await expectFailure({ pacts: pactFile(volunteer), against })
    expect(exitCode).toBe(code)
    const [{ mismatches, reason: why = mismatches[0]?.message } = expect.fail()] = report.interactions
    expect(why).toContain(
      'state "a volunteer exists {userId: 42}": the record of the user of --fixture userId ',
    )
    expect(why).toContain(reason)
  })
})

describe('a state about a place that the interaction does not demand', () => {
  const isNull = {
    state: 'a volunteer without preferred name',
    as: 'null',
    fixture: 'userWithPreferredNameNull',
  }
  const isAbsent = { ...isNull, as: 'absent', fixture: 'userWithPreferredNameAbsent' }
  const isEmpty = { state: 'a volunteer with nothing in its lists', fixture: 'userWithEmptyLists' }
  const everyType = { state: 'a volunteer with options of every type', fixture: 'userWithEveryOptionType' }
  const oneOption = { ...record, options: record.options.slice(0, 1) }

  const onlyName = { ...everyType, expected: { options: [{ name: 'T-shirt size' }] } }
  type About = typeof isEmpty & Partial<typeof isNull & typeof onlyName>

  it.each<[what: string, about: About, body: unknown, reason?: string]>([
    ['a name instead of null', isNull, record, '$.user.preferredName must be null'],
    ['a name instead of none', isAbsent, record, '$.user must have no preferredName'],
    ['full lists', isEmpty, record, '$.options must be empty'],
    ['one option', everyType, oneOption, '$.options[*].type must be '],
    ['one option, of which the name is demanded', onlyName, oneOption, '$.options[*].type must be '],
    ['no name, which is not needed', isNull, { ...record, user: unnamed }],
    [
      'invalid lists, which are not needed',
      isEmpty,
      { ...record, contactMethods: 7, departments: [], options: [{}] },
    ],
  ])('needs a record with the state: %s', async (_, { state, fixture, as, expected }, body, reason) => {
    const url = await serviceOf(() => ({ body }))
    const against = { url, tokens, fixtures: { [fixture]: 'r-1' } }
    const states: Interaction['states'] = [[state, { userId: '42', ...(as === undefined ? {} : { as }) }]]
    const pacts = pactFile({ path, states, body: expected ?? { id: exampleVolunteer.id } })
    if (reason === undefined) return void (await verifyPacts({ pacts, against }))
    const { exitCode, report } = await expectFailure({ pacts, against })
    expect(exitCode).toBe(2)
    expect(report.interactions[0]?.reason).toContain(reason)
  })
})

/** An endless list of roles: each page has the cursor of another page. */
function pageAfter(
  cursor: string | null,
  { size = 1, next = (number: number) => `c${number + 1}` } = {},
): object {
  const number = Number(cursor?.slice(1) ?? 0)
  const data = Array.from({ length: size }, (_, index) => ({
    id: String(number * size + index),
    name: 'staff',
  }))
  return { data, nextPage: next(number) }
}

describe('roles of a service', () => {
  const last: Interaction = {
    states: ['the last page'],
    body: { data: [{ id: '1', name: 'staff' }], nextPage: null },
  }

  it('that are inconsistent are drift', async () => {
    let asked = 0
    const cases: [what: string, body: (cursor: string | null) => unknown, finding: RegExp][] = [
      [
        'repeat a cursor',
        (cursor) => pageAfter(cursor, { next: (number) => `c${(number + 1) % 3 || 3}` }),
        /repeats a (?:cursor|role) of an earlier page/,
      ],
      [
        'have the same cursor on every page',
        (cursor) => ({ ...pageAfter(cursor), data: [], nextPage: 'c1' }),
        /page 2 of the roles repeats a cursor of an earlier page/,
      ],
      [
        'have the same role on two pages',
        (cursor) => ({ ...pageAfter(cursor), data: [{ id: '1', name: 'staff' }] }),
        /page 2 of the roles repeats a role of an earlier page/,
      ],
      [
        'do not end',
        (cursor) => pageAfter(cursor),
        /the list of roles does not end: page 1000 still has a cursor/,
      ],
      ['are wrapped', () => ({ roles: [], data: { data: [] } }), /is not a valid page of roles: \$\.data: /],
      [
        'have a cursor that is a number',
        () => ({ data: [], nextPage: 7 }),
        /is not a valid page of roles: \$\.nextPage: /,
      ],
      ['are a bare list', () => [{ id: '1', name: 'staff' }], /is not a valid page of roles: \$: /],
    ]
    const replies = cases.map(([, body]) => (cursor: string | null) => {
      asked++
      return { body: body(cursor) }
    })
    const found = await compareAll(replies, last)
    expect(cases.map(([what], index) => [what, found[index]])).toEqual(
      cases.map(([what, , finding]) => [what, [expect.stringMatching(finding)]]),
    )
    expect(asked).toBeLessThan(1100)
  })

  it.each<[state: string, body: object, field: string]>([
    ['no roles exist', { data: 7 }, 'data'],
    ['no roles exist', { data: {} }, 'data'],
    ['the last page', { data: [], nextPage: 7 }, 'nextPage'],
    ['the last page', { data: [], nextPage: false }, 'nextPage'],
  ])('are broken in the state "%s", also if no field is demanded: %j', async (state, body, field) => {
    const url = await serviceOf(() => ({ body }))
    const pacts = pactFile({ states: [state] })
    const { exitCode, report } = await expectFailure({ pacts, against: { url, tokens } })
    expect(exitCode).toBe(1)
    expect(report.interactions[0]?.mismatches[0]?.message).toContain(
      `not a valid page of roles: $.${field}: `,
    )
  })

  it('that do not end are broken in a verification', async () => {
    const url = await serviceOf(() => ({ body: { data: [], nextPage: 'again' } }))
    const { exitCode, report } = await expectFailure({ pacts: pactFile(last), against: { url, tokens } })
    expect(exitCode).toBe(1)
    expect(report.interactions[0]).toMatchObject({ outcome: 'broken' })
  })
})
