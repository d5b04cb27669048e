import type { Faker } from '@faker-js/faker'
import type { User } from '../resources.js'

/** North American area codes. Their numbers 555-0100 to 555-0199 are reserved for fiction. */
const AREA_CODES = '206 212 303 312 404 415 503 512 617 702 718 919'.split(' ')

function fictionalPhone(faker: Faker): string {
  return faker.datatype.boolean(0.8)
    ? `+1${faker.helpers.arrayElement(AREA_CODES)}55501${faker.string.numeric(2)}`
    : `+442079460${faker.string.numeric(3)}`
}

/** Replaces the number at the end of a username with the id, so that it is unique. */
function uniqueUsername(faker: Faker, firstName: string, lastName: string, id: string): string {
  const generated = faker.internet.username({ firstName, lastName })
  // The lookbehind makes the search linear: without it, each digit of a long number would start a search of its own.
  return `${generated.toLowerCase().replace(/(?<!\d)\d+$/, '')}${id}`
}

function emailAddress(username: string, domain: string): string {
  const mailbox = username.replaceAll(/[^\w.+-]/g, '')
  return `${mailbox === '' ? 'user' : mailbox}@${domain}`
}

/** Generates a user. Known fields are kept. The username fits the names, and the email fits the username. */
export function generateUser(faker: Faker, known: Pick<User, 'id'> & Partial<User>): User {
  const firstName = faker.person.firstName()
  const lastName = faker.person.lastName()
  const phone = fictionalPhone(faker)
  const domain = faker.helpers.arrayElement(faker.definitions.internet.example_email)
  const preferredName = faker.helpers.maybe(() => faker.person.firstName(), { probability: 0.3 })
  const names = { firstName: known.firstName ?? firstName, lastName: known.lastName ?? lastName }
  const username = known.username ?? uniqueUsername(faker, names.firstName, names.lastName, known.id)
  return {
    id: known.id,
    ...names,
    username,
    ...(preferredName === undefined ? {} : { preferredName }),
    phone: known.phone ?? phone,
    email: known.email ?? emailAddress(username, domain),
  }
}
