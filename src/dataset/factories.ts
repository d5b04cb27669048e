import type {
  ContactMethod,
  DepartmentAssignment,
  Option,
  Role,
  User,
  Volunteer,
} from '../contract/resources.js'
import { checkOptionNames } from '../contract/settings.js'
import { parseRecord } from '../contract/validate.js'
import type { FactoryOptions } from './complete.js'
import {
  completeContactMethod,
  completeDepartment,
  completeOption,
  completeVolunteer,
} from './kinds/complete-volunteer.js'
import { completeRole } from './kinds/role.js'
import { completeUser } from './kinds/user.js'
import { checkedCount, checkedSeed } from './scenarios.js'
import type { DeepPartial } from './where.js'

/** Keeps every id a number that JavaScript represents exactly. */
const MAX_INDEX = 1_000_000_000_000

const optionNames = ['seed', 'index'] satisfies (keyof FactoryOptions)[]

function checked(options: FactoryOptions): FactoryOptions {
  checkOptionNames(options, optionNames)
  const { seed, index } = options
  return { seed: checkedSeed(seed), index: checkedCount('index', index ?? 0, MAX_INDEX) }
}

/**
 * One valid user. What is given is kept, the rest belongs to it: a username made from the names, an email from the
 * username. An explicit `undefined` for `preferredName` leaves it out.
 *
 * @throws DataError When what is given makes the user invalid, with the JSON path.
 */
export function buildUser(partial: DeepPartial<User> = {}, options: FactoryOptions = {}): User {
  return parseRecord('User', completeUser(partial, checked(options)))
}

/**
 * One valid contact method; not the primary one unless told.
 *
 * @throws DataError When what is given makes it invalid, with the JSON path.
 */
export function buildContactMethod(
  partial: DeepPartial<ContactMethod> = {},
  options: FactoryOptions = {},
): ContactMethod {
  return parseRecord('ContactMethod', completeContactMethod(partial, checked(options)))
}

/**
 * One valid department entry. Of a known department the id and the name go together: give either.
 * An explicit `undefined` for `name` leaves it out.
 *
 * @throws DataError When what is given makes it invalid, with the JSON path.
 */
export function buildDepartmentAssignment(
  partial: DeepPartial<DepartmentAssignment> = {},
  options: FactoryOptions = {},
): DepartmentAssignment {
  return parseRecord('DepartmentAssignment', completeDepartment(partial, checked(options)))
}

/**
 * One valid option. Type and value go together: give either, or both as you like them – the document does not say
 * that they must agree.
 *
 * @throws DataError When what is given makes it invalid, with the JSON path.
 */
export function buildOption(partial: DeepPartial<Option> = {}, options: FactoryOptions = {}): Option {
  return parseRecord('Option', completeOption(partial, checked(options)))
}

/**
 * One valid role.
 *
 * @throws DataError When what is given makes it invalid, with the JSON path.
 */
export function buildRole(partial: DeepPartial<Role> = {}, options: FactoryOptions = {}): Role {
  return parseRecord('Role', completeRole(partial, checked(options)))
}

/**
 * One valid volunteer record from the members that matter; the rest is filled in, coherently. Objects are merged at
 * every depth, the elements of the lists are completed one by one, and an explicit `undefined` for an optional field
 * (`user.preferredName`, a department's `name`) leaves it out.
 *
 * @throws DataError When what is given makes the record invalid, with the JSON path of every problem.
 * @example buildVolunteer({ user: { preferredName: null }, departments: [{ states: ['avoid'] }] })
 */
export function buildVolunteer(
  partial: DeepPartial<Volunteer> = {},
  options: FactoryOptions = {},
): Volunteer {
  return parseRecord('Volunteer', completeVolunteer(partial, checked(options)))
}
