import { departmentStates } from '../contract/enums.js'
import type { ContactMethod, DepartmentAssignment, Option, User, Volunteer } from '../contract/schemas.js'
import type { Random } from './random.js'
import { departments, experiences, questions, shirtSizes, weekdays } from './words.js'

/** The generated world's first and last moment of application: volunteers applied in the half year before. */
const APPLICATIONS_OPEN = Date.UTC(2025, 8, 1)
const APPLICATIONS_CLOSE = Date.UTC(2026, 2, 1)
const HOUR = 60 * 60 * 1000

/** The parts of a date are drawn as whole milliseconds, so that no time zone and no rounding comes into it. */
export function generateDates(random: Random): Pick<Volunteer, 'createdAt' | 'updatedAt'> {
  const created = random.int(APPLICATIONS_OPEN, APPLICATIONS_CLOSE)
  const updated = random.chance(0.3) ? created : created + random.int(1, 60 * 24) * HOUR + random.int(0, HOUR)
  return { createdAt: new Date(created).toISOString(), updatedAt: new Date(updated).toISOString() }
}

/** The ways of contacting that the convention asks for. */
export const contactMethodNames = ['email', 'telegram', 'discord', 'twitter'] as const

/** What a user is called in a way of contacting; in one that nobody knows, the username. */
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

function generateContactMethods(random: Random, user: User): ContactMethod[] {
  const chosen = random.sample(contactMethodNames, random.int(1, 3))
  const primary = random.chance(0.9) ? random.int(0, chosen.length - 1) : -1
  return chosen.map((name, position) => ({
    name,
    isPrimary: position === primary,
    value: contactValue(name, user),
  }))
}

export function generateDepartment(random: Random): DepartmentAssignment {
  const { id, name } = random.pick(departments)
  const states = random.sample(departmentStates, random.pick([1, 1, 1, 2, 2, 3]))
  return { id, states: states.includes('avoid') ? ['avoid'] : states, name }
}

function generateDepartments(random: Random): DepartmentAssignment[] {
  const chosen = random.sample(departments, random.int(1, 4))
  return chosen.map(({ id, name }) => ({ ...generateDepartment(random), id, name }))
}

/** A value that fits the option's type, for each question of the convention. */
const answers: readonly ((random: Random, user: User) => Option)[] = [
  (random) => ({ name: questions.days, type: 'multi', value: random.sample(weekdays, random.int(1, 4)) }),
  (random) => ({ name: questions.hours, type: 'number', value: random.int(2, 40) }),
  (random, user) => ({
    name: questions.formalName,
    type: 'text',
    value: `${user.firstName} ${user.lastName}`,
  }),
  (random) => ({ name: questions.monthsBefore, type: 'select', value: random.pick(['yes', 'no']) }),
  (random) => ({ name: questions.experience, type: 'text', value: random.pick(experiences) }),
  (random) => ({ name: questions.shirt, type: 'select', value: random.pick(shirtSizes) }),
]

export function generateOptions(random: Random, user: User): Option[] {
  return random.sample(answers, random.int(3, 6)).map((answer) => answer(random, user))
}

/** One volunteer's record, coherent in itself. */
export function generateVolunteer(random: Random, id: string, user: User): Volunteer {
  return {
    id,
    ...generateDates(random),
    contactMethods: generateContactMethods(random, user),
    departments: generateDepartments(random),
    user,
    options: generateOptions(random, user),
  }
}
