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

function generateDepartments(faker: Faker): DepartmentAssignment[] {
  return drawSubset(faker, departments, { min: 1, max: 4 }).map((each) => withStates(faker, each))
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

/** Generates the answer to each question of the convention. The value matches the type. */
const answers: readonly ((faker: Faker, user: User) => VolunteerOption)[] = [
  (faker) => ({
    name: questions.days,
    type: 'multi',
    value: drawSubset(faker, weekdays, { min: 1, max: 4 }),
  }),
  (faker) => ({ name: questions.hours, type: 'number', value: faker.number.int({ min: 2, max: 40 }) }),
  (_, user) => ({ name: questions.formalName, type: 'text', value: `${user.firstName} ${user.lastName}` }),
  (faker) => ({
    name: questions.monthsBefore,
    type: 'select',
    value: faker.helpers.arrayElement(['yes', 'no']),
  }),
  (faker) => ({ name: questions.experience, type: 'text', value: generateText(faker, 'experience') }),
  (faker) => ({ name: questions.motivation, type: 'text', value: generateText(faker, 'motivation') }),
  (faker) => ({
    name: questions.languages,
    type: 'multi',
    value: drawSubset(faker, languages, { min: 1, max: 3 }),
  }),
  (faker) => ({ name: questions.conventions, type: 'number', value: faker.number.int({ min: 0, max: 25 }) }),
  (faker) => ({ name: questions.shirt, type: 'select', value: faker.helpers.arrayElement(shirtSizes) }),
  (faker) => ({ name: questions.notes, type: 'text', value: generateText(faker, 'notes') }),
]

export function generateOption(faker: Faker, user: User): VolunteerOption {
  return faker.helpers.arrayElement(answers)(faker, user)
}

function generateOptions(faker: Faker, user: User): VolunteerOption[] {
  return drawSubset(faker, answers, { min: 3, max: 7 }).map((answer) => answer(faker, user))
}

export function generateVolunteer(faker: Faker, id: string, user: User): Volunteer {
  return {
    id,
    ...generateDates(faker),
    contactMethods: generateContactMethods(faker, user),
    departments: generateDepartments(faker),
    user,
    options: generateOptions(faker, user),
  }
}
