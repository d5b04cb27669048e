import { optionTypes } from './values.js'
import { isPlainObject, type PlainObject } from '../../common/plain-object.js'
import type { User } from '../resources.js'
import {
  contactMethodSchema,
  departmentAssignmentSchema,
  optionSchema,
  type VolunteerOption,
} from './schema.js'
import type { FactoryOptions } from '../../contract/kind.js'
import { factoryFaker, merge, stringsIn } from '../../dataset/build.js'
import { departments, questions } from '../words.js'
import { hash } from '../../common/random.js'
import { contactMethodNames, contactValue, generateDepartment, generateOption } from './generate.js'

/** @param owner The user of the volunteer record with this part. */
type CompletePart = (partial: unknown, options: FactoryOptions, owner: User) => unknown

const completeContactMethod: CompletePart = (partial, options, owner) => {
  const faker = factoryFaker('contact method', options)
  const { name = faker.helpers.arrayElement(contactMethodNames) } = stringsIn(partial)
  const generated = { name, isPrimary: false, value: contactValue(name, owner) }
  return merge(contactMethodSchema, generated, partial)
}

/** Returns an id for an unknown department. The same name always gets the same id. */
function foreignDepartmentId(name: string): string {
  return String(1000 + (hash(name) % 9_000_000))
}

const completeDepartment: CompletePart = (partial, options) => {
  const { id, name } = stringsIn(partial)
  const generated = generateDepartment(factoryFaker('department', options))
  const known = departments.find((department) => department.id === id || department.name === name)
  const identity = known ?? {
    id: name === undefined ? generated.id : foreignDepartmentId(name),
    name: id === undefined ? generated.name : `Department ${id}`,
  }
  return merge(departmentAssignmentSchema, { ...generated, ...identity }, partial)
}

const exampleOptions: Record<VolunteerOption['type'], VolunteerOption> = {
  select: { name: questions.monthsBefore, type: 'select', value: 'yes' },
  multi: { name: questions.days, type: 'multi', value: ['Friday', 'Saturday'] },
  text: { name: questions.notes, type: 'text', value: 'I arrive on Friday around noon.' },
  number: { name: questions.hours, type: 'number', value: 12 },
}

function typeFor(value: unknown): VolunteerOption['type'] {
  if (typeof value === 'number') return 'number'
  return Array.isArray(value) ? 'multi' : 'text'
}

const completeOption: CompletePart = (partial, options, owner) => {
  if (!isPlainObject(partial)) return partial
  const { type, value } = partial
  if (type === undefined && value === undefined) {
    return merge(optionSchema, generateOption(factoryFaker('option', options), owner), partial)
  }
  const known = optionTypes.find((each) => each === type) ?? typeFor(value)
  return merge(optionSchema, exampleOptions[known], partial)
}

const completeParts = {
  contactMethods: completeContactMethod,
  departments: completeDepartment,
  options: completeOption,
}

/** Returns the given lists of a record with complete elements. */
export function completeLists(
  partial: PlainObject,
  { seed, index = 0 }: FactoryOptions,
  owner: User,
): PlainObject {
  const lists = Object.entries(completeParts).flatMap(([name, complete]) => {
    const items: unknown = partial[name]
    if (!Array.isArray(items)) return []
    const completed = items.map((item, position) =>
      complete(item, { seed, index: index * 100 + position }, owner),
    )
    return [[name, completed] as const]
  })
  return Object.fromEntries(lists)
}
