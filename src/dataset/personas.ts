import personasFile from '../../fixtures/personas.json' with { type: 'json' }
import { InvalidOptionError } from '../common/errors.js'
import { deepFreeze } from '../common/freeze.js'
import { nearest } from '../common/text.js'
import type { User, Volunteer } from '../contract/resources.js'

/** A hand-written user who shows one unusual case that the API specification allows. */
export interface Persona<Record extends Volunteer | null = Volunteer | null> {
  /** What is special about the user. */
  readonly shows: string
  /** The user. */
  readonly user: User
  /** The volunteer record, or `null` for a user without one. */
  readonly volunteer: Record
}

/** The hand-written users by name. */
export interface Personas {
  /** User 1: every field is present, nothing is unusual. */
  readonly plain: Persona<Volunteer>
  /** User 2: the record has no `preferredName`. */
  readonly noPreferredName: Persona<Volunteer>
  /** User 3: `preferredName` is `null`. */
  readonly nullPreferredName: Persona<Volunteer>
  /** User 4: `preferredName` differs from first and last name. */
  readonly preferredName: Persona<Volunteer>
  /** User 5: `preferredName` is an empty string. */
  readonly emptyPreferredName: Persona<Volunteer>
  /** User 6: one department has no `name`, another has one. */
  readonly unnamedDepartment: Persona<Volunteer>
  /** User 7: one department has all five states. */
  readonly allStatesAtOnce: Persona<Volunteer>
  /** User 8: five departments have one state each. */
  readonly eachStateAlone: Persona<Volunteer>
  /** User 9: a department has an empty list of states. */
  readonly statelessDepartment: Persona<Volunteer>
  /** User 10: options of the types select, multi, text and number. */
  readonly everyOptionType: Persona<Volunteer>
  /** User 11: option values are an empty list, an empty string, zero, a negative number and a fraction. */
  readonly unusualOptionValues: Persona<Volunteer>
  /** User 12: option values do not match their type. The API specification allows this. */
  readonly mismatchedOptionValues: Persona<Volunteer>
  /** User 13: no contact methods, no departments, no options. */
  readonly emptyLists: Persona<Volunteer>
  /** User 14: two contact methods, neither is primary. */
  readonly noPrimaryContact: Persona<Volunteer>
  /** User 15: names of more than a hundred characters. */
  readonly longNames: Persona<Volunteer>
  /** User 16: names in a script without capitals or sandboxes. */
  readonly japaneseName: Persona<Volunteer>
  /** User 17: names that are written from right to left. */
  readonly rightToLeftName: Persona<Volunteer>
  /** User 18: combining characters, and an emoji of several code points. */
  readonly accentsAndEmoji: Persona<Volunteer>
  /** User 19: quotes, angle brackets, ampersands, a backslash and a line break. */
  readonly charactersToEscape: Persona<Volunteer>
  /** User 20: dates without milliseconds, and a record that was never updated. */
  readonly datesWithoutMilliseconds: Persona<Volunteer>
  /** User 21: dates in a time zone other than UTC. */
  readonly datesWithOffset: Persona<Volunteer>
  /** User 22: dates without a time. */
  readonly datesWithoutTime: Persona<Volunteer>
  /** User 23: an answer of 4,000 characters. */
  readonly longText: Persona<Volunteer>
  /** User 24: every department of the convention. */
  readonly manyDepartments: Persona<Volunteer>
  /** User 25: names of one letter. */
  readonly shortNames: Persona<Volunteer>
  /** User 26: empty strings wherever any string is allowed. */
  readonly emptyTexts: Persona<Volunteer>
  /** User 27: a phone number outside of North America. */
  readonly phoneElsewhere: Persona<Volunteer>
  /** User 28: no volunteer record. */
  readonly noRecord: Persona<null>
  /** User 29: no volunteer record, and `preferredName` is `null`. */
  readonly noRecordNullPreferredName: Persona<null>
}

/** The content of the file. A test checks it, not the code at run time. `user` is only set if there is no record. */
interface PersonasFile {
  readonly personas: Readonly<Record<string, Omit<Persona, 'user'> & { readonly user?: User }>>
}

const all = deepFreeze(
  Object.fromEntries(
    Object.entries((personasFile as PersonasFile).personas).map(([name, { shows, volunteer, user }]) => [
      name,
      { shows, user: volunteer?.user ?? user, volunteer },
    ]),
  ),
) as unknown as Personas

/** Test runners, promises and JSON read these names from any object. Other names of theirs are no words, such as `$$typeof`. */
const protocolNames = new Set(
  'then toJSON length size name message stack nodeType tagName hasAttribute asymmetricMatch'.split(' '),
)

/**
 * The personas: hand-written users with unusual values. Most scenarios include them.
 *
 * @example
 * await fetch(`/api/v0/users/${personas.emptyLists.user.id}/volunteer`, …)
 */
export const personas = new Proxy(all, {
  // In JavaScript, an unknown name would be `undefined`.
  get(known, name) {
    if (name in known || typeof name !== 'string' || !/^[a-z]+$/i.test(name) || protocolNames.has(name))
      return Reflect.get(known, name) as unknown
    const names = Object.keys(known)
    throw new InvalidOptionError(
      `unknown persona "${name}": did you mean "${nearest(name, names)}"? The personas are: ${names.join(', ')}`,
    )
  },
})
