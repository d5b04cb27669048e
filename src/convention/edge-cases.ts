import edgeCasesFile from '../../fixtures/edge-cases.json' with { type: 'json' }
import { deepFreeze } from '../common/freeze.js'
import type { User, Volunteer } from './resources.js'

/** A hand-written user who shows one unusual case that the API specification allows. */
export interface EdgeCase<Record extends Volunteer | null = Volunteer | null> {
  /** What is special about the user. */
  readonly shows: string
  /** The user. */
  readonly user: User
  /** The volunteer record, or `null` for a user without one. */
  readonly volunteer: Record
}

/** The hand-written users by name. */
export interface EdgeCases {
  /** User 1: every field is present, nothing is unusual. */
  readonly plain: EdgeCase<Volunteer>
  /** User 2: the record has no `preferredName`. */
  readonly noPreferredName: EdgeCase<Volunteer>
  /** User 3: `preferredName` is `null`. */
  readonly nullPreferredName: EdgeCase<Volunteer>
  /** User 4: `preferredName` differs from first and last name. */
  readonly preferredName: EdgeCase<Volunteer>
  /** User 5: `preferredName` is an empty string. */
  readonly emptyPreferredName: EdgeCase<Volunteer>
  /** User 6: one department has no `name`, another has one. */
  readonly unnamedDepartment: EdgeCase<Volunteer>
  /** User 7: one department has all five states. */
  readonly allStatesAtOnce: EdgeCase<Volunteer>
  /** User 8: five departments have one state each. */
  readonly eachStateAlone: EdgeCase<Volunteer>
  /** User 9: a department has an empty list of states. */
  readonly statelessDepartment: EdgeCase<Volunteer>
  /** User 10: options of the types select, multi, text and number. */
  readonly everyOptionType: EdgeCase<Volunteer>
  /** User 11: option values are an empty list, an empty string, zero, a negative number and a fraction. */
  readonly unusualOptionValues: EdgeCase<Volunteer>
  /** User 12: option values do not match their type. The API specification allows this. */
  readonly mismatchedOptionValues: EdgeCase<Volunteer>
  /** User 13: no contact methods, no departments, no options. */
  readonly emptyLists: EdgeCase<Volunteer>
  /** User 14: two contact methods, neither is primary. */
  readonly noPrimaryContact: EdgeCase<Volunteer>
  /** User 15: names of more than a hundred characters. */
  readonly longNames: EdgeCase<Volunteer>
  /** User 16: names in a script without capitals or spaces. */
  readonly japaneseName: EdgeCase<Volunteer>
  /** User 17: names that are written from right to left. */
  readonly rightToLeftName: EdgeCase<Volunteer>
  /** User 18: combining characters, and an emoji of several code points. */
  readonly accentsAndEmoji: EdgeCase<Volunteer>
  /** User 19: quotes, angle brackets, ampersands, a backslash and a line break. */
  readonly charactersToEscape: EdgeCase<Volunteer>
  /** User 20: dates without milliseconds, and a record that was never updated. */
  readonly datesWithoutMilliseconds: EdgeCase<Volunteer>
  /** User 21: dates in a time zone other than UTC. */
  readonly datesWithOffset: EdgeCase<Volunteer>
  /** User 22: dates without a time. */
  readonly datesWithoutTime: EdgeCase<Volunteer>
  /** User 23: an answer of 4,000 characters. */
  readonly longText: EdgeCase<Volunteer>
  /** User 24: every department of the convention. */
  readonly manyDepartments: EdgeCase<Volunteer>
  /** User 25: names of one letter. */
  readonly shortNames: EdgeCase<Volunteer>
  /** User 26: empty strings wherever any string is allowed. */
  readonly emptyTexts: EdgeCase<Volunteer>
  /** User 27: a phone number outside of North America. */
  readonly phoneElsewhere: EdgeCase<Volunteer>
  /** User 28: no volunteer record. */
  readonly noRecord: EdgeCase<null>
  /** User 29: no volunteer record, and `preferredName` is `null`. */
  readonly noRecordNullPreferredName: EdgeCase<null>
}

/** The content of the file. A test checks it, not the code at run time. `user` is only set if there is no record. */
interface EdgeCasesFile {
  readonly edgeCases: Readonly<Record<string, Omit<EdgeCase, 'user'> & { readonly user?: User }>>
}

/**
 * The edge cases: hand-written users with unusual values. All built-in data except `empty` includes them.
 *
 * @example
 * await fetch(`/api/v0/users/${edgeCases.emptyLists.user.id}/volunteer`, …)
 */
export const edgeCases = deepFreeze(
  Object.fromEntries(
    Object.entries((edgeCasesFile as EdgeCasesFile).edgeCases).map(([name, { shows, volunteer, user }]) => [
      name,
      { shows, user: volunteer?.user ?? user, volunteer },
    ]),
  ),
) as unknown as EdgeCases
