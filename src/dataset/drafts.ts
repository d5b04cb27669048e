import { optionTypes } from '../contract/enums.js'
import { isIso8601 } from '../contract/iso-8601.js'
import type { Option, User, Volunteer } from '../contract/schemas.js'
import { generateRoleName } from './generate-role.js'
import { generateUser } from './generate-user.js'
import {
  contactMethodNames,
  contactValue,
  generateDates,
  generateDepartment,
  generateOptions,
  generateVolunteer,
} from './generate-volunteer.js'
import { isMembers, type Members } from '../contract/members.js'
import { createRandom, type Random } from './random.js'
import { departments, experiences, questions } from './words.js'

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

function stream(kind: string, { seed, index }: FactoryOptions): Random {
  return createRandom(seed ?? 1, `factory ${kind}`, index ?? 0)
}

function idFor(kind: keyof typeof firstIds, { index }: FactoryOptions): string {
  return builtId(kind, index ?? 0)
}

/** The member of that name, if it is a text that others can be made to fit. */
function text(members: Members, name: string): string | undefined {
  const value = members[name]
  return typeof value === 'string' ? value : undefined
}

/** What was given, over what was drawn. `undefined` leaves out the optional member; of any other it says nothing. */
function over(drawn: Members, members: Members, optional?: string): Members {
  const kept = Object.entries(members).filter(([, value]) => value !== undefined)
  const result = { ...drawn, ...Object.fromEntries(kept) }
  if (optional !== undefined && Object.hasOwn(members, optional) && members[optional] === undefined) {
    delete result[optional]
  }
  return result
}

/*
 * A draft is a record with its gaps filled in, not yet checked: what somebody gave may be anything, and is left as it
 * is for the check to find, with its place in the whole.
 */
type Draft = (partial: unknown, options: FactoryOptions) => unknown

export const draftUser: Draft = (partial, options) => {
  if (!isMembers(partial)) return partial
  const names = { firstName: text(partial, 'firstName'), lastName: text(partial, 'lastName') }
  const identity = {
    id: text(partial, 'id') ?? idFor('user', options),
    username: text(partial, 'username'),
    ...names,
  }
  return over({ ...generateUser(stream('user', options), identity) }, partial, 'preferredName')
}

/** @param owner The user whose contact method it is; drawn when there is none. */
export function draftContactMethod(partial: unknown, options: FactoryOptions, owner?: User): unknown {
  if (!isMembers(partial)) return partial
  const random = stream('contact method', options)
  const user = owner ?? generateUser(random, { id: idFor('user', options) })
  const name = text(partial, 'name') ?? random.pick(contactMethodNames)
  return over({ name, isPrimary: false, value: contactValue(name, user) }, partial)
}

export const draftDepartment: Draft = (partial, options) => {
  if (!isMembers(partial)) return partial
  const [id, name] = [text(partial, 'id'), text(partial, 'name')]
  const drawn = generateDepartment(stream('department', options))
  const known = departments.find((department) => department.id === id || department.name === name)
  const identity = known ?? {
    id: name === undefined ? drawn.id : idFor('department', options),
    name: id === undefined ? drawn.name : `Department ${id}`,
  }
  return over({ id: identity.id, states: drawn.states, name: identity.name }, partial, 'name')
}

function typeFor(value: unknown): Option['type'] {
  if (typeof value === 'number') return 'number'
  return Array.isArray(value) ? 'multi' : 'text'
}

const exampleOptions: Record<Option['type'], Option> = {
  select: { name: questions.monthsBefore, type: 'select', value: 'yes' },
  multi: { name: questions.days, type: 'multi', value: ['Friday', 'Saturday'] },
  text: { name: questions.experience, type: 'text', value: experiences[0] },
  number: { name: questions.hours, type: 'number', value: 12 },
}

export const draftOption: Draft = (partial, options) => {
  if (!isMembers(partial)) return partial
  const { type, value } = partial
  if (type === undefined && value === undefined) {
    const random = stream('option', options)
    const drawn = random.pick(generateOptions(random, generateUser(random, { id: idFor('user', options) })))
    return over({ ...drawn }, partial)
  }
  const asked = optionTypes.find((known) => known === type) ?? typeFor(value)
  return over({ ...exampleOptions[asked] }, partial)
}

export const draftRole: Draft = (partial, options) => {
  if (!isMembers(partial)) return partial
  const id = text(partial, 'id') ?? idFor('role', options)
  return over({ id, name: `${generateRoleName(options.seed ?? 1, options.index ?? 0)}-${id}` }, partial)
}

/** Fills the gaps in every element of a list that was given. */
function draftList(items: unknown, draft: Draft, { seed, index = 0 }: FactoryOptions): unknown {
  if (!Array.isArray(items)) return items
  return items.map((item: unknown, position) => draft(item, { seed, index: index * 100 + position }))
}

/** The lists of a volunteer record that were given, with the gaps in their elements filled. */
export function draftLists(partial: unknown, options: FactoryOptions, owner: User): Members {
  if (!isMembers(partial)) return {}
  const { contactMethods, departments: entries, options: answers } = partial
  return over(
    {},
    {
      contactMethods: draftList(
        contactMethods,
        (item, each) => draftContactMethod(item, each, owner),
        options,
      ),
      departments: draftList(entries, draftDepartment, options),
      options: draftList(answers, draftOption, options),
    },
  )
}

/** Given one of the two dates, the other is made to fit: a record is never updated before it is created. */
function datesFor(random: Random, members: Members): Pick<Volunteer, 'createdAt' | 'updatedAt'> {
  const [createdAt, updatedAt] = [text(members, 'createdAt'), text(members, 'updatedAt')]
  const moment = [createdAt, updatedAt].find((date) => date !== undefined && isIso8601(date))
  const drawn = generateDates(random)
  return moment === undefined ? drawn : { createdAt: createdAt ?? moment, updatedAt: updatedAt ?? moment }
}

export const draftVolunteer: Draft = (partial, options) => {
  if (!isMembers(partial)) return partial
  const user = draftUser(partial['user'] ?? {}, options)
  const random = stream('volunteer', options)
  const id = text(partial, 'id') ?? idFor('volunteer', options)
  const owner = generateUser(stream('user', options), { id, ...(isMembers(user) ? texts(user) : {}) })
  const drawn = { ...generateVolunteer(random, id, owner), ...datesFor(random, partial) }
  return over(drawn, {
    ...partial,
    ...draftLists(partial, options, owner),
    user: partial['user'] === null ? null : user,
  })
}

/** The members that are texts: all that a record can be drawn from. */
function texts(members: Members): Partial<User> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => typeof value === 'string'))
}
