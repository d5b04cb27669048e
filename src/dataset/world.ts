import type { Role, User, Volunteer } from '../contract/resources.js'
import { BoundedCache } from './bounded-cache.js'
import { fakerFor } from './faker.js'
import { idToNumber } from './ids.js'
import { generatedRoleIndex, generateRoleName } from './kinds/generate-role.js'
import { generateUser } from './kinds/generate-user.js'
import { generateVolunteer } from './kinds/generate-volunteer.js'
import type { KindName, RecordTypes } from './kinds/kind.js'
import { roleKind } from './kinds/role.js'
import { userKind } from './kinds/user.js'
import { volunteerKind } from './kinds/volunteer.js'
import { handMadeRoles, handMadeUsers, handMadeVolunteers } from './personas.js'
import { generatedSource, givenSource, joinedSource, type Source } from './source.js'

/** The records before a test changes them. A world never changes, so mocks can share it. */
export type World = { readonly [Name in KindName]: Source<RecordTypes[Name]> }

/** Options of a generated world. */
export interface WorldPlan {
  /** A whole number from 0 to 2^53 - 1. */
  readonly seed: number
  /** Number of volunteers, including the hand-made ones. */
  readonly volunteers: number
  /** Number of roles, including the hand-made ones. */
  readonly roles: number
  /** Whether the world includes the hand-made records. */
  readonly personas: boolean
}

/**
 * First ids of generated records. Hand-made records have lower ids, so that they come first. Ids of users and of volunteer
 * records never overlap, so that confusing them causes a 404.
 */
const FIRST_ID = { user: 1001, volunteer: 50_001_001, role: 101 } as const

/** In each group of ten generated users, the last one has no volunteer record. */
const USERS_IN_GROUP = 10
const VOLUNTEERS_IN_GROUP = USERS_IN_GROUP - 1

/** Returns the index of the user of a generated volunteer. Also converts the number of volunteers to that of users. */
function userIndexOf(volunteerIndex: number): number {
  return (
    Math.floor(volunteerIndex / VOLUNTEERS_IN_GROUP) * USERS_IN_GROUP + (volunteerIndex % VOLUNTEERS_IN_GROUP)
  )
}

/** Returns the index of the volunteer of a generated user, or -1. */
function volunteerIndexOf(userIndex: number): number {
  const place = userIndex % USERS_IN_GROUP
  return userIndex < 0 || place === VOLUNTEERS_IN_GROUP
    ? -1
    : Math.floor(userIndex / USERS_IN_GROUP) * VOLUNTEERS_IN_GROUP + place
}

/** Creates a world from existing records. */
export function givenWorld(data: {
  readonly users: readonly User[]
  readonly volunteers: readonly Volunteer[]
  readonly roles: readonly Role[]
}): World {
  return {
    users: givenSource([...data.volunteers.map(({ user }) => user), ...data.users], userKind.keyOf),
    volunteers: givenSource(data.volunteers, volunteerKind.keyOf),
    roles: givenSource(data.roles, roleKind.keyOf),
  }
}

/** Creates the world of hand-made records, limited to the numbers of the plan. */
function handMadeWorld({ personas, volunteers, roles }: WorldPlan): World {
  if (!personas) return givenWorld({ users: [], volunteers: [], roles: [] })
  return givenWorld({
    users: handMadeUsers(),
    volunteers: handMadeVolunteers().slice(0, volunteers),
    roles: handMadeRoles().slice(0, roles),
  })
}

function generateWorld(plan: WorldPlan): World {
  const { seed } = plan
  const made = handMadeWorld(plan)
  const volunteerCount = plan.volunteers - made.volunteers.size
  const users = generatedSource({
    size: userIndexOf(volunteerCount),
    firstId: FIRST_ID.user,
    make: (index) => generateUser(fakerFor(seed, 'user', index), { id: String(FIRST_ID.user + index) }),
  })
  const volunteers = generatedSource({
    size: volunteerCount,
    firstId: FIRST_ID.volunteer,
    make(index) {
      const user = users.at(userIndexOf(index))
      return generateVolunteer(fakerFor(seed, 'volunteer', index), String(FIRST_ID.volunteer + index), user)
    },
    indexOfKey: (userId) => volunteerIndexOf(idToNumber(userId) - FIRST_ID.user),
  })
  const roles = generatedSource({
    size: plan.roles - made.roles.size,
    firstId: FIRST_ID.role,
    make: (index) => ({ id: String(FIRST_ID.role + index), name: generateRoleName(seed, index) }),
    indexOfKey: (name) => generatedRoleIndex(seed, name),
  })
  return {
    users: joinedSource(made.users, users),
    volunteers: joinedSource(made.volunteers, volunteers),
    roles: joinedSource(made.roles, roles),
  }
}

/** Enough for the scenarios in the tests of one process. */
const MAX_WORLDS = 16

const worlds = new BoundedCache<string, World>(MAX_WORLDS)

/** Returns the world of a plan. Mocks with the same plan share it. */
export function generatedWorld(plan: WorldPlan): World {
  const { seed, volunteers, roles, personas } = plan
  return worlds.get(JSON.stringify([seed, volunteers, roles, personas]), () => generateWorld(plan))
}
