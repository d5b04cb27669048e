import * as z from 'zod/mini'
import { listsOfRecord, optionTypes } from './values.js'
import type { Volunteer } from '../resources.js'
import { getVolunteer, volunteerPath } from './operation.js'
import { SetupProblem } from '../../common/errors.js'
import { isPlainObject } from '../../common/plain-object.js'
import { checkSpecification, findViolations, isDemanded } from '../../pact/common/specification.js'
import { placesAt } from '../../pact/common/verifier-path.js'
import type { MockCore } from '../types.js'
import type { FixtureName } from './fixtures.js'
import {
  defineState,
  MissingFlagsError,
  nullOrAbsent,
  pathId as userId,
  selectId,
  type MockSetup,
  type NullOrAbsent,
  type ProviderState,
  type ServiceLookup,
  type StateValues,
} from '../../pact/states/definition.js'
import { exampleVolunteer } from './example.js'

interface OfUser {
  /** The id of the user. @default that of the previous state, or of the path of the request, or any */
  userId?: string | number | undefined
}

/** The states of one volunteer record or its user. */
export interface VolunteerStates {
  /**
   * The user has a volunteer record, with elements in each list, a name in every department, and a preferred name.
   */
  readonly volunteerExists: ProviderState<OfUser>
  /** The user has a record without a preferred name. */
  readonly volunteerWithoutPreferredName: ProviderState<
    OfUser & {
      /** `preferredName`: `null`, or absent. @default that of the mock */
      as?: NullOrAbsent
    }
  >
  /** The record has one department, without a name. */
  readonly volunteerWithUnnamedDepartment: ProviderState<OfUser>
  /** The record has one option of each type: select, multi, text and number. */
  readonly volunteerWithEveryOptionType: ProviderState<OfUser>
  /** The lists of contact methods, departments and options are empty. */
  readonly volunteerWithEmptyLists: ProviderState<OfUser>
  /** The user does not exist. */
  readonly unknownUser: ProviderState<OfUser>
  /** The user exists and has no volunteer record. */
  readonly userWithoutRecord: ProviderState<OfUser>
}

type Changes = Parameters<MockCore['volunteers']['update']>[1]

const SOME_USER = '4711'

const returns = {
  userId: 'The id of the user',
  volunteerId: 'The id of the volunteer record',
}

/** A record with a value in every field, for pacts that need at least one element in each list. */
const completeRecord = {
  user: { preferredName: 'Sam' },
  contactMethods: exampleVolunteer.contactMethods,
  departments: [{ id: '501', states: ['interest', 'experience'], name: 'Registration' }],
  options: exampleVolunteer.options.slice(0, 1),
} satisfies Changes

/** Returns the id of the user that a state is about, and whether an earlier state was about the same one. */
function selectUser({ context }: MockSetup, given: string | undefined) {
  const id = given ?? context.ids['userId']?.at(-1) ?? SOME_USER
  return { id, isKnown: selectId(context, 'userId', id) }
}

function recordsOf({ mock }: MockSetup): Pick<MockCore, 'volunteers' | 'users'> {
  return mock as object as MockCore
}

/** Creates or updates the record of the user. The changes of previous states are kept. */
async function saveVolunteer(
  setup: MockSetup,
  given: string | undefined,
  changes: Changes,
): Promise<StateValues> {
  const { id, isKnown } = selectUser(setup, given)
  const { volunteers, users } = recordsOf(setup)
  if (!users.find(id)) await users.create({ id })
  const where = { user: { id } }
  const exists = volunteers.find(where) !== undefined
  const base: Changes = exists && isKnown ? {} : completeRecord
  const wanted = { ...base, ...changes, user: { ...base.user, ...changes.user, id } }
  const volunteer = await (exists ? volunteers.update(where, wanted) : volunteers.create(wanted))
  return { userId: id, volunteerId: volunteer.id }
}

