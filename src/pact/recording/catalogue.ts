import { type CoverageAnswer, namesOf } from '../../coverage/coverage.js'
import { leafFields } from '../../contract/needs.js'
import { operations, type Operation, type OperationId } from '../../convention/operations.js'
import type { commonReasons } from '../../contract/refusal-reasons.js'
import { optionTypes } from '../../convention/volunteer/values.js'
import { exampleCursor } from '../like/like-example.js'
import { fromState } from '../like/like-matchers.js'
import type { GivenState } from '../states/definition.js'
import { providerStates as states } from '../states/provider-states.js'

/** An interaction, as the tests have met it. Its method and path are those of the operation. */
export interface RecordedInteraction {
  readonly description: string
  readonly given: readonly GivenState[]
  /** The cursor in the request. */
  readonly cursor?: unknown
  /** `false` if the request has no token. */
  readonly credential?: false
  /** What the body of a successful response must contain. The status of a refusal is enough. */
  readonly body?: {
    /** The fields that the body must have. */
    readonly only: readonly string[]
    /** Examples for some of them, which decide the shape. */
    readonly example?: object
  }
}

/** An interaction that `conmock pact` can write. */
export interface CatalogueEntry {
  readonly operation: OperationId
  /** The cases that lead to it. */
  readonly cases: readonly string[]
  /** Cases that are part of it if they appear in the same response. */
  readonly variants?: readonly string[]
  /** Responses with one of these cases do not lead to it. */
  readonly except?: readonly string[]
  /** The fields that it is about. If the consumer needs none of them, it says nothing, and is left out. */
  readonly about?: RegExp
  /**
   * @param met The cases of the responses that led to it.
   * @param needs The fields that the consumer needs. Without it, a body demands what the API specification promises, so no
   *   optional field.
   */
  readonly interaction: (met: ReadonlySet<string>, needs?: readonly string[]) => RecordedInteraction
}

export const USER_ID = '42'
const userId = USER_ID
const user = { id: fromState('${userId}', userId) }

function fieldsWithout(operation: OperationId, ...without: readonly string[]): string[] {
  return leafFields[operation].filter((field) => !without.includes(field))
}

/**
 * Returns the only variant that was met. If tests met several, the interaction accepts each of them: its state has no
 * parameter, and its body demands none of them.
 */
function onlyOne<Name extends string>(met: ReadonlySet<string>, prefix: string, names: readonly Name[]) {
  const found = names.filter((name) => met.has(`${prefix}.${name}`))
  return { one: found.length === 1 ? found[0] : undefined, text: found.join(' or ') }
}

const lists = ['contactMethods', 'departments', 'options'] as const

const volunteerEntries: readonly Omit<CatalogueEntry, 'operation'>[] = [
  {
    cases: ['200'],
    variants: [
      'preferredName.set',
      'department.named',
      ...Object.keys(operations.getVolunteer.cases).filter((name) => name.startsWith('department.state.')),
    ],
    interaction: (met, needs) => ({
      description: 'a request for the volunteer record of a user',
      given: [states.volunteerExists({ userId })],
      body: {
        // Without the values of the options: each event has its own options, with values of different types.
        only: fieldsWithout(
          'getVolunteer',
          'options.value',
          ...(needs && met.has('preferredName.set') ? [] : ['user.preferredName']),
          ...(needs && met.has('department.named') ? [] : ['departments.name']),
        ),
        example: { id: fromState('${volunteerId}', '500042'), user },
      },
    }),
  },
  {
    cases: ['preferredName.null', 'preferredName.absent'],
    about: /^user(?:\.preferredName)?$/,
    interaction(met) {
      const { one, text } = onlyOne(met, 'preferredName', ['null', 'absent'])
      return {
        description: `a request for the record of a user whose preferred name is ${text}`,
        given: [states.volunteerWithoutPreferredName({ userId, as: one })],
        body: {
          only: leafFields.getVolunteer.filter(
            (field) => field.startsWith('user.') && (one === 'null' || field !== 'user.preferredName'),
          ),
          example: { user: { ...user, preferredName: null } },
        },
      }
    },
  },
  {
    cases: ['department.unnamed'],
    about: /^departments\b/,
    interaction: () => ({
      description: 'a request for a record with an unnamed department',
      given: [states.volunteerWithUnnamedDepartment({ userId })],
      body: {
        only: ['user.id', 'departments.id', 'departments.states'],
        example: { user, departments: [{ states: ['request'] }] },
      },
    }),
  },
  {
    cases: optionTypes.map((type) => `option.${type}`),
    about: /^options\b/,
    interaction(met) {
      const types = optionTypes.filter((type) => met.has(`option.${type}`))
      return {
        description: `a request for a record with options: ${types.join(', ')}`,
        given: [states.volunteerWithEveryOptionType({ userId })],
        body: {
          only: ['user.id', 'options.name', 'options.type', 'options.value'],
          example: { user, options: types.map((type) => ({ type })) },
        },
      }
    },
  },
  {
    cases: lists.map((list) => `empty.${list}`),
    about: /^(?:contactMethods|departments|options)\b/,
    interaction(met) {
      const empty = lists.filter((list) => met.has(`empty.${list}`))
      return {
        description: `a request for a record with empty lists: ${empty.join(', ')}`,
        given: [states.volunteerWithEmptyLists({ userId })],
        body: {
          only: leafFields.getVolunteer.filter(
            (field) => field === 'user.id' || empty.some((list) => field.startsWith(`${list}.`)),
          ),
          example: { user, ...Object.fromEntries(empty.map((list) => [list, []])) },
        },
      }
    },
  },
  {
    cases: ['unknown_user'],
    interaction: () => ({
      description: 'a request for the volunteer record of an unknown user',
      given: [states.unknownUser({ userId })],
    }),
  },
  {
    cases: ['no_volunteer_record'],
    interaction: () => ({
      description: 'a request for the volunteer record of a user without a record',
      given: [states.userWithoutRecord({ userId })],
    }),
  },
]

