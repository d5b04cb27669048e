import type { PactV3, PactV4 } from '@pact-foundation/pact'
import { describe, expectTypeOf, test } from 'vitest'
import { providerStates, type GivenState, type StateContext, type VerifyOptions } from '../../src/pact.js'

declare const v3: PactV3
declare const v4: PactV4

describe('verifyPacts', () => {
  test('accepts lists that cannot be changed, and undefined', () => {
    const options: VerifyOptions[] = [
      { pacts: ['a.json', 'b/*.json'] as const },
      // Optional fields may also be undefined.
      { pacts: undefined, against: undefined, mock: undefined, states: undefined, timeout: undefined },
    ]
    expectTypeOf(options).toBeArray()
    expectTypeOf<StateContext['target']>().toEqualTypeOf<'mock' | 'service'>()
  })

  test('rejects invalid options', () => {
    const wrong: VerifyOptions[] = [
      // @ts-expect-error -- the option is called pacts
      { pact: 'pacts' },
      // @ts-expect-error -- the variants are null and absent
      { mock: { assumptions: { 'roles.lastPage': 'none' } } },
      // @ts-expect-error -- a service needs a URL
      { against: { tokens: {} } },
      // @ts-expect-error -- there is no such scope
      { against: { url: 'https://reg.example.com', tokens: { 'user:write': 't' } } },
      // @ts-expect-error -- the fixture is called userId
      { against: { url: 'https://reg.example.com', fixtures: { userid: '1' } } },
      // @ts-expect-error -- ids are strings
      { against: { url: 'https://reg.example.com', fixtures: { userId: 1 } } },
      // @ts-expect-error -- a state is a function
      { states: { nothing: true } },
      // @ts-expect-error -- a state returns simple values
      { states: { list: () => ({ ids: ['1'] }) } },
      // @ts-expect-error -- seconds are a number
      { timeout: '60' },
    ]
    expectTypeOf(wrong).toBeArray()
  })
})

describe('providerStates', () => {
  test('fit `given()` of the V3 and V4 DSL', () => {
    v4.addInteraction()
      .given(...providerStates.volunteerExists({ userId: '42' }))
      .given(...providerStates.tokenIsInvalid())
    v3.given(...providerStates.rolesExist({ count: 3, pageSize: 2 })).given(...providerStates.lastPage())
    expectTypeOf(providerStates.noCredential()).toEqualTypeOf<GivenState>()
  })

  test('with a wrong name or a wrong parameter do not compile', () => {
    // @ts-expect-error -- the function is called volunteerExists
    expectTypeOf(providerStates.volunteerExist).toBeAny()
    // @ts-expect-error -- the parameter is called userId
    providerStates.volunteerExists({ userID: '42' })
    // @ts-expect-error -- an id is a string or a number
    providerStates.volunteerExists({ userId: true })
    // @ts-expect-error -- a token state has no user
    providerStates.tokenIsInvalid({ userId: '42' })
    // @ts-expect-error -- there is no such scope
    providerStates.tokenHasScope({ scope: 'user:write' })
    // @ts-expect-error -- a page is a number
    providerStates.cursorToPage({ page: null })
    // @ts-expect-error -- states cannot be replaced
    providerStates.lastPage = providerStates.tokenIsInvalid
  })
})
