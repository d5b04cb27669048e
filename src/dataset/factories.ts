import { DataError } from '../contract/errors.js'
import type {
  ContactMethod,
  DepartmentAssignment,
  Option,
  Role,
  User,
  Volunteer,
} from '../contract/schemas.js'
import { generateRoleName } from './generate-role.js'
import { generateUser } from './generate-user.js'
import {
  generateContactMethods,
  generateDates,
  generateDepartment,
  generateOptions,
  generateVolunteer,
} from './generate-volunteer.js'
import type { DeepPartial } from './matches.js'
import { parseRecord } from './parse.js'
import { createRandom, type Random } from './random.js'
import { checkedSeed } from './scenarios.js'
import { departments, questions } from './words.js'

/** Which of the many possible records a factory builds for the parts that the caller leaves open. */
export interface FactoryOptions {
  /** Default 1. */
  readonly seed?: number | undefined
  /** Default 0. Records with different indexes have different ids and, very likely, different contents. */
  readonly index?: number | undefined
}

/** Far above every generated id, so that what a test creates has the same ids whatever the size of the world. */
const firstIds = { user: 9_000_001, volunteer: 9_500_001, role: 9_000_001, department: 901 } as const

/** The id that a factory gives to record `index`, counted from 0. */
export function builtId(kind: keyof typeof firstIds, index: number): string {
  return String(firstIds[kind] + index)
}

type Members = Record<string, unknown>

/** What a caller gave, if it is an object; an error with the place if it is not. */
function given(kind: string, partial: unknown): Members {
  if (typeof partial === 'object' && partial !== null && !Array.isArray(partial)) return partial as Members
  throw new DataError(kind, [{ path: '$', reason: 'expected an object with the members that matter' }])
}

function stream(kind: string, { seed, index }: FactoryOptions): Random {
  return createRandom(checkedSeed(seed), `factory ${kind}`, index ?? 0)
}

function idFor(kind: keyof typeof firstIds, { index }: FactoryOptions): string {
  return builtId(kind, index ?? 0)
}

/** Completes every element of a list that the caller gave; what is not a list of objects is left for the check. */
function complete(items: unknown, build: (item: DeepPartial<object>, position: number) => unknown): unknown {
  if (!Array.isArray(items)) return items
  return items.map((item: unknown, position) =>
    typeof item === 'object' && item !== null ? build(item, position) : item,
  )
}

/** As `options`, for the element at a position of a list. */
function nested(options: FactoryOptions, position: number): FactoryOptions {
  return { seed: options.seed, index: (options.index ?? 0) * 100 + position }
}

/**
 * One valid user. What is given is kept, the rest belongs to it: a username made from the names, an email from the
 * username. An explicit `undefined` for `preferredName` leaves it out.
 *
 * @throws DataError When what is given makes the user invalid, with the JSON path.
 */
export function buildUser(partial: DeepPartial<User> = {}, options: FactoryOptions = {}): User {
  const members = given('User', partial) as Partial<User>
  const identity: Partial<User> & Pick<User, 'id'> = {
    id: typeof members.id === 'string' ? members.id : idFor('user', options),
  }
  if (typeof members.firstName === 'string') identity.firstName = members.firstName
  if (typeof members.lastName === 'string') identity.lastName = members.lastName
  if (typeof members.username === 'string') identity.username = members.username
  return parseRecord('User', { ...generateUser(stream('user', options), identity), ...members })
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
  const members = given('ContactMethod', partial)
  const random = stream('contact method', options)
  const user = generateUser(random, { id: idFor('user', options) })
  const [first] = generateContactMethods(random, user)
  return parseRecord('ContactMethod', { ...first, isPrimary: false, ...members })
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
  const members = given('DepartmentAssignment', partial)
  const drawn = generateDepartment(stream('department', options))
  const known = departments.find(({ id, name }) => id === members['id'] || name === members['name'])
  const identity = known ?? {
    id: members['name'] === undefined ? drawn.id : idFor('department', options),
    name: members['id'] === undefined ? drawn.name : `Department ${members['id'] as string}`,
  }
  return parseRecord('DepartmentAssignment', { states: drawn.states, ...identity, ...members })
}

function typeFor(value: unknown): Option['type'] {
  if (typeof value === 'number') return 'number'
  return Array.isArray(value) ? 'multi' : 'text'
}

const exampleOptions: Record<Option['type'], Pick<Option, 'name' | 'value'>> = {
  select: { name: questions.monthsBefore, value: 'yes' },
  multi: { name: questions.days, value: ['Friday', 'Saturday'] },
  text: {
    name: questions.experience,
    value: 'This would be my first convention on the other side of the desk.',
  },
  number: { name: questions.hours, value: 12 },
}

/**
 * One valid option. Type and value go together: give either, or both as you like them – the document does not say
 * that they must agree.
 *
 * @throws DataError When what is given makes it invalid, with the JSON path.
 */
export function buildOption(partial: DeepPartial<Option> = {}, options: FactoryOptions = {}): Option {
  const members = given('Option', partial)
  const random = stream('option', options)
  const drawn = random.pick(generateOptions(random, generateUser(random, { id: idFor('user', options) })))
  const asked = members['type'] ?? (members['value'] === undefined ? undefined : typeFor(members['value']))
  if (asked === undefined) return parseRecord('Option', { ...drawn, ...members })
  const example = Object.hasOwn(exampleOptions, asked as string)
    ? exampleOptions[asked as Option['type']]
    : drawn
  return parseRecord('Option', { ...example, ...members, type: asked })
}

/**
 * One valid role.
 *
 * @throws DataError When what is given makes it invalid, with the JSON path.
 */
export function buildRole(partial: DeepPartial<Role> = {}, options: FactoryOptions = {}): Role {
  const members = given('Role', partial)
  const id = typeof members['id'] === 'string' ? members['id'] : idFor('role', options)
  const name = `${generateRoleName(checkedSeed(options.seed), options.index ?? 0)}-${id}`
  return parseRecord('Role', { id, name, ...members })
}

/** Given one of the two dates, the other is made to fit: a record is never updated before it is created. */
function datesFor(random: Random, members: Members): Pick<Volunteer, 'createdAt' | 'updatedAt'> {
  const drawn = generateDates(random)
  const { createdAt, updatedAt } = members as Partial<Volunteer>
  const moment = createdAt ?? updatedAt
  return moment === undefined ? drawn : { createdAt: createdAt ?? moment, updatedAt: updatedAt ?? moment }
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
  const members = given('Volunteer', partial)
  const { user: identity, contactMethods, departments: entries, options: answers, ...rest } = members
  const user = buildUser(identity === undefined ? {} : (identity as DeepPartial<User>), options)
  const random = stream('volunteer', options)
  const id = typeof rest['id'] === 'string' ? rest['id'] : idFor('volunteer', options)
  const drawn = generateVolunteer(random, id, user)
  return parseRecord('Volunteer', {
    ...drawn,
    ...datesFor(random, rest),
    ...rest,
    ...(contactMethods === undefined
      ? {}
      : {
          contactMethods: complete(contactMethods, (item, at) =>
            buildContactMethod(item, nested(options, at)),
          ),
        }),
    ...(entries === undefined
      ? {}
      : {
          departments: complete(entries, (item, at) => buildDepartmentAssignment(item, nested(options, at))),
        }),
    ...(answers === undefined
      ? {}
      : { options: complete(answers, (item, at) => buildOption(item, nested(options, at))) }),
  })
}
