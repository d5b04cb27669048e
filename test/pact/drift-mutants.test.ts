import { beforeAll, describe, expect, it } from 'vitest'
import { driftOf, type DriftFate } from './support/drift-mutants.js'
import { formMutants } from './support/exchange-mutants.js'
import type { Mutant } from './support/mutants.js'
import { roleMutants } from './support/role-mutants.js'

/** A service without roles is none that a comparison of all these could have. */
const ofNoRoles = new Set([
  'an empty list of roles is null',
  'an empty list of roles is left out',
  'a list of roles that is null is empty',
  'a list of roles that is left out is empty',
  'there are roles where there are none',
  'there is a cursor where there are no roles',
  'the last page has a cursor where it has none',
])

const fewerRoles = 'it is as a service with fewer roles, so more is skipped: `maxSkipped` catches it'

/** Mutants that a comparison does not catch by itself, and why; the guide has them, too. */
const missed: { readonly [name: string]: string } = {
  'all roles are on the first page': fewerRoles,
  'the first page has no cursor': fewerRoles,
  'the first page has a cursor that is null': fewerRoles,
  'the second page has no cursor': fewerRoles,
  'the page after the first is empty': fewerRoles,
}

const noMutant: Mutant = { name: 'nothing is different' }
const mutants = [...roleMutants, ...formMutants].filter(({ name }) => !ofNoRoles.has(name))

let fates: ReadonlyMap<string, DriftFate>

beforeAll(async () => {
  fates = await driftOf([noMutant, ...mutants])
}, 120_000)

function agreementsOf(name: string): string[] {
  return fates.get(name)!.comparisons.map(({ agreement }) => agreement)
}

function skippedOf(name: string): number {
  return agreementsOf(name).filter((agreement) => agreement === 'skipped').length
}

it('a service that does as the specification says shows no drift', () => {
  const others = agreementsOf(noMutant.name).filter((agreement) => agreement !== 'skipped')
  expect(new Set(others)).toEqual(new Set(['both']))
  expect(others.length).toBeGreaterThan(15)
})

describe('drift is found where', () => {
  const caught = mutants.filter(({ name }) => !Object.hasOwn(missed, name))
  it.for(caught.map(({ name }) => name))('%s', (name) => {
    expect(fates.get(name)?.differs).toBe(true)
    expect(agreementsOf(name)).toEqual(
      expect.arrayContaining([expect.stringMatching(/drift|neither|problem/)]),
    )
  })
})

describe('drift is not found where', () => {
  it.for(Object.entries(missed))('%s: %s', ([name, why]) => {
    expect(fates.get(name)?.differs).toBe(true)
    expect(agreementsOf(name).filter((agreement) => agreement !== 'both' && agreement !== 'skipped')).toEqual(
      [],
    )
    const concerned = new Set(fates.get(name)!.comparisons.map(({ mock }) => mock.description))
    const usual = fates
      .get(noMutant.name)!
      .comparisons.filter(({ agreement, mock }) => agreement === 'skipped' && concerned.has(mock.description))
    expect(skippedOf(name) > usual.length).toBe(why === fewerRoles)
  })
})