/** Returns the user id of a fixture. @throws MissingFlagsError If the fixture was not given. */
async function requireFixture(lookup: ServiceLookup, name: FixtureName): Promise<string> {
  const id = lookup.fixtures[name]
  if (id === undefined)
    throw new MissingFlagsError('the id of a user for this state is missing', [`--fixture ${name}=…`])
  selectId(lookup.context, 'userId', id)
  return id
}

/** A rule that a state makes for a place in a record: the rule in words, and whether it holds. */
type Rule = readonly [place: string, rule: string, holds: (volunteer: Volunteer) => boolean]

/** Whether a record has a valid value at a place. */
function isReadable({ api }: ServiceLookup, body: unknown, place: string): boolean {
  const [field = place] = place.split('[')
  const isWrong = findViolations(api, body, 'Volunteer').some((violation) => violation.path.startsWith(field))
  return placesAt(body, field).length > 0 && !isWrong
}

/**
 * @param rules Apply to the places that the interaction demands. If it demands none of them, they apply to all places that
 *   the record has. Otherwise a record without the state would do.
 * @param allowsAny Whether any record will do then.
 * @throws SpecificationBroken If something that the interaction demands violates the API specification.
 */
async function lookupVolunteer(
  lookup: ServiceLookup,
  name: FixtureName,
  rules: readonly Rule[],
  allowsAny = false,
): Promise<StateValues> {
  const id = await requireFixture(lookup, name)
  const body = await lookup.get(volunteerPath(id), getVolunteer.scope)
  const record = `the record of the user of --fixture ${name}`
  const { api, context } = lookup
  const { expectedBody } = context
  const violates = `${record} violates the API specification`
  checkSpecification(api, body, 'Volunteer', violates, expectedBody)
  const volunteer = body as Volunteer
  const demanded = rules.filter(([place]) => isDemanded(expectedBody, place))
  const isOpen = demanded.length === 0 && !allowsAny
  const applied = isOpen ? rules.filter(([place]) => isReadable(lookup, body, place)) : demanded
  const broken = applied.filter(([, , holds]) => !holds(volunteer))
  if (broken.length > 0) {
    // A record that violates the API specification is no reason to look for another user.
    checkSpecification(api, body, 'Volunteer', violates, body)
    const reasons = broken.map(([place, rule]) => `${place} ${rule}`).join('; ')
    throw new SetupProblem(
      `${record} does not match the state: ${reasons}; use the id of another user, unless the service has renamed the field`,
    )
  }
  const { id: volunteerId } = isPlainObject(body) ? body : {}
  return { userId: id, ...(typeof volunteerId === 'string' ? { volunteerId } : {}) }
}

const userParameters = z.strictObject({ userId })

function defineVolunteerState(state: {
  readonly name: string
  readonly fixture: FixtureName
  readonly changes: Changes
  /** For a service. Some depend on the body in the pact. */
  readonly rules: readonly Rule[] | ((expectedBody: unknown) => readonly Rule[])
  readonly allowsAny?: boolean
}) {
  const { rules } = state
  const rulesFor = typeof rules === 'function' ? rules : () => rules
  return defineState({
    name: state.name,
    parameters: userParameters,
    returns,
    inService: `\`--fixture ${state.fixture}=…\``,
    needsRecords: true,
    onMock: (setup, given) => saveVolunteer(setup, given.userId, state.changes),
    onService: (lookup) =>
      lookupVolunteer(lookup, state.fixture, rulesFor(lookup.context.expectedBody), state.allowsAny),
  })
}

/** Defines a state without a volunteer record: the user exists or does not exist. */
function defineStateWithoutRecord(predicate: string, fixture: 'unknownUser' | 'userWithoutRecord') {
  return defineState({
    name: `the user ${predicate}`,
    parameters: userParameters,
    returns: { userId: returns.userId },
    inService: `\`--fixture ${fixture}=…\``,
    async onMock(setup, given) {
      const { id } = selectUser(setup, given.userId)
      const { users, volunteers } = recordsOf(setup)
      await volunteers.deleteMany({ user: { id } })
      const exists = users.find(id) !== undefined
      if (fixture === 'userWithoutRecord' && !exists) await users.create({ id })
      if (fixture === 'unknownUser' && exists) await users.delete(id)
      return { userId: id }
    },
    onService: async (lookup) => ({ userId: await requireFixture(lookup, fixture) }),
  })
}

