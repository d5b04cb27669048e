import * as z from 'zod/mini'
import { optionTypes } from '../../contract/enums.js'
import type { Option, Volunteer } from '../../contract/resources.js'
import { operations } from '../../contract/operations.js'
import { SetupProblem } from '../verification/problem.js'
import type { MockCore } from '../../mock/create-mock.js'
import type { FixtureName } from './fixtures.js'
import {
  defineState,
  StateUnavailable,
  type MockStage,
  type ServiceStage,
  type StateValues,
} from './definition.js'
import { nothingAs, userId } from './parameters.js'

type Changes = Parameters<MockCore['volunteers']['update']>[1]

/** The user of a state that names none, in the mock. */
const SOME_USER = '4711'

const returns = {
  userId: "The user's id",
  volunteerId: 'The id of the volunteer record',
}

const anOption: { readonly [Type in Option['type']]: Option } = {
  select: { name: 'T-shirt size', type: 'select', value: 'M' },
  multi: { name: 'Languages', type: 'multi', value: ['English', 'German'] },
  text: { name: 'Allergies', type: 'text', value: 'Peanuts' },
  number: { name: 'Shifts', type: 'number', value: 3 },
}

/** A record with something in each of its places, for a pact that says "at least one". */
const full = {
  user: { preferredName: 'Sam' },
  contactMethods: [{ name: 'Signal', isPrimary: true, value: '+12125550142' }],
  departments: [{ id: '501', states: ['interest', 'experience'], name: 'Registration' }],
  options: [anOption.select],
} satisfies Changes

function userOf({ scene }: { scene: MockStage['scene'] }, given: string | undefined): string {
  const id = given ?? scene.userId ?? SOME_USER
  scene.users.add(id)
  return (scene.userId = id)
}

/** Makes the user's record so, whether there is one or not. A record that states before have made is changed. */
async function putVolunteer(
  stage: MockStage,
  given: string | undefined,
  changes: Changes,
): Promise<StateValues> {
  const before = new Set(stage.scene.users)
  const id = userOf(stage, given)
  const where = { user: { id } }
  const { volunteers, users } = stage.mock
  if (!users.find(id)) await users.create({ id })
  const exists = volunteers.find(where) !== undefined
  if (!exists) await volunteers.create({ ...full, user: { ...full.user, id } })
  else if (!before.has(id)) await volunteers.update(where, full)
  const volunteer = await volunteers.update(where, changes)
  return { userId: id, volunteerId: volunteer.id }
}

async function removeVolunteer({ mock }: MockStage, id: string): Promise<void> {
  const where = { user: { id } }
  if (mock.volunteers.find(where)) await mock.volunteers.delete(where)
}

/** The fixture's user, after a look at its record. */
async function fixtureUser(stage: ServiceStage, name: FixtureName): Promise<string> {
  const id = stage.fixtures[name]
  if (id === undefined) throw new StateUnavailable(`give the id of such a user: --fixture ${name}=…`)
  stage.scene.userId = id
  return id
}

async function volunteerOf(
  stage: ServiceStage,
  name: FixtureName,
  holds: (volunteer: Volunteer) => boolean,
): Promise<StateValues> {
  const id = await fixtureUser(stage, name)
  const path = operations.getVolunteer.path.replace(':id', encodeURIComponent(id))
  const volunteer = (await stage.get(path, operations.getVolunteer.scope)) as Volunteer
  let held = false
  try {
    held = holds(volunteer)
  } catch {
    // A record of another shape than the specification's does not hold.
  }
  if (!held) throw new SetupProblem(`the user of --fixture ${name}= is not like that in the service`)
  return { userId: id, volunteerId: volunteer.id }
}

const ofUser = z.strictObject({ userId })

