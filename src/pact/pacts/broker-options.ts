import * as z from 'zod/mini'
import { flag, httpUrl, optionsSchema, text, token, withoutCredentials } from '../../common/check-options.js'

const flags = [
  'mainBranch',
  'matchingBranch',
  'deployedOrReleased',
  'deployed',
  'released',
  'latest',
] as const
const texts = ['branch', 'fallbackBranch', 'environment', 'tag', 'fallbackTag', 'consumer'] as const

/**
 * Selects consumer versions whose pacts the broker returns. All fields together form one condition.
 *
 * @see https://docs.pact.io/pact_broker/advanced_topics/consumer_version_selectors
 */
type ConsumerVersionSelector = { readonly [Name in (typeof flags)[number]]?: boolean } & {
  readonly [Name in (typeof texts)[number]]?: string
}

/** A Pact Broker, and how to use it. */
export interface BrokerOptions {
  /** The base URL of the broker. */
  readonly url: string
  /** The bearer token for the broker. It is only sent to the origin of `url`. */
  readonly token?: string | undefined
  /** The consumer versions whose pacts are verified. @default [{ mainBranch: true }, { deployedOrReleased: true }] */
  readonly consumerVersionSelectors?: readonly ConsumerVersionSelector[] | undefined
  /**
   * Whether to publish the results to the broker. Requires a real service, because a broker would take results of the
   * mock for results of the service. Nothing is published if there was a problem (exit code 2).
   *
   * @default false
   */
  readonly publish?: boolean | undefined
  /** The version of the provider that is verified. Required by `publish`. */
  readonly providerVersion?: string | undefined
  /** The branch of the provider. The selector `matchingBranch` reads it. */
  readonly providerBranch?: string | undefined
  /** The URL of the CI build, published with the results. */
  readonly buildUrl?: string | undefined
}

const selectorSchema = optionsSchema<ConsumerVersionSelector>(
  Object.fromEntries([
    ...flags.map((name) => [name, z.optional(flag)]),
    ...texts.map((name) => [name, z.optional(text)]),
  ]) as never,
)

const SELECTORS = 'must be a non-empty list of selectors'

export const brokerSchema = optionsSchema<BrokerOptions>(
  {
    url: httpUrl.check(withoutCredentials),
    token: z.optional(token),
    consumerVersionSelectors: z.optional(z.array(selectorSchema, SELECTORS).check(z.minLength(1, SELECTORS))),
    publish: z.optional(flag),
    providerVersion: z.optional(text),
    providerBranch: z.optional(text),
    buildUrl: z.optional(text),
  },
  'must be an object with the url of the broker',
).check(
  z.refine(({ publish, providerVersion }) => !publish || providerVersion !== undefined, {
    path: ['providerVersion'],
    error: 'is required to publish results',
  }),
)
