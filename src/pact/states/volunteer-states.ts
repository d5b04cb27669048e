import * as z from 'zod/mini'
import { optionTypes } from '../../contract/resources/volunteer-values.js'
import type { Volunteer } from '../../contract/resources.js'
import { operations } from '../../contract/operations.js'
import { SetupProblem } from '../common/problem.js'
import type { MockCore } from '../../mock/mock-core.js'
import type { FixtureName } from './fixtures.js'
import {
  defineState,
  StateUnavailableError,
  type MockSetup,
  type ServiceLookup,
  type StateValues,
} from './definition.js'
import { exampleVolunteer } from '../like/like-example.js'
import { nullOrAbsent, userId } from './parameters.js'

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

function selectUser({ context }: { context: MockSetup['context'] }, given: string | undefined): string {
  const id = given ?? context.userId ?? SOME_USER
  context.users.add(id)
  return (context.userId = id)
}

/** Creates or updates the record of the user. The changes of previous states are kept. */
async function saveVolunteer(
  setup: MockSetup,
  given: string | undefined,
  changes: Changes,
): Promise<StateValues> {
  const before = new Set(setup.context.users)
  const id = selectUser(setup, given)
  const where = { user: { id } }
  const { volunteers, users } = setup.mock
  if (!users.find(id)) await users.create({ id })
  const exists = volunteers.find(where) !== undefined
  if (!exists) await volunteers.create({ ...completeRecord, user: { ...completeRecord.user, id } })
  else if (!before.has(id)) await volunteers.update(where, completeRecord)
  const volunteer = await volunteers.update(where, changes)
  return { userId: id, volunteerId: volunteer.id }
}

async function removeVolunteer({ mock }: MockSetup, id: string): Promise<void> {
  const where = { user: { id } }
  if (mock.volunteers.find(where)) await mock.volunteers.delete(where)
}

/** Returns the user id of a fixture. @throws StateUnavailableError If the fixture was not given. */
async function requireFixture(lookup: ServiceLookup, name: FixtureName): Promise<string> {
  const id = lookup.fixtures[name]
  if (id === undefined)
    throw new StateUnavailableError(`the id of a user for this state is missing; add --fixture ${name}=…`)
  lookup.context.userId = id
  return id
}

async function lookupVolunteer(
  lookup: ServiceLookup,
  name: FixtureName,
  matches: (volunteer: Volunteer) => boolean,
): Promise<StateValues> {
  const id = await requireFixture(lookup, name)
  const path = operations.getVolunteer.path.replace(':id', encodeURIComponent(id))
  const volunteer = (await lookup.get(path, operations.getVolunteer.scope)) as Volunteer
  let isMatch = false
  try {
    isMatch = matches(volunteer)
  } catch {
    // A record that violates the API specification does not match.
  }
  if (!isMatch) {
    throw new SetupProblem(
      `the record of the user of --fixture ${name} does not match the state; use the id of another user`,
    )
  }
  return { userId: id, volunteerId: volunteer.id }
}

const userParameters = z.strictObject({ userId })

function defineVolunteerState(state: {
  readonly name: string
  readonly description: string
  readonly fixture: FixtureName
  readonly changes: Changes
  readonly matches: (volunteer: Volunteer) => boolean
}) {
  return defineState({
    name: state.name,
    forms: [`${state.name} for user {userId}`, `${state.name} for user`],
    description: state.description,
    parameters: userParameters,
    returns,
    inService: `\`--fixture ${state.fixture}=…\``,
    onMock: (setup, given) => saveVolunteer(setup, given.userId, state.changes),
    onService: (lookup) => lookupVolunteer(lookup, state.fixture, state.matches),
  })
}

