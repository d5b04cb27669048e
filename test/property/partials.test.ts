import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  buildRole,
  buildUser,
  buildVolunteer,
  createMock,
  DataError,
  type FactoryOptions,
} from '../../src/index.js'
import { runs } from '../support/property.js'
import { strictSchemas } from '../support/strict-schema.js'

/** Any JavaScript value, including values that JSON cannot represent. */
const anything = fc.anything({
  maxDepth: 2,
  withBigInt: true,
  withDate: true,
  withMap: true,
  withNullPrototype: true,
  withSparseArray: true,
  withObjectString: true,
})

/** A member that is usually valid, so that the other members are tested as well. */
function member(valid: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 8, arbitrary: valid },
    { weight: 1, arbitrary: anything },
    { weight: 1, arbitrary: fc.constant(undefined) },
  )
}

function partial(members: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<unknown> {
  const record = fc.record(
    Object.fromEntries(Object.entries(members).map(([name, valid]) => [name, member(valid)])),
    { requiredKeys: [] },
  )
  return fc.oneof({ weight: 9, arbitrary: record }, { weight: 1, arbitrary: anything })
}

const text = fc.string({ unit: 'binary', maxLength: 8 })
const date = fc.constantFrom('2026-01-01', '2025-10-26T02:30:00+02:00', '2026-01-26T18:30', '2026-02-30', '')
const state = fc.constantFrom('experience', 'interest', 'avoid', 'assignment', 'request')

const contactMethod = partial({ name: text, isPrimary: fc.boolean(), value: text })
const department = partial({ id: text, states: fc.array(state), name: text })
const option = partial({
  name: text,
  type: fc.constantFrom('select', 'multi', 'text', 'number', 'toString'),
  value: fc.oneof(text, fc.double(), fc.array(text)),
})
const user = partial({
  id: text,
  firstName: text,
  lastName: text,
  username: text,
  preferredName: fc.option(text),
  phone: fc.constantFrom('+12125550142', '+0'),
  email: text,
})
const role = partial({ id: text, name: text })
const volunteer = partial({
  id: text,
  createdAt: date,
  updatedAt: date,
  contactMethods: fc.array(contactMethod, { maxLength: 2 }),
  departments: fc.array(department, { maxLength: 2 }),
  user,
  options: fc.array(option, { maxLength: 2 }),
})

const factories: [
  keyof typeof strictSchemas,
  (partial: never, options?: FactoryOptions) => unknown,
  fc.Arbitrary<unknown>,
][] = [
  ['User', buildUser, user],
  ['Role', buildRole, role],
  ['Volunteer', buildVolunteer, volunteer],
]

/** The result of a function, or its error. */
function outcome(run: () => unknown): { readonly value?: unknown; readonly error?: unknown } {
  try {
    return { value: run() }
  } catch (error) {
    return { error }
  }
}

test.each(factories)(
  'any partial %s is completed to a valid record, or refused with a DataError that names problems',
  (kind, build, anyPartial) => {
    let built = 0
    fc.assert(
      fc.property(anyPartial, (input) => {
        const { value, error } = outcome(() => build(input as never))
        if (error === undefined) built++
        expect(error ?? new DataError('', [])).toBeInstanceOf(DataError)
        expect(error === undefined ? strictSchemas[kind].safeParse(value).error : undefined).toBeUndefined()
        expect((error as DataError | undefined)?.problems.length).not.toBe(0)
        expect(Object.values(value ?? {})).not.toContain(undefined)
      }),
      runs(800),
    )
    expect(built).toBeGreaterThan(50)
  },
)

test('any data can be exported after createMock, or is refused with a DataError', () => {
  const data = partial({
    format: fc.constant('conmock-1'),
    volunteers: fc.array(volunteer, { maxLength: 2 }),
    users: fc.array(user, { maxLength: 2 }),
    roles: fc.array(role, { maxLength: 3 }),
  })
  fc.assert(
    // A string is the name of built-in data.
    fc.property(
      data.filter((input) => typeof input !== 'string'),
      (input) => {
        const { value, error } = outcome(() => createMock({ data: input as never }).export())
        expect(error ?? new DataError('', [])).toBeInstanceOf(DataError)
        const again = error === undefined ? createMock({ data: value as never }).export() : undefined
        expect(JSON.stringify(again)).toBe(JSON.stringify(value))
      },
    ),
    runs(500),
  )
})
