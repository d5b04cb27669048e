import { MatchersV3 } from '@pact-foundation/pact'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { resourceSchemas } from '../../src/convention/resources.js'
import { InvalidOptionError } from '../../src/common/errors.js'
import { like } from '../../src/pact.js'
import type { VolunteerPath } from '../../src/convention/like.js'
import { runs } from '../support/property.js'
import { thrownBy } from '../support/thrown.js'
import { strictSchemas } from '../support/strict-schema.js'

const paths = `
  id createdAt updatedAt contactMethods contactMethods.name contactMethods.isPrimary
  contactMethods.value departments departments.id departments.states departments.name user
  user.id user.firstName user.lastName user.username user.preferredName user.phone
  user.email options options.name options.type options.value
`.match(/\S+/g) as VolunteerPath[]

/** The example in a body of matchers: the response that the consumer's own test receives. */
function exampleIn(template: unknown): unknown {
  if (Array.isArray(template)) return template.map(exampleIn)
  if (typeof template !== 'object' || template === null) return template
  if ('variants' in template) return exampleIn(template.variants)
  if ('pact:matcher:type' in template) return exampleIn((template as { value?: unknown }).value)
  return Object.fromEntries(Object.entries(template).map(([name, part]) => [name, exampleIn(part)]))
}

/** The dotted paths of all leaves of a value. */
function leavesOf(value: unknown, path: readonly string[] = []): string[] {
  if (Array.isArray(value) && value.some((item) => typeof item === 'object'))
    return value.flatMap((item) => leavesOf(item, path))
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [path.join('.')]
  return Object.entries(value).flatMap(([name, part]) => leavesOf(part, [...path, name]))
}

const leaves = leavesOf(exampleIn(like.volunteer()))

describe('the examples', () => {
  it('are valid and complete', () => {
    const volunteer = exampleIn(like.volunteer())
    expect(strictSchemas.Volunteer.parse(volunteer)).toEqual(volunteer)
    expect(leaves.toSorted()).toEqual(
      paths.filter((path) => !['contactMethods', 'departments', 'user', 'options'].includes(path)).toSorted(),
    )
    expect(resourceSchemas.Role.parse(exampleIn(like.role()))).toEqual(exampleIn(like.role()))
  })

  it('of a page have the requested form', () => {
    const role = exampleIn(like.role())
    for (const [data, example] of [
      ['some', { data: [role] }],
      ['empty', { data: [] }],
      ['null', { data: null }],
      ['absent', {}],
    ] as const) {
      expect(exampleIn(like.rolePage({ next: 'null', data }))).toEqual({ ...example, nextPage: null })
      expect(exampleIn(like.rolePage({ next: 'absent', data }))).toEqual(example)
      const page = exampleIn(like.rolePage({ next: 'cursor', data }))
      expect(page).toEqual({ ...example, nextPage: expect.any(String) })
      expect(resourceSchemas.RoleList.parse(page)).toEqual(page)
    }
  })

  it('consist only of matchers', () => {
    const hasPlainValue = (part: unknown): boolean =>
      typeof part !== 'object' ||
      part === null ||
      (!('pact:matcher:type' in part) && Object.values(part).some(hasPlainValue))
    expect(hasPlainValue(like.volunteer())).toBe(false)
    expect(hasPlainValue(like.rolePage({ next: 'null', data: 'null' }))).toBe(false)
  })

  it('are the same that Pact extracts from the matchers', () => {
    const page = like.rolePage({ next: 'cursor' })
    expect(MatchersV3.reify(page)).toEqual(exampleIn(page))
  })

  it('are new objects in each call', () => {
    const first = like.volunteer() as { user: { id: unknown } }
    first.user.id = 'changed'
    expect(like.volunteer()).not.toEqual(first)
  })
})

