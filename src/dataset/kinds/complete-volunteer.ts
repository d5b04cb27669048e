import { optionTypes } from '../../contract/enums.js'
import { isIso8601 } from '../../contract/iso-8601.js'
import { isPlainObject, type PlainObject } from '../../contract/plain-object.js'
import type { Option, User, Volunteer } from '../../contract/resources.js'
import {
  applyOverrides,
  builtId,
  gapFaker,
  stringIn,
  type Complete,
  type FactoryOptions,
} from '../complete.js'
import { departments, questions } from '../convention.js'
import { hash } from '../faker.js'
import { generateUser } from './generate-user.js'
import {
  contactMethodNames,
  contactValue,
  generateDepartment,
  generateOption,
  generateVolunteer,
} from './generate-volunteer.js'
import { completeUser } from './user.js'

/** @param owner The user whose contact method it is. Drawn if there is none. */
export function completeContactMethod(partial: unknown, options: FactoryOptions, owner?: User): unknown {
  if (!isPlainObject(partial)) return partial
  const faker = gapFaker('contact method', options)
  const user = owner ?? generateUser(faker, { id: builtId('user', options) })
  const name = stringIn(partial, 'name') ?? faker.helpers.arrayElement(contactMethodNames)
  return applyOverrides({ name, isPrimary: false, value: contactValue(name, user) }, partial)
}

/** The id of a department that the convention does not have: the same for the same name. */
function foreignDepartmentId(name: string): string {
  return String(1000 + (hash(name) % 9_000_000))
}

export const completeDepartment: Complete = (partial, options) => {
  if (!isPlainObject(partial)) return partial
  const [id, name] = [stringIn(partial, 'id'), stringIn(partial, 'name')]
  const drawn = generateDepartment(gapFaker('department', options))
  const known = departments.find((department) => department.id === id || department.name === name)
  const identity = known ?? {
    id: name === undefined ? drawn.id : foreignDepartmentId(name),
    name: id === undefined ? drawn.name : `Department ${id}`,
  }
  return applyOverrides({ id: identity.id, states: drawn.states, name: identity.name }, partial, 'name')
}

const exampleOptions: Record<Option['type'], Option> = {
  select: { name: questions.monthsBefore, type: 'select', value: 'yes' },
  multi: { name: questions.days, type: 'multi', value: ['Friday', 'Saturday'] },
  text: { name: questions.notes, type: 'text', value: 'I arrive on Friday around noon.' },
  number: { name: questions.hours, type: 'number', value: 12 },
}

/** The type that a value is an answer to. */
function typeFor(value: unknown): Option['type'] {
  if (typeof value === 'number') return 'number'
  return Array.isArray(value) ? 'multi' : 'text'
}

export const completeOption: Complete = (partial, options) => {
  if (!isPlainObject(partial)) return partial
  const { type, value } = partial
  if (type === undefined && value === undefined) {
    const faker = gapFaker('option', options)
    const user = generateUser(faker, { id: builtId('user', options) })
    return applyOverrides({ ...generateOption(faker, user) }, partial)
  }
  const known = optionTypes.find((each) => each === type) ?? typeFor(value)
  return applyOverrides({ ...exampleOptions[known] }, partial)
}

/** Completes each element of a list that is given. */
function completeList(items: unknown, complete: Complete, { seed, index = 0 }: FactoryOptions): unknown {
  if (!Array.isArray(items)) return items
  return items.map((item: unknown, position) => complete(item, { seed, index: index * 100 + position }))
}

/** The given lists of a volunteer record, with their elements completed. */
export function completeLists(partial: PlainObject, options: FactoryOptions, owner: User): PlainObject {
  const lists = {
    contactMethods: completeList(
      partial['contactMethods'],
      (item, each) => completeContactMethod(item, each, owner),
      options,
    ),
    departments: completeList(partial['departments'], completeDepartment, options),
    options: completeList(partial['options'], completeOption, options),
  }
  return Object.fromEntries(Object.entries(lists).filter(([, list]) => list !== undefined))
}

/** If one date is given, the other equals it, because a record is never updated before it is created. */
function otherDate(partial: PlainObject): Partial<Volunteer> {
  const given = [stringIn(partial, 'createdAt'), stringIn(partial, 'updatedAt')]
  const date = given.find((each) => each !== undefined && isIso8601(each))
  return date === undefined ? {} : { createdAt: date, updatedAt: date }
}

function stringsIn(members: PlainObject): Partial<User> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => typeof value === 'string'))
}

export const completeVolunteer: Complete = (partial, options) => {
  if (!isPlainObject(partial)) return partial
  const user = completeUser(partial['user'] ?? {}, options)
  const id = stringIn(partial, 'id') ?? builtId('volunteer', options)
  // The given user may be invalid. The rest is still derived from what is usable of it.
  const known = { id, ...(isPlainObject(user) ? stringsIn(user) : {}) }
  const owner = generateUser(gapFaker('user', options), known)
  const drawn = generateVolunteer(gapFaker('volunteer', options), id, owner)
  return applyOverrides(
    { ...drawn, ...otherDate(partial) },
    {
      ...partial,
      ...completeLists(partial, options, owner),
      user: partial['user'] === null ? null : user,
    },
  )
}
