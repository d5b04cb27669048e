import { MatchersV3, type PactV3, type PactV4 } from '@pact-foundation/pact'
import { expectTypeOf, test } from 'vitest'
import { like, providerStates, verifyPacts, type GivenState, type VerifyOptions } from '../../src/pact.js'

declare const v3: PactV3
declare const v4: PactV4

type Request = ReturnType<ReturnType<PactV4['addInteraction']>['withRequest']>
type Respond = NonNullable<Parameters<Request['willRespondWith']>[1]>
type Builder = Parameters<Respond>[0]

test('options of a verification: lists that cannot be changed, and undefined', () => {
  const options: VerifyOptions[] = [
    { pacts: ['a.json', 'b/*.json'] as const },
    { pacts: undefined, against: undefined, mock: undefined, states: undefined, timeout: undefined },
    // @ts-expect-error -- there is no such scope
    { against: { url: 'https://reg.example.com', tokens: { 'user:write': 't' } } },
    // @ts-expect-error -- the fixture is called userId
    { against: { url: 'https://reg.example.com', fixtures: { userid: '1' } } },
    // @ts-expect-error -- a state is a function
    { states: { nothing: true } },
    // @ts-expect-error -- a state returns simple values
    { states: { list: () => ({ ids: ['1'] }) } },
  ]
  expectTypeOf(verifyPacts).toBeCallableWith()
  expectTypeOf(verifyPacts).toBeCallableWith(options[0])
})

test('provider states fit `given()` of the DSL in V3 and V4, with the right parameters only', () => {
  v4.addInteraction().given(...providerStates.volunteerExists({ userId: '42' }))
  v3.given(...providerStates.rolesExist({ count: 3, pageSize: 2 })).given(...providerStates.lastPage())
  expectTypeOf<GivenState>().toExtend<Parameters<PactV3['given']>>()
  // @ts-expect-error -- an id is a string or a number
  providerStates.volunteerExists({ userId: true })
  // @ts-expect-error -- a token state has no user
  providerStates.tokenIsInvalid({ userId: '42' })
  // @ts-expect-error -- there is no such scope
  providerStates.tokenHasScope({ scope: 'user:write' })
  // @ts-expect-error -- states cannot be replaced
  providerStates.lastPage = providerStates.tokenIsInvalid
})

test('`only` and `example` of a template have the paths and types of the API specification', () => {
  const wrong = [
    // @ts-expect-error -- the path is user.email
    like.volunteer({ only: ['user.emial'] }),
    // @ts-expect-error -- a path has no index for the elements of a list
    like.volunteer({ only: ['departments.0.id'] }),
    // @ts-expect-error -- a role has no description
    like.rolePage({ next: 'null', only: ['description'] }),
    // @ts-expect-error -- the fields of `conmock needs` are below "needs"
    like.role({ only: { version: 1, listRoles: ['data.name'] } }),
    // @ts-expect-error -- an email is never null
    like.volunteer({ example: { user: { email: null } } }),
    // @ts-expect-error -- no such state
    like.volunteer({ example: { departments: [{ states: ['approved'] }] } }),
    // @ts-expect-error -- the field is email
    like.volunteer({ example: { user: { emial: 'a@example.com' } } }),
    // @ts-expect-error -- there is no default for `next`
    like.rolePage({}),
  ]
  expectTypeOf(wrong).toBeArray()
})

test('the DSL of Pact accepts templates as bodies, and string matchers in place of strings', () => {
  const page = { ...like.rolePage({ next: 'null' }), data: [like.role()] }
  expectTypeOf<Builder['jsonBody']>().toBeCallableWith(page)
  expectTypeOf<PactV3['willRespondWith']>().toBeCallableWith({ status: 200, body: like.volunteer() })
  expectTypeOf(MatchersV3.eachLike).toBeCallableWith(like.role(), 1)
  expectTypeOf<Builder['headers']>().toBeCallableWith({ 'X-Phone': like.e164() })
  const query = { phone: like.e164(), since: [like.isoDate()] }
  expectTypeOf<PactV3['withRequest']>().toBeCallableWith({ method: 'GET', path: like.isoDate(), query })
})
