import type { Faker } from '@faker-js/faker'
import { departmentStates } from './values.js'
import type { ContactMethod, DepartmentAssignment, VolunteerOption, User, Volunteer } from '../resources.js'
import { departments, languages, placeholders, questions, sentences, shirtSizes, weekdays } from '../words.js'
import { capitalized } from '../../common/text.js'
import { drawSubset } from '../../dataset/faker.js'

const APPLICATIONS = { from: '2025-09-01T00:00:00.000Z', to: '2026-03-01T00:00:00.000Z' }
const MAX_DAYS_TO_UPDATE = 60

function generateDates(faker: Faker): Pick<Volunteer, 'createdAt' | 'updatedAt'> {
  const created = faker.date.between(APPLICATIONS)
  const updated = faker.datatype.boolean(0.3)
    ? created
    : faker.date.soon({ days: MAX_DAYS_TO_UPDATE, refDate: created })
  return { createdAt: created.toISOString(), updatedAt: updated.toISOString() }
}

export const contactMethodNames = ['email', 'telegram', 'discord', 'twitter'] as const

export function contactValue(name: string, user: User): string {
  switch (name) {
    case 'email':
      return user.email
    case 'phone':
    case 'signal':
    case 'whatsapp':
      return user.phone
    case 'telegram':
      return `@${user.username.replaceAll('.', '_')}`
    case 'twitter':
      return `@${user.username.replaceAll('.', '')}`
    default:
      return user.username
  }
}

function generateContactMethods(faker: Faker, user: User): ContactMethod[] {
  const names = drawSubset(faker, contactMethodNames, { min: 1, max: 3 })
  const primary = faker.helpers.maybe(() => faker.helpers.arrayElement(names), { probability: 0.9 })
  return names.map((name) => ({ name, isPrimary: name === primary, value: contactValue(name, user) }))
}

function generateStates(faker: Faker): DepartmentAssignment['states'] {
  const count = faker.helpers.weightedArrayElement([
    { weight: 3, value: 1 },
    { weight: 2, value: 2 },
    { weight: 1, value: 3 },
  ])
  const states = drawSubset(faker, departmentStates, { min: count, max: count })
  // `avoid` contradicts the other states.
  return states.includes('avoid') ? ['avoid'] : states
}

function withStates(faker: Faker, { id, name }: { id: string; name: string }): DepartmentAssignment {
  return { id, states: generateStates(faker), name }
}

export function generateDepartment(faker: Faker): DepartmentAssignment {
  return withStates(faker, faker.helpers.arrayElement(departments))
}

/** Generates a free-text answer. It has at least two sentences, because single ones would repeat too often. */
function generateText(faker: Faker, topic: keyof typeof sentences): string {
  const word = (_: string, name: string) =>
    name === 'number'
      ? String(faker.number.int({ min: 2, max: 12 }))
      : faker.helpers.arrayElement<string>(placeholders[name as keyof typeof placeholders])
  return drawSubset(faker, sentences[topic], { min: 2, max: 3 })
    .map((sentence) => capitalized(sentence.replaceAll(/\{\{(\w+)\}\}/g, word)))
    .join(' ')
}

type OptionGenerator = readonly [
  question: keyof typeof questions,
  type: VolunteerOption['type'],
  generate: (faker: Faker, user: User) => VolunteerOption['value'],
]

/** The answer to each question of the convention. The value matches the type. */
const answers: readonly OptionGenerator[] = [
  ['days', 'multi', (faker) => drawSubset(faker, weekdays, { min: 1, max: 4 })],
  ['hours', 'number', (faker) => faker.number.int({ min: 2, max: 40 })],
  ['formalName', 'text', (_, { firstName, lastName }) => `${firstName} ${lastName}`],
  ['monthsBefore', 'select', (faker) => faker.helpers.arrayElement(['yes', 'no'])],
  ['experience', 'text', (faker) => generateText(faker, 'experience')],
  ['motivation', 'text', (faker) => generateText(faker, 'motivation')],
  ['languages', 'multi', (faker) => drawSubset(faker, languages, { min: 1, max: 3 })],
  ['conventions', 'number', (faker) => faker.number.int({ min: 0, max: 25 })],
  ['shirt', 'select', (faker) => faker.helpers.arrayElement(shirtSizes)],
  ['notes', 'text', (faker) => generateText(faker, 'notes')],
]

function answer(faker: Faker, user: User, [question, type, generate]: OptionGenerator): VolunteerOption {
  return { name: questions[question], type, value: generate(faker, user) }
}

export function generateOption(faker: Faker, user: User): VolunteerOption {
  return answer(faker, user, faker.helpers.arrayElement(answers))
}

export function generateVolunteer(faker: Faker, id: string, user: User): Volunteer {
  return {
    id,
    ...generateDates(faker),
    contactMethods: generateContactMethods(faker, user),
    departments: drawSubset(faker, departments, { min: 1, max: 4 }).map((each) => withStates(faker, each)),
    user,
    options: drawSubset(faker, answers, { min: 3, max: 7 }).map((each) => answer(faker, user, each)),
  }
}
