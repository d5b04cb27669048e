import { InvalidOptionError } from '../../common/errors.js'
import { isPlainObject } from '../../common/plain-object.js'
import { nearest } from '../../common/nearest.js'
import type { BrokerOptions, ConsumerVersionSelector } from './broker-source.js'
import { checkUrl } from '../verification/check-url.js'

/** Checks a value. Returns `undefined` if it is valid, else what it must be. */
type Kind = (value: unknown) => string | undefined

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? undefined : 'a non-empty string'
}

function flag(value: unknown): string | undefined {
  return typeof value === 'boolean' ? undefined : 'true or false'
}

function day(value: unknown): string | undefined {
  const time = typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? Date.parse(value) : NaN
  const isDay = !Number.isNaN(time) && new Date(time).toISOString().startsWith(String(value))
  return isDay ? undefined : 'a date such as 2026-01-31'
}

function token(value: unknown): string | undefined {
  const fits = typeof value === 'string' && /^[\x21-\x7e]+$/.test(value)
  return fits ? undefined : 'a string that is allowed in an HTTP header'
}

const selectorKinds: Record<keyof ConsumerVersionSelector, Kind> = {
  mainBranch: flag,
  branch: text,
  fallbackBranch: text,
  matchingBranch: flag,
  deployedOrReleased: flag,
  deployed: flag,
  released: flag,
  environment: text,
  tag: text,
  fallbackTag: text,
  latest: flag,
  consumer: text,
}

const kinds: Record<keyof BrokerOptions, Kind> = {
  url: () => undefined,
  token,
  consumerVersionSelectors: (value) =>
    Array.isArray(value) && value.length > 0 ? undefined : 'a non-empty list of selectors',
  pending: flag,
  wipSince: day,
  publish: flag,
  providerVersion: text,
  providerBranch: text,
  buildUrl: text,
}

function checkMembers(name: string, value: unknown, known: { readonly [member: string]: Kind }): void {
  if (!isPlainObject(value)) throw new InvalidOptionError(`"${name}" must be an object`)
  for (const [member, given] of Object.entries(value)) {
    const kind = Object.hasOwn(known, member) ? known[member] : undefined
    if (!kind) {
      const names = Object.keys(known)
      throw new InvalidOptionError(
        `"${name}": unknown option "${member}": did you mean "${nearest(member, names)}"? Known options: ${names.join(', ')}`,
      )
    }
    const wanted = given === undefined ? undefined : kind(given)
    if (wanted !== undefined) throw new InvalidOptionError(`"${name}.${member}" must be ${wanted}`)
  }
}

/** Checks the options of a broker. @throws InvalidOptionError For an invalid option. */
export function checkBroker(broker: BrokerOptions): void {
  checkMembers('broker', broker, kinds)
  checkUrl('broker.url', broker.url)
  for (const [index, selector] of (broker.consumerVersionSelectors ?? []).entries()) {
    checkMembers(`broker.consumerVersionSelectors[${index}]`, selector, selectorKinds)
  }
  if (broker.publish && broker.providerVersion === undefined) {
    throw new InvalidOptionError('"broker.providerVersion" is required to publish results')
  }
  if ((broker.pending || broker.wipSince !== undefined) && broker.providerBranch === undefined) {
    throw new InvalidOptionError('"broker.providerBranch" is required for pending and work-in-progress pacts')
  }
}
