import { describe, expect, it } from 'vitest'
import { resourceSchemas } from '../../src/convention/resources.js'
import { departmentStates, optionTypes } from '../../src/convention/volunteer/values.js'
import { jsonKinds, tables, valid } from './specification.js'

type Resource = keyof typeof valid

function accepts(resource: Resource, record: unknown): boolean {
  return resourceSchemas[resource].safeParse(record).success
}

function changed(resource: Resource, field: string, value: unknown): object {
  return { ...valid[resource], [field]: value }
}

function without(resource: Resource, field: string): object {
  return Object.fromEntries(Object.entries(valid[resource]).filter(([name]) => name !== field))
}

const fields = Object.entries(tables).flatMap(([resource, table]) =>
  Object.entries(table).map(([field, rule]) => ({
    resource: resource as Resource,
    field,
    kinds: rule.replace('?', '').split(' '),
    optional: rule.endsWith('?'),
  })),
)

describe.each(Object.keys(valid) as Resource[])('the schema of %s', (resource) => {
  it('accepts a record with every field, and returns it unchanged', () => {
    expect(resourceSchemas[resource].parse(valid[resource])).toEqual(valid[resource])
  })

  it('has exactly the fields of the API specification', () => {
    expect(Object.keys(resourceSchemas[resource].shape)).toEqual(Object.keys(tables[resource]))
  })

  it('removes a field that is not in the API specification', () => {
    expect(resourceSchemas[resource].parse(changed(resource, 'hasMore', true))).toEqual(valid[resource])
  })
})

describe.each(fields)('$resource.$field', ({ resource, field, kinds: allowed, optional }) => {
  it(`${optional ? 'may' : 'must not'} be missing`, () => {
    expect(accepts(resource, without(resource, field))).toBe(optional)
  })

  it.each(Object.entries(jsonKinds).filter(([kind]) => !allowed.includes(kind)))(
    'must not be %s',
    (_, value) => expect(accepts(resource, changed(resource, field, value))).toBe(false),
  )

  it.each(allowed.filter((kind) => kind === 'null'))('may be %s', () => {
    expect(accepts(resource, changed(resource, field, null))).toBe(true)
  })
})

const anyText = fields.filter(
  ({ resource, field, kinds: allowed }) =>
    allowed.includes('string') &&
    !['phone', 'createdAt', 'updatedAt', 'type'].includes(field) &&
    `${resource}.${field}` !== 'RoleList.data',
)

it.each(anyText)('the text $resource.$field has no limit of length and no format', ({ resource, field }) => {
  for (const text of ['', 'x'.repeat(100_000), '日本語 ليلى 👩🏽‍🚀 "<b>&\\\n'])
    expect(accepts(resource, changed(resource, field, text))).toBe(true)
})

const values: readonly [Resource, string, readonly unknown[], readonly unknown[]][] = [
  ['DepartmentAssignment', 'states', [[]], [['approved'], ['interest '], [null]]],
  ['Option', 'type', optionTypes, ['boolean', 'Select', '']],
  ['Option', 'value', [0, 4.5, '', [], ['Friday', '']], [true, [1], ['Friday', 1], [['x']], Number.NaN]],
  [
    'Volunteer',
    'contactMethods',
    [[]],
    [[valid.ContactMethod, { ...valid.ContactMethod, isPrimary: 'yes' }]],
  ],
  ['Volunteer', 'departments', [[]], [[{ ...valid.DepartmentAssignment, id: 1 }]]],
  ['Volunteer', 'options', [[]], [[{ ...valid.Option, type: 'unknown' }]]],
  ['Volunteer', 'user', [], [{ ...valid.User, phone: '123' }]],
  ['Volunteer', 'createdAt', ['2025-11-01', '2025-10-26T02:30:00+02:00'], ['', 'yesterday', '2025-02-30']],
  ['Volunteer', 'updatedAt', ['2022-02-23T00:30:47.468Z'], ['01/02/2025', '2025-01-01 00:00:00Z']],
  ['RoleList', 'data', [[]], [[valid.Role, { id: '2' }]]],
  [
    'User',
    'phone',
    ['+14155550101', '+49301234', '+123456789012345'],
    [
      ...'14155550101 +04155550101 +1234567890123456 +1415CALLME ++14155550101 +١٤١٥٥٥٥٠١٠١ +'.split(' '),
      '+1 415 555 0101',
      ' +14155550101',
      '+14155550101\n',
      '',
    ],
  ],
]

it.each(values)('%s.%s only has values of the API specification', (resource, field, right, wrong) => {
  expect(right.filter((value) => !accepts(resource, changed(resource, field, value)))).toEqual([])
  expect(wrong.filter((value) => accepts(resource, changed(resource, field, value)))).toEqual([])
})

it('the states of a department entry are those of the API specification', () => {
  const states = ['experience', 'interest', 'avoid', 'assignment', 'request']
  expect(departmentStates).toEqual(states)
  expect(accepts('DepartmentAssignment', changed('DepartmentAssignment', 'states', states))).toBe(true)
})
