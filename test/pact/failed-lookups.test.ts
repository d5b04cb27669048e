import { expect, it } from 'vitest'
import { exampleVolunteer } from '../../src/convention/volunteer/example.js'
import type { FixtureName } from '../../src/convention/volunteer/fixtures.js'
import { volunteerPath } from '../support/ask.js'
import { verifyCases, type Answer } from './support/cases.js'
import type { Interaction } from './support/pacts.js'
import { fixtures as allFixtures } from './support/service-users.js'

/** An interaction, how the service answers, and what the outcome with its reason must match. */
type Lookup = readonly [what: string, interaction: Interaction, answer: Answer, finding: unknown]

const tokens = { 'user:read': 'of-roles', 'volunteer:read': 'of-volunteers' }
/** All fixtures are one user, so that one record answers for each of them. */
const fixtures = Object.fromEntries(Object.keys(allFixtures).map((name) => [name, 'r-1']))

async function expectFindings(lookups: readonly Lookup[]): Promise<void> {
  const interactions = await verifyCases(lookups, { service: { tokens, fixtures } })
  const found = interactions.map(({ description, outcome, reason, mismatches }) => {
    const texts = mismatches.flatMap(({ path: at, message }) => [at, message])
    return [description, [outcome, reason, ...texts].filter(Boolean).join(' ')]
  })
  expect(found).toEqual(lookups.map(([what, , , finding]) => [what, finding]))
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

it('a wrong response for a volunteer is a problem for every interaction, and no interaction is skipped', async () => {
  const html = { 'content-type': 'text/html' }
  const answers: [what: string, answer: Answer, finding: RegExp][] = [
    ['500', { status: 500, body: {} }, /^problem .*responds with 500 to GET \/api\/v0\/users\/r-/],
    ['404', { status: 404, body: {} }, /^problem .*the service responds with 404 to GET/],
    ['403', { status: 403, body: {} }, /^problem .*the service responds with 403 to GET/],
    ['401', { status: 401, body: {} }, /^problem .*the service rejects the token for volunteer:read/],
    ['302', { status: 302, body: {} }, /^problem .*the service responds with 302 to GET/],
    ['HTML', { headers: html, body: '<html></html>' }, /^problem .*does not respond with JSON to GET/],
    ['an empty body', { body: '' }, /^problem .*does not respond with JSON to GET/],
  ]
  await expectFindings(
    answers.flatMap(([what, answer, finding]) =>
      [volunteer, empty, withoutState].map((interaction): Lookup => [
        what,
        interaction,
        answer,
        expect.stringMatching(finding),
      ]),
    ),
  )
})

const record = { ...exampleVolunteer, user: { ...exampleVolunteer.user, id: 'r-1' } }
const { preferredName, ...unnamed } = record.user
const renamed = { ...unnamed, preferredname: preferredName }

function withDepartment(department: object) {
  return { ...record, departments: [{ id: '1', states: [], ...department }] }
}

it('a record that does not match names the field and the rule', async () => {
  const records: [what: string, body: unknown, outcome: 'broken' | 'problem', reason: string][] = [
    ['a wrapped record', { data: record }, 'broken', '$.id: '],
    ['null', null, 'broken', '$: '],
    ['a list', [record], 'broken', '$: '],
    ['a name of another type', withDepartment({ name: 7 }), 'broken', '$.departments[0].name: '],
    ['a renamed field', { ...record, user: renamed }, 'broken', '$.user.preferredname: must be written "pre'],
    ['an absent field', { ...record, user: unnamed }, 'problem', '$.user.preferredName must be a string;'],
    [
      'an empty list',
      { ...record, options: [] },
      'problem',
      '$.options must have at least one element; use the id of',
    ],
    ['null as a name', withDepartment({ name: null }), 'broken', '$.departments[0].name: '],
    ['no name', withDepartment({}), 'problem', '$.departments[*].name must be present;'],
  ]
  const about = 'state "a volunteer exists {userId: 42}": the record of the user of --fixture userId'
  await expectFindings(
    records.map(([what, body, outcome, reason]) => {
      const rule = outcome === 'broken' ? 'violates the API specification' : 'does not match the state'
      return [what, volunteer, { body }, expect.stringContaining(`${outcome} ${about} ${rule}: ${reason}`)]
    }),
  )
})

/** A state, its fixture, and the body that the pact expects. */
interface About {
  readonly state: string
  readonly as?: 'null' | 'absent'
  readonly fixture: FixtureName
  readonly expected?: object
}

const UNNAMED = 'a volunteer without preferred name'
const isNull: About = { state: UNNAMED, as: 'null', fixture: 'userWithPreferredNameNull' }
const isAbsent: About = { state: UNNAMED, as: 'absent', fixture: 'userWithPreferredNameAbsent' }
const isEmpty: About = { state: 'a volunteer with nothing in its lists', fixture: 'userWithEmptyLists' }
const everyType: About = {
  state: 'a volunteer with options of every type',
  fixture: 'userWithEveryOptionType',
}
const isUnnamed: About = {
  state: 'a volunteer with an unnamed department',
  fixture: 'userWithUnnamedDepartment',
}

it('a state needs a record that fits', async () => {
  const [one, two] = [1, 2].map((count) => ({ ...record, options: record.options.slice(0, count) }))
  const onlyName = { ...everyType, expected: { options: [{ name: 'T-shirt size' }] } }
  const onlyTwo = { ...everyType, expected: { options: two!.options.map(({ type }) => ({ type })) } }
  const secondType = `$.options[*].type must be ${record.options[1]!.type} in one element;`
  const invalid = { departments: [], contactMethods: 7, options: [{}] }
  const rows: [what: string, about: About, body: unknown, reason?: string][] = [
    ['a name instead of null', isNull, record, '$.user.preferredName must be null'],
    ['a name instead of none', isAbsent, record, '$.user must have no preferredName'],
    [
      'full lists',
      isEmpty,
      record,
      '$.contactMethods must be empty; $.departments must be empty; $.options ',
    ],
    ['named departments', isUnnamed, record, '$.departments must have an element without a name'],
    ['one option', everyType, one, '$.options[*].type must be '],
    ['one option, of which the name is demanded', onlyName, one, '$.options[*].type must be '],
    ['the two types that are demanded', onlyTwo, two],
    ['one of two types that are demanded', onlyTwo, one, secondType],
    ['no name, which is not needed', isNull, { ...record, user: unnamed }],
    ['invalid lists, which are not needed', isEmpty, { ...record, ...invalid }],
  ]
  await expectFindings(
    rows.map(([what, { state, as, fixture, expected = { id: record.id } }, body, reason]) => {
      const states: Interaction['states'] = [[state, { userId: '42', ...(as === undefined ? {} : { as }) }]]
      const interaction: Interaction = { path, states, body: expected }
      if (reason === undefined) return [what, interaction, { body }, 'verified']
      const problem = `: the record of the user of --fixture ${fixture} does not match the state: ${reason}`
      return [what, interaction, { body }, expect.stringContaining(problem)]
    }),
  )
})

/** An endless list of roles: each page has one role, and the cursor of another page. */
function pageAfter(cursor: string | null, next = (number: number) => `c${number + 1}`): object {
  const number = Number(cursor?.slice(1) ?? 0)
  return { data: [{ id: String(number), name: 'staff' }], nextPage: next(number) }
}

it('inconsistent roles of a service break the pact, also if no field is demanded', async () => {
  let asked = 0
  const last: Interaction = { states: ['the last page'], body: { data: [{ id: '1' }], nextPage: null } }
  const data = [{ id: '1', name: 'staff' }]
  const lists: [what: string, body: (cursor: string | null) => unknown, finding: RegExp, of?: Interaction][] =
    [
      ['repeat a cursor', (cursor) => pageAfter(cursor, (n) => `c${(n + 1) % 3 || 3}`), /repeats a cursor/],
      ['have one cursor', () => ({ data: [], nextPage: 'c1' }), /page 2 of the roles repeats a cursor/],
      ['have one role', (cursor) => ({ ...pageAfter(cursor), data }), /page 2 of the roles repeats a record/],
      ['do not end', (cursor) => pageAfter(cursor), /do not end: page 1000 still has a cursor/],
      ['are wrapped', () => ({ roles: [], data: { data: [] } }), /is not a valid page of roles: \$\.data: /],
      ['have 7 as a cursor', () => ({ data: [], nextPage: 7 }), /a valid page of roles: \$\.nextPage: /],
      ['have an empty cursor', () => ({ data: [], nextPage: '' }), /page 1 of the roles has an empty cursor/],
      ['are a bare list', () => data, /is not a valid page of roles: \$: /],
      [
        'are 7, and no roles exist',
        () => ({ data: 7 }),
        /^broken .*not a valid page of roles: \$\.data: /,
        { states: ['no roles exist'] },
      ],
      [
        'have false as a cursor',
        () => ({ data: [], nextPage: false }),
        /^broken .*not a valid page of roles: \$\.nextPage: /,
        { states: ['the last page'] },
      ],
    ]
  await expectFindings(
    lists.map(([what, body, finding, interaction = last]) => {
      const answer: Answer = (cursor) => {
        asked++
        return { body: body(cursor) }
      }
      return [what, interaction, answer, expect.stringMatching(finding)]
    }),
  )
  expect(asked).toBeLessThan(1100)
})

it('a page that cannot be read is a problem, and not an empty list', async () => {
  const data = [{ id: '1', name: 'staff' }]
  const wrong: [what: string, members: string, page: object][] = [
    ['a renamed list', '"items", "nextPage"', { items: data, nextPage: 'c1' }],
    ['a renamed list on the only page', '"items"', { items: data }],
    ['a renamed list that is empty', '"items", "nextPage"', { items: [], nextPage: null }],
    ['a renamed list beside null', '"data", "items"', { data: null, items: data }],
    ['no list before a cursor', '"nextPage"', { nextPage: 'c1' }],
    ['null before a cursor', '"data", "nextPage"', { data: null, nextPage: 'c1' }],
    ['a wrapped page', '"roles"', { roles: { data, nextPage: null } }],
    ['an error', '"error"', { error: 'try again later' }],
    ['more without a cursor', '"hasMore"', { hasMore: true }],
  ]
  const states = ['roles exist', 'no roles exist', 'the last page', 'a cursor to page']
  const problem =
    'problem .*page 1 of the roles has no list in "data", and is not an empty last page; its members: '
  await expectFindings(
    wrong.flatMap(([what, members, body]) =>
      states.map((state): Lookup => [
        what,
        { states: [state] },
        { body },
        expect.stringMatching(problem + members),
      ]),
    ),
  )
})

it('an empty last page needs no list, whatever else it has', async () => {
  const pages = [{}, { data: null }, { nextPage: null }, { hasMore: false, total: 0, next: null }]
  await expectFindings(pages.map((body) => ['empty', { states: ['no roles exist'] }, { body }, 'verified']))
})