describe('only', () => {
  it('limits the body to these fields', () => {
    const some = fc.uniqueArray(fc.constantFrom(...paths), { minLength: 1 })
    fc.assert(
      fc.property(some, (only) => {
        const wanted = leaves.filter((leaf) => only.some((path) => `${leaf}.`.startsWith(`${path}.`)))
        expect(leavesOf(exampleIn(like.volunteer({ only })))).toEqual(wanted)
      }),
      runs(300),
    )
  })

  it('keeps the matchers as they are', () => {
    const whole = like.volunteer() as { user: { phone: unknown } }
    expect(like.volunteer({ only: ['user.phone'] })).toEqual({ user: { phone: whole.user.phone } })
  })

  it('of a page limits the fields of a role', () => {
    const page = { data: [{ name: 'registration-staff' }], nextPage: null }
    expect(exampleIn(like.rolePage({ next: 'null', only: ['name'] }))).toEqual(page)
  })

  it('accepts what conmock needs has written', () => {
    const needs = { getVolunteer: ['user.email', 'id'], listRoles: ['data.name', 'nextPage'] }
    const only = { version: 1, needs }
    expect(like.volunteer({ only })).toEqual(like.volunteer({ only: ['user.email', 'id'] }))
    expect(like.role({ only })).toEqual(like.role({ only: ['name'] }))
    expect(like.rolePage({ only, next: 'null' })).toEqual(like.rolePage({ only: ['name'], next: 'null' }))
    const list = { version: 1, needs: { listRoles: ['data'] } }
    expect(like.role({ only: list })).toEqual(like.role())
    expect(like.rolePage({ only: list, next: 'null' })).toEqual(like.rolePage({ next: 'null' }))
    const nothing = { version: 1, needs: {} }
    expect(like.rolePage({ only: nothing, next: 'null' })).not.toHaveProperty('data')
    const misspelled = { ...only, needs: { listRoles: ['data.nmae'] } }
    expect(() => like.role({ only: misspelled })).toThrow(/listRoles\[0\]/)
  })
})

describe('an example of your own', () => {
  it('is used, and the rest is filled in', () => {
    const example = { id: '7', departments: [{ states: ['avoid'] as const }] }
    const departments = [{ id: '501', states: ['avoid'], name: 'Registration' }]
    expect(exampleIn(like.volunteer({ example }))).toMatchObject({ id: '7', departments })
  })

  it('chooses the shape of the body', () => {
    const only = ['user.preferredName', 'departments', 'contactMethods'] as const
    const example = { user: { preferredName: null }, departments: [{ name: undefined }], contactMethods: [] }
    expect(exampleIn(like.volunteer({ only, example }))).toEqual({
      user: { preferredName: null },
      departments: [{ id: '501', states: ['interest'] }],
      contactMethods: [],
    })
    const absent = like.volunteer({ only: ['user'], example: { user: { preferredName: undefined } } })
    expect(absent['user']).not.toHaveProperty('preferredName')
  })

  it('with `undefined` for a required field has no effect', () => {
    expect(exampleIn(like.volunteer({ only: ['id'], example: { id: undefined } }))).toEqual({ id: '500042' })
  })

  it('of an option gets a value of its type', () => {
    const options = [{ type: 'number' }, { type: 'multi' }, { type: 'text', value: 'x' }] as const
    const examples = [
      { name: 'Shifts', type: 'number', value: 3 },
      { name: 'Languages', type: 'multi', value: ['English', 'German'] },
      { name: 'Allergies', type: 'text', value: 'x' },
    ]
    expect(exampleIn(like.volunteer({ only: ['options'], example: { options } }))).toEqual({
      options: examples,
    })
  })

  it('can be a matcher of Pact', () => {
    const id = MatchersV3.fromProviderState('${userId}', '42')
    expect(like.volunteer({ only: ['user.id'], example: { user: { id } } })).toEqual({ user: { id } })
    const departments = MatchersV3.eachLike({ id: '1' })
    expect(like.volunteer({ only: ['departments'], example: { departments } })).toEqual({ departments })
    const option = { 'pact:matcher:type': 'type', value: { name: 'T-shirt size' } }
    const options = like.volunteer({ only: ['options'], example: { options: [option] } })
    expect(options).toMatchObject({ options: { variants: [option] } })
  })
})

