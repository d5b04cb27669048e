import { describe, expect, it } from 'vitest'
import type { StateDefinition } from '../../src/pact/states/definition.js'
import { definedStates } from '../../src/convention/pacts.js'
import { findState, stateNames } from '../../src/pact/states/find-state.js'
import { createMockSetup, type StateParameters } from './support/mock-setup.js'

describe('the name of a state', () => {
  /** A valid value for each parameter. */
  const samples: { readonly [name: string]: string } = {
    userId: 'u-1',
    count: '5',
    pageSize: '2',
    page: '3',
    as: 'null',
    nextPage: 'absent',
    scope: 'user:read',
  }
  const forms = Object.values(definedStates).flatMap(({ definition }) =>
    [definition.name, ...definition.forms].map((form): [string, StateDefinition] => [form, definition]),
  )

  it.each(forms)('"%s" is found, with its parameters', (form, definition) => {
    const inForm = [...form.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
    const text = form.replaceAll(/\{(\w+)\}/g, (_, name: string) => samples[name]!)
    const found = findState(text)
    expect(found?.definition.name).toBe(definition.name)
    expect(found?.parameters).toEqual(Object.fromEntries(inForm.map((name) => [name, samples[name]])))
    expect(definition.parameters.safeParse(found?.parameters).success).toBe(true)
  })

  it('is exact', () => {
    const others = ['A volunteer exists', 'a volunteer exists ', 'a volunteer', '', ' roles exist']
    expect([...others, 'the last page of roles '].map(findState)).toEqual(Array(6).fill(undefined))
  })

  it('is unique', () => {
    expect(new Set(stateNames).size).toBe(stateNames.length)
    expect(new Set(forms.map(([form]) => form)).size).toBe(forms.length)
  })

  it('and its parameters are returned by the function that a consumer calls', () => {
    expect(definedStates.volunteerExists()).toEqual(['a volunteer exists', {}])
    expect(definedStates.volunteerExists({ userId: '42' })).toEqual(['a volunteer exists', { userId: '42' }])
    expect(definedStates.volunteerExists({ userId: undefined })).toStrictEqual(['a volunteer exists', {}])
    expect(definedStates.rolesExist({ count: 3 })).toEqual(['roles exist', { count: 3 }])
    // The matcher library of Pact drops null.
    expect(definedStates.noRolesExist({ as: null as never })).toEqual(['no roles exist', { as: 'null' }])
  })
})

it.each<[name: string, parameters: StateParameters, reason: RegExp]>([
  ['a volunteer exists', { userId: 'a/b' }, /userId: /],
  ['a volunteer exists', { userId: 'a b' }, /userId: /],
  ['a volunteer exists', { userId: '' }, /userId: /],
  ['a volunteer exists', { userId: ['42'] }, /userId: /],
  ['a volunteer exists', { user: '42' }, /user/],
  ['a volunteer exists for user a/b', {}, /userId: /],
  ['a volunteer exists for user 42', { userId: '43' }, /name .* userId=42, .* parameters have userId=43/],
  ['a volunteer without preferred name', { as: 'empty' }, /as: /],
  ['a volunteer without preferred name (array)', {}, /as: /],
  ['roles exist', { count: 0 }, /count: /],
  ['roles exist', { count: 1.5 }, /count: /],
  ['roles exist', { count: '1e3' }, /count: /],
  ['roles exist', { count: 3, pageSize: 0 }, /pageSize: /],
  ['roles exist', { count: 3, pageSize: 10_001 }, /roles\.pageSize|pageSize: /],
  ['many roles exist', {}, /count: /],
  ['no roles exist', { as: 'none' }, /as: /],
  ['the last page', { nextPage: 'array' }, /nextPage: /],
  ['a cursor to page', { page: 1 }, /page: /],
  ['the token has scope', { scope: 'everything' }, /scope: /],
  ['the token is invalid', { scope: 'user:read' }, /scope/],
  ['no credential', { userId: '42' }, /userId/],
])('an invalid parameter is rejected: %s %j', async (name, parameters, reason) => {
  const setup = await createMockSetup()
  await expect(setup.given(name, parameters)).rejects.toThrow(reason)
})
