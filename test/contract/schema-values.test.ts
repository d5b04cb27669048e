import { describe, expect, it } from 'vitest'
import { schemas } from '../../src/index.js'
import { valid } from './specification.js'

/** Whether a record with this value in one of its fields is accepted. */
function accepts(resource: keyof typeof schemas, field: string, value: unknown): boolean {
  return schemas[resource].safeParse({ ...valid[resource], [field]: value }).success
}

describe('the states of a department entry', () => {
  it.each(['experience', 'interest', 'avoid', 'assignment', 'request'])('may contain %s', (state) => {
    expect(accepts('DepartmentAssignment', 'states', [state])).toBe(true)
  })

  it('may be an empty list, or contain all states', () => {
    expect(accepts('DepartmentAssignment', 'states', [])).toBe(true)
    expect(
      accepts('DepartmentAssignment', 'states', ['experience', 'interest', 'avoid', 'assignment', 'request']),
    ).toBe(true)
  })

  it.each(['approved', 'Interest', 'interest ', '', null, 1])('must not contain %j', (state) => {
    expect(accepts('DepartmentAssignment', 'states', ['interest', state])).toBe(false)
  })
})

describe('the type of an option', () => {
  it.each(['select', 'multi', 'text', 'number'])('may be %s', (type) => {
    expect(accepts('Option', 'type', type)).toBe(true)
  })

  it.each(['boolean', 'Select', 'multiple', ''])('must not be %j', (type) => {
    expect(accepts('Option', 'type', type)).toBe(false)
  })
})

describe('the value of an option', () => {
  it.each([0, -3, 4.5, 1e300, '', 'Friday', [], [''], ['Friday', 'Sunday']])('may be %j', (value) => {
    expect(accepts('Option', 'value', value)).toBe(true)
  })

  it.each([true, null, {}, [1], ['Friday', 1], [['Friday']], [null], Number.NaN])(
    'must not be %j',
    (value) => {
      expect(accepts('Option', 'value', value)).toBe(false)
    },
  )

  it.each(['select', 'multi', 'text', 'number'])(
    'need not agree with the type %s, because the API specification does not require it',
    (type) => {
      for (const value of [7, 'seven', ['seven']]) {
        expect(schemas.Option.safeParse({ name: 'any', type, value }).success).toBe(true)
      }
    },
  )
})

describe('the phone number of a user', () => {
  it.each(['+14155550101', '+447700900461', '+49301234', '+123456789012345'])('may be %s', (phone) => {
    expect(accepts('User', 'phone', phone)).toBe(true)
  })

  it.each([
    ['without a plus', '14155550101'],
    ['with a country code that begins with 0', '+04155550101'],
    ['longer than 15 digits', '+1234567890123456'],
    ['with spaces', '+1 415 555 0101'],
    ['with dashes', '+1-415-555-0101'],
    ['with brackets', '+1(415)5550101'],
    ['with letters', '+1415CALLME'],
    ['with an extension', '+14155550101x5'],
    ['with two pluses', '++14155550101'],
    ['with a space before', ' +14155550101'],
    ['with a line break after', '+14155550101\n'],
    ['in digits of another script', '+١٤١٥٥٥٥٠١٠١'],
    ['only a plus', '+'],
    ['empty', ''],
  ])('must not be %s', (_, phone) => {
    expect(accepts('User', 'phone', phone)).toBe(false)
  })
})

describe.each(['createdAt', 'updatedAt'])('the date %s', (field) => {
  it.each(['2020-01-01T00:00:00Z', '2022-02-23T00:30:47.468Z', '2025-10-26T02:30:00+02:00', '2025-11-01'])(
    'may be %s',
    (date) => {
      expect(accepts('Volunteer', field, date)).toBe(true)
    },
  )

  it.each(['', 'yesterday', '2025-02-30', '01/02/2025', '1700000000', '2025-01-01 00:00:00Z'])(
    'must not be "%s"',
    (date) => {
      expect(accepts('Volunteer', field, date)).toBe(false)
    },
  )
})

describe('the elements of lists', () => {
  it.each([
    ['contactMethods', { ...valid.ContactMethod, isPrimary: 'yes' }],
    ['departments', { ...valid.DepartmentAssignment, id: 1 }],
    ['options', { ...valid.Option, type: 'unknown' }],
  ])('of Volunteer.%s are validated', (field, broken) => {
    const list = [...Reflect.get(valid.Volunteer, field), broken]
    expect(schemas.Volunteer.safeParse({ ...valid.Volunteer, [field]: list }).success).toBe(false)
    expect(schemas.Volunteer.safeParse({ ...valid.Volunteer, [field]: [] }).success).toBe(true)
  })

  it('of RoleList.data are validated, and the list may be empty', () => {
    expect(schemas.RoleList.safeParse({ data: [valid.Role, { id: '2' }] }).success).toBe(false)
    expect(schemas.RoleList.safeParse({ data: [] }).success).toBe(true)
  })

  it('do not hide an invalid user', () => {
    const user = { ...valid.User, phone: '123' }
    expect(schemas.Volunteer.safeParse({ ...valid.Volunteer, user }).success).toBe(false)
  })
})

it.each([
  [{}],
  [{ data: null, nextPage: null }],
  [{ data: [] }],
  [{ nextPage: null }],
  [{ data: [{ id: '1', name: 'staff' }], nextPage: 'cursor' }],
])('the role list %j is allowed', (list) => {
  expect(schemas.RoleList.parse(list)).toEqual(list)
})
