import { describe, expect, it } from 'vitest'
import { providerStates as definedStates } from '../../src/pact.js'
import { bindPacts } from '../../src/pact/parts/pact-api.js'
import { libraryPacts } from '../library/pact-parts.js'
import { library } from '../support/library.js'
import { createMockSetup, type StateParameters } from './support/mock-setup.js'

describe('the name of a state', () => {
  it('is unique', () => {
    const { loanExists } = libraryPacts.states
    const states = { ...libraryPacts.states, loanIsBack: loanExists! }
    expect(() => bindPacts(library, { ...libraryPacts, states })).toThrow(
      'the provider state loanIsBack: another one has the text "a loan exists"',
    )
  })

  it('and its parameters are returned by the function that a consumer calls', () => {
    expect(definedStates.volunteerExists()).toEqual(['a volunteer exists', {}])
    expect(definedStates.volunteerExists({ userId: '42' })).toEqual(['a volunteer exists', { userId: '42' }])
    expect(definedStates.volunteerExists({ userId: undefined })).toStrictEqual(['a volunteer exists', {}])
    expect(definedStates.rolesExist({ count: 3 })).toEqual(['roles exist', { count: 3 }])
  })
})

it.each<[name: string, parameters: StateParameters, reason: RegExp]>([
  ['a volunteer exists', { userId: 'a/b' }, /userId: /],
  ['a volunteer exists', { userId: '' }, /userId: /],
  ['a volunteer exists', { userId: ['42'] }, /userId: /],
  ['a volunteer exists', { user: '42' }, /user/],
  ['a volunteer without preferred name', { as: 'empty' }, /as: /],
  ['roles exist', { count: 0 }, /count: /],
  ['roles exist', { count: 1.5 }, /count: /],
  ['roles exist', { count: '1e3' }, /count: /],
  ['roles exist', { count: 3, pageSize: 10_001 }, /roles\.pageSize|pageSize: /],
  ['no roles exist', { as: 'none' }, /as: /],
  ['a cursor to page', { page: 1 }, /page: /],
  ['the token has scope', { scope: 'everything' }, /scope: /],
  ['the token is invalid', { scope: 'user:read' }, /scope/],
])('an invalid parameter is rejected: %s %j', async (name, parameters, reason) => {
  const setup = await createMockSetup()
  await expect(setup.given(name, parameters)).rejects.toThrow(reason)
})
