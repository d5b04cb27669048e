import { beforeAll, describe, expect, it } from 'vitest'
import { findDriftOfMutants, type DriftResult } from './support/drift-mutants.js'
import { formMutants } from './support/exchange-mutants.js'
import type { Mutant } from './support/mutants.js'
import { roleMutants } from './support/role-mutants.js'

/** Mutants that need a service without roles. The service of this comparison has roles. */
const withoutRoles = new Set([
  'an empty list of roles is null',
  'an empty list of roles is left out',
  'a list of roles that is null is empty',
  'a list of roles that is left out is empty',
  'an empty list of roles has a role',
  'an empty list of roles has a cursor',
  'the last page has a cursor instead of no nextPage',
])

const fewerRoles = 'it looks like a service with fewer roles, so more is skipped: `maxSkipped` catches it'

/** Mutants that a comparison does not catch by itself, and why. docs/pact.md lists these cases. */
const missed: { readonly [name: string]: string } = {
  'all roles are on the first page': fewerRoles,
  'the first page has no cursor': fewerRoles,
  'the first page has a cursor that is null': fewerRoles,
  'the second page has no cursor': fewerRoles,
  'the page after the first is empty': fewerRoles,
}

const noMutant: Mutant = { name: 'nothing is different' }
const mutants = [...roleMutants, ...formMutants].filter(({ name }) => !withoutRoles.has(name))

let results: ReadonlyMap<string, DriftResult>

beforeAll(async () => {
  results = await findDriftOfMutants([noMutant, ...mutants])
}, 120_000)

function agreementsOf(name: string): string[] {
  return results.get(name)!.comparisons.map(({ agreement }) => agreement)
}

function skippedOf(name: string): number {
  return agreementsOf(name).filter((agreement) => agreement === 'skipped').length
}

it('a service that follows the API specification shows no drift', () => {
  const others = agreementsOf(noMutant.name).filter((agreement) => agreement !== 'skipped')
  expect(new Set(others)).toEqual(new Set(['both']))
  expect(others.length).toBeGreaterThan(15)
})

describe('drift is found when', () => {
  const caught = mutants.filter(({ name }) => !Object.hasOwn(missed, name))
  it.for(caught.map(({ name }) => name))('%s', (name) => {
    expect(results.get(name)?.differs).toBe(true)
    expect(agreementsOf(name)).toEqual(
      expect.arrayContaining([expect.stringMatching(/drift|neither|problem/)]),
    )
  })
})

describe('drift is not found when', () => {
  it.for(Object.entries(missed))('%s: %s', ([name, why]) => {
    expect(results.get(name)?.differs).toBe(true)
    expect(agreementsOf(name).filter((agreement) => agreement !== 'both' && agreement !== 'skipped')).toEqual(
      [],
    )
    const concerned = new Set(results.get(name)!.comparisons.map(({ mock }) => mock.description))
    const usual = results
      .get(noMutant.name)!
      .comparisons.filter(({ agreement, mock }) => agreement === 'skipped' && concerned.has(mock.description))
    expect(skippedOf(name) > usual.length).toBe(why === fewerRoles)
  })
})