const noNeeds = { version: 1, needs: {} }

it.each<[options: unknown, message: string, template?: 'role' | 'rolePage']>([
  [{ only: ['user.emial'] }, 'did you mean "user.email"?'],
  [{ only: ['user.firstname'] }, 'did you mean "user.firstName"?'],
  [{ only: ['department.id'] }, 'did you mean "departments.id"?'],
  [{ only: ['departments[].id'] }, 'did you mean "departments.id"?'],
  [{ only: [''] }, 'Known fields: id, '],
  [{ only: [7] }, 'Known fields: id, '],
  [{ only: [] }, 'only'],
  [{ only: 'id' }, 'only'],
  [{ only: noNeeds }, 'the needs of getVolunteer contain none'],
  [{ only: noNeeds }, 'the needs of listRoles contain none', 'role'],
  [{ olny: ['id'] }, 'did you mean "only"?'],
  [{ next: 'null', only: ['nmae'] }, 'did you mean "name"?', 'rolePage'],
  [{ next: 'nul' }, 'did you mean "null"?', 'rolePage'],
  [{}, '"next" must be one of: cursor, null, absent', 'rolePage'],
  [undefined, '"next" must be one of', 'rolePage'],
  [{ next: 'null', data: 'array' }, '"data" has no value "array"', 'rolePage'],
  [{ nxt: 'null' }, 'did you mean "next"?', 'rolePage'],
  [{ example: { user: { phone: '555' } } }, 'example: user.phone: expected a phone number'],
  [{ example: { user: { email: null } } }, 'example: user.email: '],
  [{ example: { departments: [{ states: ['approved'] }] } }, 'example: departments.states: '],
  [{ example: { options: [{ type: 'choice' }] } }, 'example: options.type: '],
  [{ example: { options: [{ value: true }] } }, 'example: options.value: expected a number, a string'],
  [{ example: { user: [] } }, 'example: user: expected an object'],
  [{ example: { options: {} } }, 'example: options: expected a list'],
  [{ example: { user: { emial: 'x' } } }, 'example: user.emial: unknown field: did you mean "email"?'],
  [
    { only: ['id'], example: { user: { id: '42' } } },
    'user: this field has an example, but is not in "only"',
  ],
])('%j is refused: %s', (options, message, template) => {
  const error = thrownBy(() => like[template ?? 'volunteer'](options as never))
  expect(error).toBeInstanceOf(InvalidOptionError)
  expect((error as Error).message).toContain(message)
})

describe('the patterns of dates and phone numbers', () => {
  it.each([
    [
      like.isoDate(),
      ['2026-01-31', '2028-02-29', '2026-01-31T18:30', '2026-01-31T18:30:00.5+02:00'],
      ['20260131', '2026-02-29', '2026-01-31T24:00Z', '2026-01-31T18:30:00z', ' 2026-01-31', ''],
    ],
    [
      like.e164(),
      ['+12125550142', '+442079460123', '+11'],
      ['12125550142', '+02125550142', '+1 212 555', '+1234567890123456', '+1', ''],
    ],
  ])('accept valid texts only, with ASCII digits, and use only syntax that Rust supports', (...row) => {
    const [{ regex }, valid, invalid] = row
    expect([...valid, ...invalid].filter((text) => new RegExp(regex).test(text))).toEqual(valid)
    expect(regex).not.toMatch(/\\[a-z\d]|\(\?[=!<]/i)
    expect(regex).toMatch(/^\^.*\$$/)
  })

  it('accept an example', () => {
    expect(like.e164('+491234567').value).toBe('+491234567')
    expect(like.isoDate('2026-02-01').value).toBe('2026-02-01')
  })
})
