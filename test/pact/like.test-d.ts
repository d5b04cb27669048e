import { MatchersV3, type PactV3, type PactV4 } from '@pact-foundation/pact'
import { describe, expectTypeOf, test } from 'vitest'
import type { VolunteerPath } from '../../src/convention/like.js'
import type { PathsOf } from '../../src/pact/like/field-filter.js'
import type { Role } from '../../src/index.js'
import { like } from '../../src/pact.js'

test('the JSON of conmock needs selects fields, which are below "needs"', () => {
  // @ts-expect-error -- the fields are below "needs"
  expectTypeOf(like.role).toBeCallableWith({ only: { version: 1, listRoles: ['data.name'] } })
})

describe('the paths', () => {
  test('are those of the API specification', () => {
    expectTypeOf<VolunteerPath>().toEqualTypeOf<
      | 'id'
      | 'createdAt'
      | 'updatedAt'
      | 'contactMethods'
      | `contactMethods.${'name' | 'isPrimary' | 'value'}`
      | 'departments'
      | `departments.${'id' | 'states' | 'name'}`
      | 'user'
      | `user.${'id' | 'firstName' | 'lastName' | 'username' | 'preferredName' | 'phone' | 'email'}`
      | 'options'
      | `options.${'name' | 'type' | 'value'}`
    >()
    expectTypeOf<PathsOf<Role>>().toEqualTypeOf<'id' | 'name'>()
  })

  test('that do not exist are compile errors', () => {
    const wrong = [
      // @ts-expect-error -- the path is user.email
      like.volunteer({ only: ['user.emial'] }),
      // @ts-expect-error -- fields are case-sensitive
      like.volunteer({ only: ['user.firstname'] }),
      // @ts-expect-error -- a path has no index for the elements of a list
      like.volunteer({ only: ['departments.0.id'] }),
      // @ts-expect-error -- a role has no description
      like.rolePage({ next: 'null', only: ['description'] }),
    ]
    expectTypeOf(wrong).toBeArray()
  })
})

describe('examples', () => {
  test('of the wrong type or for unknown fields are compile errors', () => {
    const wrong = [
      // @ts-expect-error -- an id is a string
      like.volunteer({ example: { id: 42 } }),
      // @ts-expect-error -- an email is never null
      like.volunteer({ example: { user: { email: null } } }),
      // @ts-expect-error -- no such state
      like.volunteer({ example: { departments: [{ states: ['approved'] }] } }),
      // @ts-expect-error -- the field is email
      like.volunteer({ example: { user: { emial: 'a@example.com' } } }),
    ]
    expectTypeOf(wrong).toBeArray()
  })
})

describe('a page', () => {
  test('requires the kind of its cursor', () => {
    const wrong = [
      // @ts-expect-error -- cursor, null or absent: there is no default
      like.rolePage({}),
      // @ts-expect-error -- null is written 'null'
      like.rolePage({ next: null }),
      // @ts-expect-error -- an empty list is 'empty'
      like.rolePage({ next: 'null', data: 'array' }),
    ]
    expectTypeOf(wrong).toBeArray()
  })
})

describe('the DSL of Pact', () => {
  type Request = ReturnType<ReturnType<PactV4['addInteraction']>['withRequest']>
  type Respond = NonNullable<Parameters<Request['willRespondWith']>[1]>
  type Builder = Parameters<Respond>[0]

  test('accepts the bodies in V3 and V4', () => {
    expectTypeOf<Builder['jsonBody']>().toBeCallableWith(like.volunteer({ only: ['id'] }))
    expectTypeOf<Builder['jsonBody']>().toBeCallableWith({
      ...like.rolePage({ next: 'null' }),
      data: [like.role()],
    })
    expectTypeOf<PactV3['willRespondWith']>().toBeCallableWith({ status: 200, body: like.volunteer() })
    expectTypeOf(MatchersV3.eachLike).toBeCallableWith(like.role(), 1)
  })

  test('accepts the string matchers in place of strings', () => {
    expectTypeOf<Builder['headers']>().toBeCallableWith({ 'X-Phone': like.e164() })
    expectTypeOf<PactV3['withRequest']>().toBeCallableWith({
      method: 'GET',
      path: like.isoDate(),
      query: { phone: like.e164(), since: [like.isoDate()] },
    })
  })
})
