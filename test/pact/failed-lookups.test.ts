import { describe, expect, it } from 'vitest'
import type { StateHandlers, VerificationReport } from '../../src/pact.js'
import { runVerification } from '../../src/pact/verification/verify.js'
import { volunteerPath } from '../support/ask.js'
import { exampleVolunteer } from '../../src/convention/volunteer/example.js'
import { pactFile, type Interaction } from './support/pacts.js'
import { expectFailure } from './support/failure.js'
import { startReplies, type Reply } from './support/servers.js'

const tokens = { 'user:read': 'of-roles', 'volunteer:read': 'of-volunteers' }

/** The outcome of each interaction, with its reason. */
function findings({ interactions }: VerificationReport): string[] {
  return interactions.map(({ outcome, reason = '', mismatches }) =>
    [outcome, reason, ...mismatches.flatMap(({ path: at, message }) => [at, message])]
      .filter(Boolean)
      .join(' '),
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
const withoutState: Interaction = {
  path: volunteerPath('1'),
  states: [['a volunteer exists', { userId: '1' }]],
}

const record = { ...exampleVolunteer, user: { ...exampleVolunteer.user, id: 'r-1' } }
const { preferredName, ...unnamed } = record.user

const html = { 'content-type': 'text/html' }
const constantly = (reply: Reply) => () => reply

/** Verifies each reply as if it came from its own service. A state selects the reply. */
async function verifyAll(
  replies: readonly ((cursor: string | null) => Reply)[],
  ...interactions: readonly Interaction[]
): Promise<string[][]> {
  let current = replies[0]!
  const url = await startReplies((request) =>
    current(new URL(request.url!, 'http://service').searchParams.get('nextPage')),
  )
  const fixtures = { userId: 'r-1', userWithEmptyLists: 'r-2' }
  const states: StateHandlers = {
    'the service is {number}'({ number }, { target }) {
      if (target === 'service') current = replies[Number(number)]!
    },
  }
  const all = replies.flatMap((_, number) =>
    interactions.map((each) => ({ ...each, states: [`the service is ${number}`, ...(each.states ?? [])] })),
  )
  const pacts = pactFile(...all)
  const found = findings((await expectFailure({ pacts, against: { url, tokens, fixtures }, states })).report)
  const { length } = interactions
  return replies.map((_, index) => found.slice(index * length, (index + 1) * length))
}

it('a wrong response for a volunteer is a problem for every interaction, and no interaction is skipped', async () => {
  const cases: [what: string, reply: Reply, finding: RegExp][] = [
    ['500', { status: 500, body: {} }, /^problem .*responds with 500 to GET \/api\/v0\/users\/r-/],
    ['404', { status: 404, body: {} }, /^problem .*the service responds with 404 to GET/],
    ['403', { status: 403, body: {} }, /^problem .*the service responds with 403 to GET/],
    ['401', { status: 401, body: {} }, /^problem .*the service rejects the token for volunteer:read/],
    ['302', { status: 302, body: {} }, /^problem .*the service responds with 302 to GET/],
    ['HTML', { headers: html, body: '<html></html>' }, /^problem .*does not respond with JSON to GET/],
    ['an empty body', { body: '' }, /^problem .*does not respond with JSON to GET/],
  ]
  const replies = cases.map(([, reply]) => constantly(reply))
  const found = await verifyAll(replies, volunteer, empty, withoutState)
  expect(cases.map(([what], index) => [what, found[index]])).toEqual(
    cases.map(([what, , finding]) => [what, [1, 2, 3].map(() => expect.stringMatching(finding) as string)]),
  )
})

const withDepartment = (department: object) => ({ ...record, departments: [department] })
const renamed = { ...unnamed, preferredname: preferredName }

const records: [what: string, body: unknown, outcome: 'broken' | 'problem', reason: string][] = [
  ['a wrapped record', { data: record }, 'broken', '$.id: '],
  ['null', null, 'broken', '$: '],
  ['a list', [record], 'broken', '$: '],
  [
    'a name of another type',
    withDepartment({ id: '1', states: [], name: 7 }),
    'broken',
    '$.departments[0].name: ',
  ],
  [
    'a renamed field',
    { ...record, user: renamed },
    'broken',
    '$.user.preferredname: must be written "prefer',
  ],
  ['an absent field', { ...record, user: unnamed }, 'problem', '$.user.preferredName must be a text;'],
  [
    'an empty list',
    { ...record, options: [] },
    'problem',
    '$.options must have at least one element; use the id of',
  ],
  [
    'null as a name',
    withDepartment({ id: '1', states: [], name: null }),
    'broken',
    '$.departments[0].name: ',
  ],
  ['no name', withDepartment({ id: '1', states: [] }), 'problem', '$.departments[*].name must be present;'],
]

it('a record that does not match names the field and the rule', async () => {
  const replies = records.map(([, body]) => constantly({ body }))
  const found = await verifyAll(replies, volunteer)
  const of = 'the record of the user of --fixture userId'
  expect(records.map(([what], index) => [what, found[index]])).toEqual(
    records.map(([what, , outcome, reason]) => {
      const rule = outcome === 'broken' ? 'violates the API specification' : 'does not match the state'
      const state = 'state "a volunteer exists {userId: 42}":'
      return [what, [expect.stringContaining(`${outcome} ${state} ${of} ${rule}: ${reason}`)]]
    }),
  )
})

const isNull = {
  state: 'a volunteer without preferred name',
  as: 'null',
  fixture: 'userWithPreferredNameNull',
}
const isAbsent = { ...isNull, as: 'absent', fixture: 'userWithPreferredNameAbsent' }
const isEmpty = { state: 'a volunteer with nothing in its lists', fixture: 'userWithEmptyLists' }
const everyType = { state: 'a volunteer with options of every type', fixture: 'userWithEveryOptionType' }
const isUnnamed = { state: 'a volunteer with an unnamed department', fixture: 'userWithUnnamedDepartment' }
const invalid = { contactMethods: 7, options: [{}] }
const twoOptions = { ...record, options: record.options.slice(0, 2) }
const twoTypes = twoOptions.options.map(({ type }) => ({ type }))
const oneOption = { ...record, options: record.options.slice(0, 1) }

const onlyName = { ...everyType, expected: { options: [{ name: 'T-shirt size' } as object] } }
type About = typeof isEmpty & Partial<typeof isNull & typeof onlyName>

it.each<[what: string, about: About, body: unknown, reason?: string]>([
  ['a name instead of null', isNull, record, '$.user.preferredName must be null'],
  ['a name instead of none', isAbsent, record, '$.user must have no preferredName'],
  ['full lists', isEmpty, record, '$.options must be empty'],
  ['named departments', isUnnamed, record, '$.departments must have an element without a name'],
  ['one option', everyType, oneOption, '$.options[*].type must be '],
  ['one option, of which the name is demanded', onlyName, oneOption, '$.options[*].type must be '],
  ['the two types that are demanded', { ...everyType, expected: { options: twoTypes } }, twoOptions],
  [
    'one of two types that are demanded',
    { ...everyType, expected: { options: twoTypes } },
    oneOption,
    `$.options[*].type must be ${record.options[1]!.type} in one element;`,
  ],
  ['no name, which is not needed', isNull, { ...record, user: unnamed }],
  ['invalid lists, which are not needed', isEmpty, { ...record, departments: [], ...invalid }],
])('a state needs a record with it: %s', async (_, { state: name, fixture, as, expected }, body, reason) => {
  const against = { url: await startReplies(constantly({ body })), tokens, fixtures: { [fixture]: 'r-1' } }
  const states: Interaction['states'] = [[name, { userId: '42', ...(as === undefined ? {} : { as }) }]]
  const pacts = pactFile({ path, states, body: expected ?? { id: exampleVolunteer.id } })
  if (reason === undefined) {
    const { outcome } = await runVerification({ pacts, against }, { specification: false })
    if (outcome === 'verified') return
    throw new Error(outcome)
  }
  const { report } = await expectFailure({ pacts, against }, 2)
  const why = report.interactions[0]?.reason
  expect(why).toContain(`the record of the user of --fixture ${fixture} does not match the state`)
  expect(why).toContain(reason)
})

/** An endless list of roles: each page has one role, and the cursor of another page. */
function pageAfter(cursor: string | null, next = (number: number) => `c${number + 1}`): object {
  const number = Number(cursor?.slice(1) ?? 0)
  return { data: [{ id: String(number), name: 'staff' }], nextPage: next(number) }
}

describe('roles of a service', () => {
  const last: Interaction = { states: ['the last page'], body: { data: [{ id: '1' }], nextPage: null } }

  it('that are inconsistent break the pact', async () => {
    let asked = 0
    const data = [{ id: '1', name: 'staff' }]
    const cases: [what: string, body: (cursor: string | null) => unknown, finding: RegExp][] = [
      ['repeat a cursor', (cursor) => pageAfter(cursor, (n) => `c${(n + 1) % 3 || 3}`), /repeats a cursor/],
      ['have one cursor', () => ({ data: [], nextPage: 'c1' }), /page 2 of the roles repeats a cursor/],
      ['have one role', (cursor) => ({ ...pageAfter(cursor), data }), /page 2 of the roles repeats a record/],
      ['do not end', (cursor) => pageAfter(cursor), /does not end: page 1000 still has a cursor/],
      ['are wrapped', () => ({ roles: [], data: { data: [] } }), /is not a valid page of roles: \$\.data: /],
      ['have 7 as a cursor', () => ({ data: [], nextPage: 7 }), /a valid page of roles: \$\.nextPage: /],
      ['have an empty cursor', () => ({ data: [], nextPage: '' }), /page 1 of the roles has an empty cursor/],
      ['are a bare list', () => data, /is not a valid page of roles: \$: /],
    ]
    const replies = cases.map(([, body]) => (cursor: string | null) => {
      asked++
      return { body: body(cursor) }
    })
    const found = await verifyAll(replies, last)
    expect(cases.map(([what], index) => [what, found[index]])).toEqual(
      cases.map(([what, , finding]) => [what, [expect.stringMatching(finding)]]),
    )
    expect(asked).toBeLessThan(1100)
  })

  it.each<[state: string, body: object, field: string]>([
    ['no roles exist', { data: 7 }, 'data'],
    ['the last page', { data: [], nextPage: false }, 'nextPage'],
  ])('are broken in the state "%s", also if no field is demanded: %j', async (state, body, field) => {
    const against = { url: await startReplies(constantly({ body })), tokens }
    const { report } = await expectFailure({ pacts: pactFile({ states: [state] }), against }, 1)
    const [{ message } = expect.fail()] = report.interactions[0]!.mismatches
    expect(message).toContain(`not a valid page of roles: $.${field}: `)
  })
})
