import { fromState } from '../../pact/like/like-matchers.js'
import { fieldsWithout, onlyOne, type Entry, type OperationInPacts } from '../../pact/parts/entry.js'
import { exampleVolunteer } from './example.js'
import type { Volunteer } from './schema.js'
import { volunteerStates as states } from './states.js'
import { listsOfRecord, optionTypes } from './values.js'

const userId = '42'
const user = { id: fromState('${userId}', userId) }

const entries: readonly Entry[] = [
  {
    cases: ['200'],
    interaction: (input) => ({
      description: 'a request for the volunteer record of a user',
      given: [states.volunteerExists({ userId })],
      body: {
        // Without the values of the options: each event has its own options, with values of different types.
        only: fieldsWithout(
          input,
          'options.value',
          ...(input.needs && input.met.has('preferredName.set') ? [] : ['user.preferredName']),
          ...(input.needs && input.met.has('department.named') ? [] : ['departments.name']),
        ),
        example: { id: fromState('${volunteerId}', '500042'), user },
      },
    }),
  },
  {
    cases: ['preferredName.null', 'preferredName.absent'],
    fields: /^user(?:\.preferredName)?$/,
    interaction({ met, fields }) {
      const { one, text } = onlyOne(met, 'preferredName', ['null', 'absent'])
      return {
        description: `a request for the record of a user whose preferred name is ${text}`,
        given: [states.volunteerWithoutPreferredName({ userId, as: one })],
        body: {
          only: fields.filter(
            (field) => field.startsWith('user.') && (one === 'null' || field !== 'user.preferredName'),
          ),
          example: { user: { ...user, preferredName: null } },
        },
      }
    },
  },
  {
    cases: ['department.unnamed'],
    fields: /^departments\b/,
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
    fields: /^options\b/,
    interaction({ met }) {
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
    cases: listsOfRecord.map((list) => `empty.${list}`),
    fields: /^(?:contactMethods|departments|options)\b/,
    interaction({ met }) {
      const empty = listsOfRecord.filter((list) => met.has(`empty.${list}`))
      return {
        description: `a request for a record with empty lists: ${empty.join(', ')}`,
        given: [states.volunteerWithEmptyLists({ userId })],
        body: {
          only: ['user.id', ...empty],
          example: { user, ...Object.fromEntries(empty.map((list) => [list, []])) },
        },
      }
    },
  },
]

export const volunteerInPacts: OperationInPacts = {
  what: 'a volunteer record',
  example: exampleVolunteer,
  exampleParams: { id: userId },
  given: [states.volunteerExists({ userId })],
  entries,
  refusals: {
    unknown_user: {
      description: 'a request for the volunteer record of an unknown user',
      given: [states.unknownUser({ userId })],
    },
    no_volunteer_record: {
      description: 'a request for the volunteer record of a user without a record',
      given: [states.userWithoutRecord({ userId })],
    },
  },
  inPlaceOfRefusal: ['volunteer.unknownUser', 'volunteer.noRecord'],
  violations: ({ user: { id } }: Volunteer, requested) =>
    id === requested['userId']
      ? []
      : [{ path: '$.user.id', message: 'is not the id of the user in the request' }],
}
