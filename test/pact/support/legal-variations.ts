import { assumptions } from '../../../src/contract/assumptions.js'
import { resolveSettings } from '../../../src/contract/settings.js'
import type { GivenAnswer, Mutant } from './mutants.js'
import { volunteerMutant } from './volunteer-mutants.js'

const refusals = [401, 403, 404]

/** The responses that assumptions change, by the first part of their names. Other assumptions change no interaction. */
const concerned: { readonly [part: string]: Pick<Mutant, 'operation' | 'statuses'> } = {
  roles: { operation: 'listRoles', statuses: [200] },
  cursor: { operation: 'listRoles', statuses: [200] },
  user: { operation: 'getVolunteer', statuses: [200] },
  department: { operation: 'getVolunteer', statuses: [200] },
  extras: { statuses: [200] },
  auth: { statuses: refusals },
  errors: { statuses: refusals },
  volunteer: { operation: 'getVolunteer', statuses: refusals },
}

/** Values of assumptions that have a number. */
const numbers = [
  { 'roles.pageSize': 1 },
  { 'roles.pageSize': 3 },
  { 'roles.pageSize': 10_000 },
  { 'cursor.lifetime': 60 },
]

const choices = Object.entries(assumptions).flatMap(([name, { variants, spec }]) =>
  variants.kind === 'choice'
    ? variants.options.filter((option) => option !== spec).map((option) => ({ [name]: option }))
    : [],
)

/** Each value of an assumption that differs from the profile `spec`. */
const ofAssumptions = [...choices, ...numbers].flatMap((input): Mutant[] =>
  Object.entries(input).flatMap(([name, value]) => {
    const answers = concerned[name.split('.')[0]!]
    return answers ? [{ name: `${name} is ${value}`, assumptions: input, ...answers }] : []
  }),
)

/** Adds a member to every object, at any depth. */
function addMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(addMembers)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).map(([name, member]) => [name, addMembers(member)])
  return { ...Object.fromEntries(members), extra: [1] }
}

function errorMutant(name: string, answer: (answer: GivenAnswer) => void): Mutant {
  return { name, statuses: refusals, answer }
}

const ofAnswers: readonly Mutant[] = [
  {
    name: 'every object has an additional member',
    statuses: [200],
    answer: (given) => (given.body = addMembers(given.body)),
  },
  {
    name: 'the content type names its charset',
    statuses: [200],
    answer: ({ headers }) => (headers['content-type'] = 'application/json; charset=utf-8'),
  },
  { name: 'there are more headers', answer: ({ headers }) => (headers['x-request-id'] = '1') },
  volunteerMutant('dates are in the basic format', (volunteer) =>
    Object.assign(volunteer, { createdAt: '20260131T183000+0100', updatedAt: '20260201' }),
  ),
  volunteerMutant('dates have no time', (volunteer) =>
    Object.assign(volunteer, { createdAt: '2026-01-31', updatedAt: '2026-02-01' }),
  ),
  volunteerMutant('the shortest phone number', ({ user }) => (user.phone = '+12')),
  volunteerMutant('the longest phone number', ({ user }) => (user.phone = '+123456789012345')),
  volunteerMutant('strings are empty', ({ user }) =>
    Object.assign(user, { firstName: '', lastName: '', username: '', email: '' }),
  ),
  volunteerMutant('ids are not numeric', ({ departments }) => {
    for (const department of departments) department.id = 'a/b c'
  }),
  volunteerMutant('a department has every flag', ({ departments }) => {
    for (const { states } of departments)
      states.splice(0, 9, 'experience', 'interest', 'avoid', 'assignment', 'request')
  }),
  volunteerMutant('lists that are not empty are longer', ({ contactMethods, departments, options }) => {
    if (contactMethods.length > 0) contactMethods.push({ name: '', isPrimary: false, value: '' })
    if (departments.length > 0) departments.push({ id: '9', states: ['avoid', 'request'], name: 'Ω' })
    if (options.length > 0) options.push({ name: 'T-shirt size', type: 'number', value: 1.5 })
  }),
  volunteerMutant('options come in another order', ({ options }) =>
    options.splice(0, options.length, ...options.toReversed()),
  ),
  volunteerMutant('numbers are fractions', ({ options }) => {
    for (const option of options) if (option.type === 'number') option.value = -2.5e-7
  }),
  errorMutant('an error has no body', (given) => {
    given.text = ''
    delete given.headers['content-type']
  }),
  errorMutant('an error is a page of HTML', (given) => {
    given.text = '<h1>No</h1>'
    given.headers['content-type'] = 'text/html'
  }),
  errorMutant('an error names other schemes, too', ({ headers }) => {
    headers['www-authenticate'] = 'Basic realm="x", bearer realm="y"'
  }),
  errorMutant('a refusal has no challenge', ({ headers }) => delete headers['www-authenticate']),
]

/** Providers that the API specification allows, including one without a change. */
export const legalVariations: readonly Mutant[] = [
  { name: 'nothing is different' },
  { name: 'the profile is reported', assumptions: resolveSettings({ profile: 'reported' }) },
  ...ofAssumptions,
  ...ofAnswers,
]
