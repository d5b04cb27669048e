import { describe, expect, it } from 'vitest'
import { resourceSchemas } from '../../src/contract/resources.js'
import { schemas } from '../../src/index.js'
import { valid } from './valid-records.js'

type Resource = keyof typeof schemas

function accepts(resource: Resource, record: unknown): boolean {
  return schemas[resource].safeParse(record).success
}

function changed(resource: Resource, field: string, value: unknown): object {
  return { ...valid[resource], [field]: value }
}

function without(resource: Resource, field: string): object {
  return Object.fromEntries(Object.entries(valid[resource]).filter(([name]) => name !== field))
}

/** A value for each JSON type. */
const kinds = { string: 'text', number: 7, boolean: true, array: ['text'], object: {}, null: null } as const

type Kind = keyof typeof kinds

/** The tables of the API specification: the JSON types of each field, and whether it is optional. */
const tables: Record<Resource, Record<string, { kinds: readonly Kind[]; optional?: true }>> = {
  Volunteer: {
    id: { kinds: ['string'] },
    createdAt: { kinds: ['string'] },
    updatedAt: { kinds: ['string'] },
    contactMethods: { kinds: ['array'] },
    departments: { kinds: ['array'] },
    user: { kinds: ['object'] },
    options: { kinds: ['array'] },
  },
  ContactMethod: {
    name: { kinds: ['string'] },
    isPrimary: { kinds: ['boolean'] },
    value: { kinds: ['string'] },
  },
  DepartmentAssignment: {
    id: { kinds: ['string'] },
    states: { kinds: ['array'] },
    name: { kinds: ['string'], optional: true },
  },
  User: {
    id: { kinds: ['string'] },
    firstName: { kinds: ['string'] },
    lastName: { kinds: ['string'] },
    username: { kinds: ['string'] },
    preferredName: { kinds: ['string', 'null'], optional: true },
    phone: { kinds: ['string'] },
    email: { kinds: ['string'] },
  },
  Option: {
    name: { kinds: ['string'] },
    type: { kinds: ['string'] },
    value: { kinds: ['number', 'string', 'array'] },
  },
  Role: { id: { kinds: ['string'] }, name: { kinds: ['string'] } },
  RoleList: {
    data: { kinds: ['array', 'null'], optional: true },
    nextPage: { kinds: ['string', 'null'], optional: true },
  },
}

const fields = Object.entries(tables).flatMap(([resource, table]) =>
  Object.entries(table).map(([field, rule]) => ({ resource: resource as Resource, field, ...rule })),
)

describe.each(Object.keys(schemas) as Resource[])('the schema of %s', (resource) => {
  it('accepts a record with every field, and returns it unchanged', () => {
    expect(schemas[resource].parse(valid[resource])).toEqual(valid[resource])
  })

  it('has exactly the fields of the API specification', () => {
    expect(Object.keys(resourceSchemas[resource].shape)).toEqual(Object.keys(tables[resource]))
  })

  it.each([null, undefined, 'text', 7, true, []])('refuses %j, which is not an object', (value) => {
    expect(accepts(resource, value)).toBe(false)
  })

  it('removes a field that is not in the API specification', () => {
    expect(schemas[resource].parse(changed(resource, 'hasMore', true))).toEqual(valid[resource])
  })
})

describe.each(fields)('$resource.$field', ({ resource, field, kinds: allowed, optional }) => {
  it(`${optional ? 'may' : 'must not'} be missing`, () => {
    expect(accepts(resource, without(resource, field))).toBe(optional === true)
  })

  it.each((Object.keys(kinds) as Kind[]).filter((kind) => !allowed.includes(kind)))(
    'must not be %s',
    (kind) => {
      expect(accepts(resource, changed(resource, field, kinds[kind]))).toBe(false)
    },
  )

  it.each(allowed.filter((kind) => kind === 'null'))('may be %s', () => {
    expect(accepts(resource, changed(resource, field, null))).toBe(true)
  })

  it('has a case-sensitive name', () => {
    const miswritten = {
      ...without(resource, field),
      [field.toUpperCase()]: Reflect.get(valid[resource], field),
    }
    expect(accepts(resource, miswritten)).toBe(optional === true)
  })
})

const anyText = fields.filter(
  ({ resource, field, kinds: allowed }) =>
    allowed.includes('string') &&
    !['phone', 'createdAt', 'updatedAt', 'type'].includes(field) &&
    `${resource}.${field}` !== 'RoleList.data',
)

describe.each(anyText)('the text $resource.$field', ({ resource, field }) => {
  it.each([
    ['empty', ''],
    ['long', 'x'.repeat(100_000)],
    ['in any script', '日本語 ليلى 👩🏽‍🚀 "<b>&\\\n'],
  ])('may be %s, because the API specification gives neither length nor format', (_, text) => {
    expect(accepts(resource, changed(resource, field, text))).toBe(true)
  })
})