/** Three pages: two roles, two roles, and one. */
const threePages = states.rolesExist({ count: 5, pageSize: 2 })
const cursor = fromState('${cursor}', 'cursor-to-the-page')
const ofRoles = fieldsWithout('listRoles', 'nextPage')
const noRoles = ['roles.empty.array', 'roles.empty.null', 'roles.empty.absent']

const roleEntries: readonly Omit<CatalogueEntry, 'operation'>[] = [
  {
    cases: ['roles.page.only'],
    except: noRoles,
    interaction: () => ({
      description: 'a request for the roles',
      given: [states.rolesExist()],
      body: { only: ofRoles },
    }),
  },
  {
    cases: ['roles.page.first'],
    interaction: (_, needs) => ({
      description: 'a request for the first page of roles',
      given: [needs?.includes('nextPage') === false ? states.rolesExist() : threePages],
      body: { only: leafFields.listRoles, example: { nextPage: exampleCursor } },
    }),
  },
  {
    cases: ['roles.page.middle'],
    interaction: () => ({
      description: 'a request for the second page of roles',
      given: [threePages, states.cursorToPage({ page: 2 })],
      cursor,
      // Exactly this cursor: a provider that ignores `nextPage` returns the cursor of the first page.
      body: {
        only: leafFields.listRoles,
        example: { nextPage: fromState('${nextCursor}', exampleCursor) },
      },
    }),
  },
  {
    cases: ['roles.page.last'],
    variants: ['roles.end.null', 'roles.end.absent'],
    except: noRoles,
    interaction(met) {
      const { one, text } = onlyOne(met, 'roles.end', ['null', 'absent'])
      return {
        description: `a request for the last page of roles, whose cursor is ${text}`,
        given: [threePages, states.lastPage({ nextPage: one })],
        cursor,
        body: {
          only: one === 'null' ? leafFields.listRoles : ofRoles,
          example: { nextPage: null },
        },
      }
    },
  },
  {
    cases: noRoles,
    interaction(met) {
      const { one, text } = onlyOne(met, 'roles.empty', ['array', 'null', 'absent'])
      const data = { array: [], null: null, absent: undefined }
      return {
        description: `a request for the roles where there are none, with data: ${text}`,
        given: [states.noRolesExist({ as: one })],
        body: {
          only: one === 'array' || one === 'null' ? ofRoles : [],
          example: { data: one && data[one] },
        },
      }
    },
  },
  {
    cases: ['invalid_cursor'],
    interaction: () => ({
      description: 'a request for the roles with an unknown cursor',
      given: [],
      cursor: 'unknown-cursor',
    }),
  },
]

/** How requests are refused because of their token, in the same way for every operation. */
const refusals: {
  readonly [Code in (typeof commonReasons)[number]]: [text: string, given: GivenState[], credential?: false]
} = {
  missing_credential: ['without a credential', [], false],
  invalid_token: ['with an unknown token', [states.tokenIsInvalid()]],
  expired_token: ['with an expired token', [states.tokenIsExpired()]],
  insufficient_scope: ['with a token of another scope', [states.tokenLacksScope()]],
}

function refusalsOf({ id, path, list }: Operation): CatalogueEntry[] {
  const what = list === undefined ? 'a volunteer record' : `the ${list}`
  const first = path.includes(':id') ? [states.volunteerExists({ userId })] : []
  return Object.entries(refusals).map(([code, [text, given, credential]]) => ({
    operation: id,
    cases: [code],
    interaction: () => ({
      description: `a request for ${what} ${text}`,
      given: [...first, ...given],
      ...(credential === false ? { credential } : {}),
    }),
  }))
}

function ofOperation(operation: OperationId, entries: readonly Omit<CatalogueEntry, 'operation'>[]) {
  return entries.map((entry) => ({ operation, ...entry }))
}

/** All interactions that `conmock pact` can write. */
export const catalogue: readonly CatalogueEntry[] = [
  ...ofOperation('getVolunteer', volunteerEntries),
  ...ofOperation('listRoles', roleEntries),
  ...Object.values(operations).flatMap(refusalsOf),
]

/** Whether a response leads to an interaction. */
export function leadsTo({ operation, cases, except = [] }: CatalogueEntry, answer: CoverageAnswer): boolean {
  if (operation !== answer.operation) return false
  const names = namesOf(answer)
  return cases.some((name) => names.includes(name)) && !except.some((name) => names.includes(name))
}
