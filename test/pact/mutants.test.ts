import { beforeAll, describe, expect, it } from 'vitest'
import { exchangeMutants } from './support/exchange-mutants.js'
import { fieldMutants } from './support/field-mutants.js'
import { legalVariations } from './support/legal-variations.js'
import { fatesOf, type Fate, type Mutant } from './support/mutants.js'
import { roleMutants } from './support/role-mutants.js'
import { volunteerMutants } from './support/volunteer-mutants.js'

const mutants = [...fieldMutants, ...volunteerMutants, ...roleMutants, ...exchangeMutants]

const noAbsence = 'Pact cannot say that a member is not there'
const noCalendar = 'no regular expression knows the calendar, and Pact knows dates of one format only'
const noUniqueness = 'Pact cannot say that values differ from each other'

/** Mutants that the pacts do not catch, and why. */
const survivors: { readonly [name: string]: string } = {
  'Volunteer.createdAt is one of the 29th of February in a common year': noCalendar,
  'Volunteer.updatedAt is one of the 29th of February in a common year': noCalendar,
  'a preferred name that is left out is null': `${noAbsence}; null is legal, too`,
  'a preferred name that is left out is an empty text': noAbsence,
  'an unnamed department has an empty name': noAbsence,
  'an unnamed department has a name that is null': noAbsence,
  'a list of roles that is left out is empty': `${noAbsence}; an empty list is legal, too`,
  'the last page has a cursor where it has none': `${noAbsence}; where it is null, this is caught`,
  'all roles have the same name': noUniqueness,
  'all roles have the same id': noUniqueness,
  'every cursor leads to the roles of the first page':
    'the states give the cursors of a page, and not its roles',
}

const refusal = 'the document says nothing of refusals; the pacts rely on what the standard says'
const noRecord = 'the document says nothing of it; the pacts rely on 404'

/** Variations that break an interaction, though the document allows them, and why. */
const pinned: { readonly [name: string]: string } = {
  'cursor.lifetime is 60': 'the pact takes it that a page has the same cursor each time it is asked for',
  'auth.missing is 403': refusal,
  'auth.invalid is 403': refusal,
  'auth.insufficientScope is 401': refusal,
  'auth.insufficientScope is 404': refusal,
  'volunteer.unknownUser is 200-null': noRecord,
  'volunteer.noRecord is 200-null': noRecord,
  'department.name is absent': 'the state of the whole record promises that every department has a name',
}

let fates: Map<string, Fate>

beforeAll(async () => {
  fates = await fatesOf([...mutants, ...legalVariations])
}, 120_000)

/** What became of it, after a look whether that says anything. */
function fateOf({ name, answer, request }: Mutant): Fate {
  const fate = fates.get(name)!
  expect(fate.problems).toEqual([])
  expect(fate.differs || !(answer || request), 'it answers as the API does').toBe(true)
  return fate
}

function byWhich({ caughtBy }: Fate): string {
  return `caught by: ${caughtBy.map(({ description }) => description).join('; ')}`
}

function named(all: readonly Mutant[], isMeant: (name: string) => boolean) {
  return all.filter(({ name }) => isMeant(name)).map((mutant) => [mutant.name, mutant] as const)
}

const survives = (name: string) => Object.hasOwn(survivors, name)
const isPinned = (name: string) => Object.hasOwn(pinned, name)

// With `--reporter=verbose` each says by which interaction it is caught, or why it is not.
describe('a provider is caught where', () => {
  it.for(named(mutants, (name) => !survives(name)))('%s', async ([, mutant], { annotate }) => {
    const fate = fateOf(mutant)
    expect(fate.caughtBy, 'no interaction catches it').not.toEqual([])
    await annotate(byWhich(fate))
    for (const { mismatches } of fate.caughtBy) {
      expect(JSON.stringify(mismatches), 'not for what is wrong with it').toContain(mutant.field ?? '')
    }
  })
})

describe('a provider is not caught where', () => {
  it.for(named(mutants, survives))('%s', async ([name, mutant], { annotate }) => {
    expect(fateOf(mutant).caughtBy, 'it is caught: take it off the list').toEqual([])
    await annotate(survivors[name]!)
  })
})

describe('a provider is verified where', () => {
  it.for(named(legalVariations, (name) => !isPinned(name)))('%s', ([, variation]) => {
    expect(fateOf(variation).caughtBy).toEqual([])
  })
})

describe('a provider is refused, though the document allows it, where', () => {
  it.for(named(legalVariations, isPinned))('%s', async ([name, variation], { annotate }) => {
    const fate = fateOf(variation)
    expect(fate.caughtBy, 'it is verified: take it off the list').not.toEqual([])
    await annotate(`${byWhich(fate)} – ${pinned[name]}`)
  })
})

it('every name is one of its own, and those in the lists are there', () => {
  const names = [...mutants, ...legalVariations].map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  expect(names).toEqual(expect.arrayContaining([...Object.keys(survivors), ...Object.keys(pinned)]))
})
