import type { Role, User, Volunteer } from '../contract/schemas.js'
import { BoundedCache } from './bounded-cache.js'
import { generateRoleName, generatedRoleIndex } from './generate-role.js'
import { generateUser } from './generate-user.js'
import { generateVolunteer } from './generate-volunteer.js'
import { handMadeRoles, handMadeUsers, handMadeVolunteers } from './personas.js'
import { createRandom } from './random.js'
import { generatedSource, givenSource, joinedSource, type Source } from './source.js'

/** Everything that exists before a test changes anything. Immutable, so that many mocks can share one. */
export interface World {
  readonly users: Source<User>
  readonly volunteers: Source<Volunteer>
  readonly roles: Source<Role>
  /** The position of a user's volunteer record; -1 when there is none. */
  volunteerOfUser(userId: string): number
  /** The position of the role with a name; -1 when there is none. */
  roleOfName(name: string): number
}

/** What a generated world is made from. */
export interface WorldPlan {
  /** Whole number from 0 to 2^53 - 1. */
  readonly seed: number
  /** Volunteers in all, the hand-made ones included. */
  readonly volunteers: number
  /** Roles in all, the hand-made ones included. */
  readonly roles: number
  /** Whether the hand-made records are in it. */
  readonly personas: boolean
}

/** The ids of hand-made records lie below these, so that they come first. */
const FIRST_USER_ID = 1001
const FIRST_VOLUNTEER_ID = 500_001
const FIRST_ROLE_ID = 101

/** Of every ten generated users nine have a volunteer record, and the tenth has none. */
const USERS_IN_GROUP = 10
const VOLUNTEERS_IN_GROUP = USERS_IN_GROUP - 1

/** The user of generated volunteer `index`; for the number of volunteers, the number of users. */
function userIndexOf(volunteerIndex: number): number {
  return (
    Math.floor(volunteerIndex / VOLUNTEERS_IN_GROUP) * USERS_IN_GROUP + (volunteerIndex % VOLUNTEERS_IN_GROUP)
  )
}

/** The generated volunteer of generated user `index`; -1 for the users who have none. */
function volunteerIndexOf(userIndex: number): number {
  const place = userIndex % USERS_IN_GROUP
  return place === VOLUNTEERS_IN_GROUP
    ? -1
    : Math.floor(userIndex / USERS_IN_GROUP) * VOLUNTEERS_IN_GROUP + place
}

/** The world that somebody's data describe. */
export function givenWorld(data: {
  readonly users: readonly User[]
  readonly volunteers: readonly Volunteer[]
  readonly roles: readonly Role[]
}): World {
  const volunteers = givenSource(data.volunteers)
  const byUser = new Map(data.volunteers.map(({ id, user }) => [user.id, volunteers.indexOf(id)]))
  const roles = givenSource(data.roles)
  const byName = new Map(data.roles.map(({ id, name }) => [name, roles.indexOf(id)]))
  return {
    users: givenSource([...data.volunteers.map(({ user }) => user), ...data.users]),
    volunteers,
    roles,
    roleOfName: (name) => byName.get(name) ?? -1,
    volunteerOfUser: (userId) => byUser.get(userId) ?? -1,
  }
}

/** The hand-made half of a world, as far as the plan has room for it. */
function handMadeWorld(plan: WorldPlan): World {
  if (!plan.personas) return givenWorld({ users: [], volunteers: [], roles: [] })
  return givenWorld({
    users: handMadeUsers(),
    volunteers: handMadeVolunteers().slice(0, plan.volunteers),
    roles: handMadeRoles().slice(0, plan.roles),
  })
}

function makeWorld(plan: WorldPlan): World {
  const made = handMadeWorld(plan)
  const generatedVolunteers = plan.volunteers - made.volunteers.size
  const users = generatedSource(userIndexOf(generatedVolunteers), FIRST_USER_ID, (index) =>
    generateUser(createRandom(plan.seed, 'user', index), { id: String(FIRST_USER_ID + index) }),
  )
  const volunteers = generatedSource(generatedVolunteers, FIRST_VOLUNTEER_ID, (index) =>
    generateVolunteer(
      createRandom(plan.seed, 'volunteer', index),
      String(FIRST_VOLUNTEER_ID + index),
      users.at(userIndexOf(index)),
    ),
  )
  const roles = generatedSource(plan.roles - made.roles.size, FIRST_ROLE_ID, (index) => ({
    id: String(FIRST_ROLE_ID + index),
    name: generateRoleName(plan.seed, index),
  }))
  return {
    users: joinedSource(made.users, users),
    volunteers: joinedSource(made.volunteers, volunteers),
    roles: joinedSource(made.roles, roles),
    roleOfName(name) {
      const position = made.roleOfName(name)
      if (position !== -1) return position
      const index = generatedRoleIndex(plan.seed, name)
      return index !== -1 && index < roles.size ? made.roles.size + index : -1
    },
    volunteerOfUser(userId) {
      const position = made.volunteerOfUser(userId)
      if (position !== -1) return position
      const user = users.indexOf(userId)
      const volunteer = user === -1 ? -1 : volunteerIndexOf(user)
      return volunteer === -1 ? -1 : made.volunteers.size + volunteer
    },
  }
}

/** Enough for the scenarios that one process's tests use side by side. */
const worlds = new BoundedCache<string, World>(16)

/** The world of a plan; mocks with the same plan share one. */
export function generatedWorld(plan: WorldPlan): World {
  const { seed, volunteers, roles, personas } = plan
  return worlds.get(JSON.stringify([seed, volunteers, roles, personas]), () => makeWorld(plan))
}
