import type {
  ContactMethod,
  DepartmentAssignment,
  Option,
  Role,
  User,
  Volunteer,
} from '../contract/schemas.js'
import {
  draftContactMethod,
  draftDepartment,
  draftOption,
  draftRole,
  draftUser,
  draftVolunteer,
  type FactoryOptions,
} from './drafts.js'
import type { DeepPartial } from './matches.js'
import { parseRecord } from './parse.js'
import { checkedCount, checkedSeed } from './scenarios.js'

/** So that every id is a number that can be counted exactly. */
const MOST_INDEXES = 1_000_000_000_000

function checked({ seed, index }: FactoryOptions): FactoryOptions {
  return { seed: checkedSeed(seed), index: checkedCount('index', index ?? 0, MOST_INDEXES) }
}

/**
 * One valid user. What is given is kept, the rest belongs to it: a username made from the names, an email from the
 * username. An explicit `undefined` for `preferredName` leaves it out.
 *
 * @throws DataError When what is given makes the user invalid, with the JSON path.
 */
export function buildUser(partial: DeepPartial<User> = {}, options: FactoryOptions = {}): User {
  return parseRecord('User', draftUser(partial, checked(options)))
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
  return parseRecord('ContactMethod', draftContactMethod(partial, checked(options)))
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
  return parseRecord('DepartmentAssignment', draftDepartment(partial, checked(options)))
}

/**
 * One valid option. Type and value go together: give either, or both as you like them – the document does not say
 * that they must agree.
 *
 * @throws DataError When what is given makes it invalid, with the JSON path.
 */
export function buildOption(partial: DeepPartial<Option> = {}, options: FactoryOptions = {}): Option {
  return parseRecord('Option', draftOption(partial, checked(options)))
}

/**
 * One valid role.
 *
 * @throws DataError When what is given makes it invalid, with the JSON path.
 */
export function buildRole(partial: DeepPartial<Role> = {}, options: FactoryOptions = {}): Role {
  return parseRecord('Role', draftRole(partial, checked(options)))
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
  return parseRecord('Volunteer', draftVolunteer(partial, checked(options)))
}
