import { beforeAll, describe, expect, it } from 'vitest'
import { exchangeMutants } from './support/exchange-mutants.js'
import { fieldMutants } from './support/field-mutants.js'
import { legalVariations } from './support/legal-variations.js'
import { verifyMutants, type MutantResult, type Mutant } from './support/mutants.js'
import { roleMutants } from './support/role-mutants.js'
import { volunteerMutants } from './support/volunteer-mutants.js'

const mutants = [...fieldMutants, ...volunteerMutants, ...roleMutants, ...exchangeMutants]

const noAbsence = 'Pact cannot require that a member is missing'
const noCalendar =
  'a regular expression cannot check the calendar, and Pact checks dates of a single format only'
const noUniqueness = 'Pact cannot require that values differ from each other'

/** Mutants that the pacts do not catch, and why. */
const survivors: { readonly [name: string]: string } = {
  'Volunteer.createdAt is a date on 29 February in a common year': noCalendar,
  'Volunteer.updatedAt is a date on 29 February in a common year': noCalendar,
  'a preferred name that is left out is null': `${noAbsence}; null is legal, too`,
  'a preferred name that is left out is an empty string': noAbsence,
  'an unnamed department has an empty name': noAbsence,
  'an unnamed department has a name that is null': noAbsence,
  'a list of roles that is left out is empty': `${noAbsence}; an empty list is legal, too`,
  'the last page has a cursor instead of no nextPage': `${noAbsence}; if it is null, this is caught`,
  'all roles have the same name': noUniqueness,
  'all roles have the same id': noUniqueness,
  'every cursor leads to the roles of the first page':
    'the states return the cursors of a page, but not its roles',
}

const unspecifiedRefusal =
  'the API specification does not define refusals; the pacts rely on the HTTP standard'
const unspecifiedRecord = 'the API specification does not define this response; the pacts rely on 404'

/** Variations that break an interaction although the API specification allows them, and why. */
const rejectedVariations: { readonly [name: string]: string } = {
  'cursor.lifetime is 60': 'the pact assumes that a page has the same cursor in each request',
  'auth.missing is 403': unspecifiedRefusal,
  'auth.invalid is 403': unspecifiedRefusal,
  'auth.insufficientScope is 401': unspecifiedRefusal,
  'auth.insufficientScope is 404': unspecifiedRefusal,
  'volunteer.unknownUser is 200-null': unspecifiedRecord,
  'volunteer.noRecord is 200-null': unspecifiedRecord,
  'department.name is absent': 'the state of the whole record promises that every department has a name',
}

let results: Map<string, MutantResult>

beforeAll(async () => {
  results = await verifyMutants([...mutants, ...legalVariations])
}, 120_000)

/** The result of a mutant, which must have had an effect and no problem. */
function resultOf({ name, answer, request }: Mutant): MutantResult {
  const result = results.get(name)!
  expect(result.problems).toEqual([])
  expect(result.differs || !(answer || request), 'it responds like the API').toBe(true)
  return result
}

function byWhich({ caughtBy }: MutantResult): string {
  return `caught by: ${caughtBy.map(({ description }) => description).join('; ')}`
}

function named(all: readonly Mutant[], isMeant: (name: string) => boolean) {
  return all.filter(({ name }) => isMeant(name)).map((mutant) => [mutant.name, mutant] as const)
}

const survives = (name: string) => Object.hasOwn(survivors, name)
const isRejected = (name: string) => Object.hasOwn(rejectedVariations, name)

// `--reporter=verbose` shows the interactions that catch a mutant, or the reason why none does.
describe('a provider is caught when', () => {
  it.for(named(mutants, (name) => !survives(name)))('%s', async ([, mutant], { annotate }) => {
    const result = resultOf(mutant)
    expect(result.caughtBy, 'no interaction catches it').not.toEqual([])
    await annotate(byWhich(result))
    for (const { mismatches } of result.caughtBy) {
      expect(JSON.stringify(mismatches), 'it is caught for another reason').toContain(mutant.field ?? '')
    }
  })
})

describe('a provider is not caught when', () => {
  it.for(named(mutants, survives))('%s', async ([name, mutant], { annotate }) => {
    expect(resultOf(mutant).caughtBy, 'it is caught: take it off the list').toEqual([])
    await annotate(survivors[name]!)
  })
})

describe('a provider is verified when', () => {
  it.for(named(legalVariations, (name) => !isRejected(name)))('%s', ([, variation]) => {
    expect(resultOf(variation).caughtBy).toEqual([])
  })
})

describe('a provider is rejected, although the API specification allows it, when', () => {
  it.for(named(legalVariations, isRejected))('%s', async ([name, variation], { annotate }) => {
    const result = resultOf(variation)
    expect(result.caughtBy, 'it is verified: take it off the list').not.toEqual([])
    await annotate(`${byWhich(result)} – ${rejectedVariations[name]}`)
  })
})

it('every name is unique, and the names in the lists exist', () => {
  const names = [...mutants, ...legalVariations].map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  expect(names).toEqual(
    expect.arrayContaining([...Object.keys(survivors), ...Object.keys(rejectedVariations)]),
  )
})
