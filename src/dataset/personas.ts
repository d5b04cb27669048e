import personasFile from '../../fixtures/personas.json' with { type: 'json' }
import { deepFreeze } from '../common/freeze.js'
import type { User, Volunteer } from '../contract/resources.js'

/** A hand-written user who shows one shape that the API specification allows. */
export interface Persona {
  /** What is special about the user. */
  readonly shows: string
  /** The user. */
  readonly user: User
  /** The volunteer record, or `null` for a user without one. */
  readonly volunteer: Volunteer | null
}

interface PersonaWithRecord extends Persona {
  readonly volunteer: Volunteer
}

interface PersonaWithoutRecord extends Persona {
  readonly volunteer: null
}

/** The hand-written users by name. */
export interface Personas {
  /** User 1: every field is present, nothing is unusual. */
  readonly plain: PersonaWithRecord
  /** User 2: the record has no `preferredName`. */
  readonly noPreferredName: PersonaWithRecord
  /** User 3: `preferredName` is `null`. */
  readonly nullPreferredName: PersonaWithRecord
  /** User 4: `preferredName` differs from first and last name. */
  readonly preferredName: PersonaWithRecord
  /** User 5: `preferredName` is an empty string. */
  readonly emptyPreferredName: PersonaWithRecord
  /** User 6: one department has no `name`, another has one. */
  readonly unnamedDepartment: PersonaWithRecord
  /** User 7: one department has all five states. */
  readonly allStatesAtOnce: PersonaWithRecord
  /** User 8: five departments have one state each. */
  readonly eachStateAlone: PersonaWithRecord
  /** User 9: a department has an empty list of states. */
  readonly statelessDepartment: PersonaWithRecord
  /** User 10: options of the types select, multi, text and number. */
  readonly everyOptionType: PersonaWithRecord
  /** User 11: option values are an empty list, an empty string, zero, a negative number and a fraction. */
  readonly unusualOptionValues: PersonaWithRecord
  /** User 12: option values do not match their type. The API specification allows this. */
  readonly mismatchedOptionValues: PersonaWithRecord
  /** User 13: no contact methods, no departments, no options. */
  readonly emptyLists: PersonaWithRecord
  /** User 14: two contact methods, neither is primary. */
  readonly noPrimaryContact: PersonaWithRecord
  /** User 15: names of more than a hundred characters. */
  readonly longNames: PersonaWithRecord
  /** User 16: names in a script without capitals or spaces. */
  readonly japaneseName: PersonaWithRecord
  /** User 17: names that are written from right to left. */
  readonly rightToLeftName: PersonaWithRecord
  /** User 18: combining characters, and an emoji of several code points. */
  readonly accentsAndEmoji: PersonaWithRecord
  /** User 19: quotes, angle brackets, ampersands, a backslash and a line break. */
  readonly charactersToEscape: PersonaWithRecord
  /** User 20: dates without milliseconds, and a record that was never updated. */
  readonly datesWithoutMilliseconds: PersonaWithRecord
  /** User 21: dates in a time zone other than UTC. */
  readonly datesWithOffset: PersonaWithRecord
  /** User 22: dates without a time. */
  readonly datesWithoutTime: PersonaWithRecord
  /** User 23: an answer of 4,000 characters. */
  readonly longText: PersonaWithRecord
  /** User 24: every department of the convention. */
  readonly manyDepartments: PersonaWithRecord
  /** User 25: names of one letter. */
  readonly shortNames: PersonaWithRecord
  /** User 26: empty strings wherever any string is allowed. */
  readonly emptyTexts: PersonaWithRecord
  /** User 27: a phone number outside of North America. */
  readonly phoneElsewhere: PersonaWithRecord
  /** User 28: no volunteer record. */
  readonly noRecord: PersonaWithoutRecord
  /** User 29: no volunteer record, and `preferredName` is `null`. */
  readonly noRecordNullPreferredName: PersonaWithoutRecord
}

/** The content of `fixtures/personas.json`. A test checks its records, not the code at run time. */
interface PersonasFile {
  readonly personas: {
    readonly [name: string]: {
      readonly shows: string
      readonly volunteer: Volunteer | null
      /** The user, if there is no volunteer record. */
      readonly user?: User
    }
  }
}

/**
 * The personas: hand-written users with unusual shapes. Most scenarios include them.
 *
 * @example
 * await fetch(`/api/v0/users/${personas.emptyLists.user.id}/volunteer`, …)
 */
export const personas: Personas = deepFreeze(
  Object.fromEntries(
    Object.entries((personasFile as PersonasFile).personas).map(([name, { shows, volunteer, user }]) => [
      name,
      { shows, user: volunteer?.user ?? user, volunteer },
    ]),
  ),
) as unknown as Personas
