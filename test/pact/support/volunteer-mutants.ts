import type { Option, Volunteer } from '../../../src/contract/resources.js'
import type { Fields, Mutant } from './mutants.js'

/** A mutant that changes volunteer records. */
export function volunteerMutant(
  name: string,
  change: (volunteer: Volunteer) => void,
  field?: keyof Volunteer | keyof Volunteer['user'],
): Mutant {
  return {
    name,
    ...(field && { field }),
    operation: 'getVolunteer',
    statuses: [200],
    answer: ({ body }) => change(body as Volunteer),
  }
}

const phones = {
  'without a plus': '12125550142',
  'with a zero at the front': '+012125550142',
  'with spaces': '+1 212 555 0142',
  'of sixteen digits': '+1234567890123456',
  'with digits of another script': '+1٢١٢5550142',
  'that is empty': '',
}

const dates = {
  'in words': 'Jan 31 2026',
  'with slashes': '31/01/2026',
  'with a space': '2026-01-31 18:30:00Z',
  'in seconds since 1970': '1769884200',
  'in a thirteenth month': '2026-13-01T00:00:00Z',
  'on 30 February': '2026-02-30',
  'on 29 February in a common year': '2026-02-29',
  'that is empty': '',
}

/**
 * Values that do not fit the type of an option. The API specification does not connect type and value, but the provider
 * state does.
 */
const optionValues: { readonly [Type in Option['type']]: readonly unknown[] } = {
  select: [1, ['M']],
  multi: ['English', [1]],
  text: [1, ['Peanuts']],
  number: ['3', ['3']],
}

const lists = ['contactMethods', 'departments', 'options'] as const

/** Wrong volunteer records, in addition to the mutants of single fields. */
export const volunteerMutants: readonly Mutant[] = [
  volunteerMutant('the record is that of another user', (volunteer) => (volunteer.user.id = '7')),
  volunteerMutant('the record has the id of another record', (volunteer) => (volunteer.id = '7')),
  ...Object.entries(phones).map(([form, phone]) =>
    volunteerMutant(`User.phone is a number ${form}`, ({ user }) => (user.phone = phone), 'phone'),
  ),
  ...(['createdAt', 'updatedAt'] as const).flatMap((name) =>
    Object.entries(dates).map(([form, date]) =>
      volunteerMutant(`Volunteer.${name} is a date ${form}`, (volunteer) => (volunteer[name] = date), name),
    ),
  ),
  ...Object.entries(optionValues).flatMap(([type, values]) =>
    values.map((value) =>
      volunteerMutant(`the value of an option of type ${type} is ${JSON.stringify(value)}`, ({ options }) => {
        for (const option of options) if (option.type === type) option.value = value as Option['value']
      }),
    ),
  ),
  volunteerMutant('a preferred name that is null is left out', ({ user }) => {
    if (user.preferredName === null) delete user.preferredName
  }),
  volunteerMutant('a preferred name that is null is an empty string', ({ user }) => {
    if (user.preferredName === null) user.preferredName = ''
  }),
  volunteerMutant('a preferred name that is left out is null', ({ user }) => (user.preferredName ??= null)),
  volunteerMutant('a preferred name that is left out is an empty string', ({ user }) => {
    if (user.preferredName === undefined) user.preferredName = ''
  }),
  volunteerMutant('an unnamed department has an empty name', ({ departments }) => {
    for (const department of departments) department.name ??= ''
  }),
  volunteerMutant('an unnamed department has a name that is null', ({ departments }) => {
    for (const department of departments as Fields[]) department['name'] ??= null
  }),
  ...lists.flatMap((name) => [
    volunteerMutant(`Volunteer.${name} is null where it is empty`, (volunteer: Fields) => {
      if (Array.isArray(volunteer[name]) && volunteer[name].length === 0) volunteer[name] = null
    }),
    volunteerMutant(`Volunteer.${name} is left out where it is empty`, (volunteer: Fields) => {
      if (Array.isArray(volunteer[name]) && volunteer[name].length === 0) delete volunteer[name]
    }),
  ]),
]
