import type { User } from '../contract/schemas.js'
import type { Random } from './random.js'
import { firstNames, lastNames } from './words.js'

/** Domains that are reserved for examples (RFC 2606), so that no mail can ever reach anybody. */
const emailDomains = ['example.com', 'example.org', 'example.net'] as const

const areaCodes = [
  '212',
  '206',
  '303',
  '312',
  '404',
  '415',
  '503',
  '512',
  '617',
  '702',
  '718',
  '919',
] as const

/** A phone number in a range that its country keeps free for fiction: North America, or the United Kingdom. */
function fictionalPhone(random: Random): string {
  if (random.chance(0.8))
    return `+1${random.pick(areaCodes)}55501${String(random.int(0, 99)).padStart(2, '0')}`
  return `+442079460${String(random.int(0, 999)).padStart(3, '0')}`
}

function asciiLetters(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[^a-z]/gi, '')
    .toLowerCase()
}

/** The id makes it unique: it is the only part with digits. */
function usernameFor(first: string, last: string, id: string): string {
  const letters = [asciiLetters(first), asciiLetters(last)].filter((part) => part !== '').join('.')
  return `${letters === '' ? 'user' : letters}.${id}`.toLowerCase()
}

function emailFor(username: string, domain: string): string {
  const mailbox = username.replaceAll(/[^\w.+-]/g, '')
  return `${mailbox === '' ? 'user' : mailbox}@${domain}`
}

/** The parts of an identity that somebody may have chosen already. */
export interface Identity {
  readonly id: string
  readonly firstName?: string | undefined
  readonly lastName?: string | undefined
  readonly username?: string | undefined
  readonly email?: string | undefined
}

/**
 * One user's identity. What is given is kept, and the rest is made to belong to it: the username to the names, the
 * email to the username.
 */
export function generateUser(random: Random, given: Identity): User {
  const drawn = {
    firstName: random.pick(firstNames),
    lastName: random.pick(lastNames),
    phone: fictionalPhone(random),
    domain: random.pick(emailDomains),
    preferredName: random.chance(0.3) ? random.pick(firstNames) : undefined,
  }
  const firstName = given.firstName ?? drawn.firstName
  const lastName = given.lastName ?? drawn.lastName
  const username = given.username ?? usernameFor(firstName, lastName, given.id)
  return {
    id: given.id,
    firstName,
    lastName,
    username,
    ...(drawn.preferredName === undefined ? {} : { preferredName: drawn.preferredName }),
    phone: drawn.phone,
    email: given.email ?? emailFor(username, drawn.domain),
  }
}