export const volunteerStates = {
  volunteerExists: defineVolunteerState({
    name: 'a volunteer exists',
    fixture: 'userId',
    changes: {},
    allowsAny: true,
    rules: [
      ...listsOfRecord.map((name): Rule => [
        `$.${name}`,
        'must have at least one element',
        (record) => record[name].length > 0,
      ]),
      [
        '$.departments[*].name',
        'must be present',
        ({ departments }) => departments.every(({ name }) => name !== undefined),
      ],
      ['$.user.preferredName', 'must be a string', ({ user }) => typeof user.preferredName === 'string'],
    ],
  }),

  volunteerWithoutPreferredName: defineState({
    name: 'a volunteer without preferred name',
    parameters: z.strictObject({ userId, as: nullOrAbsent }),
    returns,
    inService:
      '`--fixture userWithPreferredNameNull=…` or `userWithPreferredNameAbsent=…`, depending on `as`; without `as` any of them',
    needsRecords: true,
    onMock(setup, given) {
      if (given.as === 'null') return saveVolunteer(setup, given.userId, { user: { preferredName: null } })
      if (given.as === 'absent') setup.mock.assume({ 'user.preferredNameUnset': 'absent' })
      return saveVolunteer(setup, given.userId, { user: { preferredName: undefined } })
    },
    onService(lookup, { as }) {
      const wanted = as ?? (lookup.fixtures['userWithPreferredNameAbsent'] === undefined ? 'null' : 'absent')
      return wanted === 'null'
        ? lookupVolunteer(lookup, 'userWithPreferredNameNull', [
            ['$.user.preferredName', 'must be null', ({ user }) => user.preferredName === null],
          ])
        : lookupVolunteer(lookup, 'userWithPreferredNameAbsent', [
            ['$.user', 'must have no preferredName', ({ user }) => !('preferredName' in user)],
          ])
    },
  }),

  volunteerWithUnnamedDepartment: defineVolunteerState({
    name: 'a volunteer with an unnamed department',
    fixture: 'userWithUnnamedDepartment',
    changes: { departments: [{ id: '502', states: ['request'], name: undefined }] },
    rules: [
      [
        '$.departments',
        'must have an element without a name',
        ({ departments }) => departments.some((department) => !('name' in department)),
      ],
    ],
  }),

  volunteerWithEveryOptionType: defineVolunteerState({
    name: 'a volunteer with options of every type',
    fixture: 'userWithEveryOptionType',
    changes: { options: exampleVolunteer.options },
    rules(expectedBody) {
      const demanded = placesAt(expectedBody, '$.options[*].type').map(({ value }) => value)
      // A pact that demands no type needs all of them. Otherwise a record without the state would do.
      const types = optionTypes.filter((type) => demanded.length === 0 || demanded.includes(type))
      return types.map((type): Rule => [
        '$.options[*].type',
        `must be ${type} in one element`,
        ({ options }) => options.some((option) => option.type === type),
      ])
    },
  }),

  volunteerWithEmptyLists: defineVolunteerState({
    name: 'a volunteer with nothing in its lists',
    fixture: 'userWithEmptyLists',
    changes: { contactMethods: [], departments: [], options: [] },
    rules: listsOfRecord.map((name) => [`$.${name}`, 'must be empty', (record) => record[name].length === 0]),
  }),

  unknownUser: defineStateWithoutRecord('does not exist', 'unknownUser'),

  userWithoutRecord: defineStateWithoutRecord('exists without a record', 'userWithoutRecord'),
} as const