/** Defines a state without a volunteer record: the user exists or does not exist. */
function defineStateWithoutRecord(state: {
  readonly name: string
  readonly forms: readonly string[]
  readonly description: string
  readonly fixture: FixtureName
  readonly exists: boolean
}) {
  return defineState({
    name: state.name,
    forms: state.forms,
    description: state.description,
    parameters: userParameters,
    returns: { userId: returns.userId },
    inService: `\`--fixture ${state.fixture}=…\``,
    async onMock(setup, given) {
      const id = selectUser(setup, given.userId)
      const { users } = setup.mock
      await removeVolunteer(setup, id)
      const exists = users.find(id) !== undefined
      if (state.exists && !exists) await users.create({ id })
      if (!state.exists && exists) await users.delete(id)
      return { userId: id }
    },
    onService: async (lookup) => ({ userId: await requireFixture(lookup, state.fixture) }),
  })
}

export const volunteerStates = {
  volunteerExists: defineVolunteerState({
    name: 'a volunteer exists',
    description:
      'The user has a volunteer record. Each list in it has at least one element, every department has a name, and the user has a preferred name',
    fixture: 'userId',
    changes: {},
    matches: ({ contactMethods, departments, options, user }) =>
      [contactMethods, departments, options].every((list) => list.length > 0) &&
      departments.every(({ name }) => typeof name === 'string') &&
      typeof user.preferredName === 'string',
  }),

  volunteerWithoutPreferredName: defineState({
    name: 'a volunteer without preferred name',
    forms: [
      'a volunteer without preferred name ({as})',
      'a volunteer without preferred name for user {userId}',
      'a volunteer without preferred name ({as}) for user {userId}',
    ],
    description: 'The user has a record without a preferred name',
    parameters: z.strictObject({
      userId,
      as: nullOrAbsent('`null`: the field is null; `absent`: the field is missing. Default: `absent`'),
    }),
    returns,
    inService:
      '`--fixture userWithPreferredNameNull=…` or `userWithPreferredNameAbsent=…`, depending on `as`',
    onMock(setup, given) {
      if (given.as === 'null') return saveVolunteer(setup, given.userId, { user: { preferredName: null } })
      // A mock with another setting would return null.
      setup.mock.assume({ 'user.preferredNameUnset': 'absent' })
      return saveVolunteer(setup, given.userId, { user: { preferredName: undefined } })
    },
    onService: (lookup, given) =>
      given.as === 'null'
        ? lookupVolunteer(lookup, 'userWithPreferredNameNull', ({ user }) => user.preferredName === null)
        : lookupVolunteer(lookup, 'userWithPreferredNameAbsent', ({ user }) => !('preferredName' in user)),
  }),

  volunteerWithUnnamedDepartment: defineVolunteerState({
    name: 'a volunteer with an unnamed department',
    description: 'The record has one department, without a name',
    fixture: 'userWithUnnamedDepartment',
    changes: { departments: [{ id: '502', states: ['request'], name: undefined }] },
    matches: ({ departments }) => departments.some((department) => !('name' in department)),
  }),

  volunteerWithEveryOptionType: defineVolunteerState({
    name: 'a volunteer with options of every type',
    description: `The record has four options, one of each type: ${optionTypes.join(', ')}`,
    fixture: 'userWithEveryOptionType',
    changes: { options: exampleVolunteer.options },
    matches: ({ options }) => optionTypes.every((type) => options.some((option) => option.type === type)),
  }),

  volunteerWithEmptyLists: defineVolunteerState({
    name: 'a volunteer with nothing in its lists',
    description: 'The record has no contact methods, no departments and no options',
    fixture: 'userWithEmptyLists',
    changes: { contactMethods: [], departments: [], options: [] },
    matches: ({ contactMethods, departments, options }) =>
      contactMethods.length + departments.length + options.length === 0,
  }),

  noVolunteer: defineStateWithoutRecord({
    name: 'no volunteer',
    forms: ['no volunteer for user {userId}', 'no volunteer for user'],
    description: 'The user does not exist',
    fixture: 'unknownUser',
    exists: false,
  }),

  userWithoutRecord: defineStateWithoutRecord({
    name: 'the user exists without a record',
    forms: [
      'the user {userId} exists without a record',
      'the user exists without a record for user {userId}',
    ],
    description: 'The user exists and has no volunteer record',
    fixture: 'userWithoutRecord',
    exists: true,
  }),
} as const