/** A state about one volunteer record, of a user that may be named. */
function aVolunteer(state: {
  readonly name: string
  readonly description: string
  readonly fixture: FixtureName
  readonly changes: Changes
  readonly holds: (volunteer: Volunteer) => boolean
}) {
  return defineState({
    name: state.name,
    forms: [`${state.name} for user {userId}`, `${state.name} for user`],
    description: state.description,
    parameters: ofUser,
    returns,
    inService: `\`--fixture ${state.fixture}=…\``,
    onMock: (stage, given) => putVolunteer(stage, given.userId, state.changes),
    onService: (stage) => volunteerOf(stage, state.fixture, state.holds),
  })
}

/** A state about a user who has no record, and who is there or not. */
function aUserWithoutRecord(state: {
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
    parameters: ofUser,
    returns: { userId: returns.userId },
    inService: `\`--fixture ${state.fixture}=…\``,
    async onMock(stage, given) {
      const id = userOf(stage, given.userId)
      const { users } = stage.mock
      await removeVolunteer(stage, id)
      const exists = users.find(id) !== undefined
      if (state.exists && !exists) await users.create({ id })
      if (!state.exists && exists) await users.delete(id)
      return { userId: id }
    },
    onService: async (stage) => ({ userId: await fixtureUser(stage, state.fixture) }),
  })
}

export const volunteerStates = {
  volunteerExists: aVolunteer({
    name: 'a volunteer exists',
    description:
      'The user has a volunteer record with something in each of its lists, every department named, and a preferred name',
    fixture: 'userId',
    changes: {},
    holds: ({ contactMethods, departments, options, user }) =>
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
    description: 'The record of a user who has given no preferred name',
    parameters: z.strictObject({
      userId,
      as: nothingAs('`null`: the member is null; `absent`: it is left out. Default: `absent`'),
    }),
    returns,
    inService: '`--fixture userWithPreferredNameNull=…` or `userWithPreferredNameAbsent=…`, by `as`',
    onMock(stage, given) {
      if (given.as === 'null') return putVolunteer(stage, given.userId, { user: { preferredName: null } })
      // Else a mock which shows the lack as null would show null.
      stage.mock.assume({ 'user.preferredNameUnset': 'absent' })
      return putVolunteer(stage, given.userId, { user: { preferredName: undefined } })
    },
    onService: (stage, given) =>
      given.as === 'null'
        ? volunteerOf(stage, 'userWithPreferredNameNull', ({ user }) => user.preferredName === null)
        : volunteerOf(stage, 'userWithPreferredNameAbsent', ({ user }) => !('preferredName' in user)),
  }),

  volunteerWithUnnamedDepartment: aVolunteer({
    name: 'a volunteer with an unnamed department',
    description: 'The record has one department, and its entry has no name',
    fixture: 'userWithUnnamedDepartment',
    changes: { departments: [{ id: '502', states: ['request'], name: undefined }] },
    holds: ({ departments }) => departments.some((department) => !('name' in department)),
  }),

  volunteerWithEveryOptionType: aVolunteer({
    name: 'a volunteer with options of every type',
    description: `The record has four options, one of each type: ${optionTypes.join(', ')}`,
    fixture: 'userWithEveryOptionType',
    changes: { options: optionTypes.map((type) => anOption[type]) },
    holds: ({ options }) => optionTypes.every((type) => options.some((option) => option.type === type)),
  }),

  volunteerWithEmptyLists: aVolunteer({
    name: 'a volunteer with nothing in its lists',
    description: 'The record has no contact methods, no departments and no options',
    fixture: 'userWithEmptyLists',
    changes: { contactMethods: [], departments: [], options: [] },
    holds: ({ contactMethods, departments, options }) =>
      contactMethods.length + departments.length + options.length === 0,
  }),

  noVolunteer: aUserWithoutRecord({
    name: 'no volunteer',
    forms: ['no volunteer for user {userId}', 'no volunteer for user'],
    description: 'There is no such user, and so no record',
    fixture: 'unknownUser',
    exists: false,
  }),

  userWithoutRecord: aUserWithoutRecord({
    name: 'the user exists without a record',
    forms: [
      'the user {userId} exists without a record',
      'the user exists without a record for user {userId}',
    ],
    description: 'The user is there, and has no volunteer record',
    fixture: 'userWithoutRecord',
    exists: true,
  }),
} as const
