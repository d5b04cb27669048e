import type {
  ContactMethod,
  DepartmentAssignment,
  Option,
  Role,
  User,
  Volunteer,
} from '../contract/resources.js'
import { checkOptionNames } from '../common/option-names.js'
import { parseRecord } from '../contract/parse-record.js'
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

/** Maximum index. Ids must be numbers that JavaScript represents exactly. */
const MAX_INDEX = 1_000_000_000_000

const optionNames = ['seed', 'index'] satisfies (keyof FactoryOptions)[]

function checked(options: FactoryOptions): FactoryOptions {
  checkOptionNames(options, optionNames)
  const { seed, index } = options
  return { seed: checkedSeed(seed), index: checkedCount('index', index ?? 0, MAX_INDEX) }
}

/**
 * Builds a valid user. Missing fields are generated and fit the given ones: the username fits the names, the email the
 * username. `preferredName: undefined` omits the preferred name.
 *
 * @throws DataError If a given value is invalid, with the JSON path of every problem.
 * @example
 * buildUser({ firstName: 'Ada' })
 */
export function buildUser(partial: DeepPartial<User> = {}, options: FactoryOptions = {}): User {
  return parseRecord('User', completeUser(partial, checked(options)))
}

/**
 * Builds a valid contact method. `isPrimary` is `false` by default.
 *
 * @throws DataError If a given value is invalid, with the JSON path of every problem.
 */
export function buildContactMethod(
  partial: DeepPartial<ContactMethod> = {},
  options: FactoryOptions = {},
): ContactMethod {
  return parseRecord('ContactMethod', completeContactMethod(partial, checked(options)))
}

/**
 * Builds a valid department entry. The id of a known department gives its name, and the name gives the id.
 * `name: undefined` omits the name.
 *
 * @throws DataError If a given value is invalid, with the JSON path of every problem.
 */
export function buildDepartmentAssignment(
  partial: DeepPartial<DepartmentAssignment> = {},
  options: FactoryOptions = {},
): DepartmentAssignment {
  return parseRecord('DepartmentAssignment', completeDepartment(partial, checked(options)))
}

/**
 * Builds a valid option. If only the type or only the value is given, the other one fits it. If both are given, they need
 * not match: the API specification does not require it.
 *
 * @throws DataError If a given value is invalid, with the JSON path of every problem.
 */
export function buildOption(partial: DeepPartial<Option> = {}, options: FactoryOptions = {}): Option {
  return parseRecord('Option', completeOption(partial, checked(options)))
}

/**
 * Builds a valid role.
 *
 * @throws DataError If a given value is invalid, with the JSON path of every problem.
 */
export function buildRole(partial: DeepPartial<Role> = {}, options: FactoryOptions = {}): Role {
  return parseRecord('Role', completeRole(partial, checked(options)))
}

/**
 * Builds a valid volunteer record. Missing fields are generated, also in `user` and in the elements of given lists.
 * `undefined` omits an optional field: `user.preferredName` or the `name` of a department.
 *
 * @throws DataError If a given value is invalid, with the JSON path of every problem.
 * @example
 * buildVolunteer({ user: { preferredName: null }, departments: [{ states: ['avoid'] }] })
 */
export function buildVolunteer(
  partial: DeepPartial<Volunteer> = {},
  options: FactoryOptions = {},
): Volunteer {
  return parseRecord('Volunteer', completeVolunteer(partial, checked(options)))
}
