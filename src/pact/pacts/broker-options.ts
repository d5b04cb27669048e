import * as z from 'zod/mini'
import { flag, httpUrl, optionsSchema, text, token, withoutCredentials } from '../../common/check-options.js'
import type { BrokerOptions, ConsumerVersionSelector } from './broker-source.js'

const selectorSchema = optionsSchema<ConsumerVersionSelector>({
  mainBranch: z.optional(flag),
  branch: z.optional(text),
  fallbackBranch: z.optional(text),
  matchingBranch: z.optional(flag),
  deployedOrReleased: z.optional(flag),
  deployed: z.optional(flag),
  released: z.optional(flag),
  environment: z.optional(text),
  tag: z.optional(text),
  fallbackTag: z.optional(text),
  latest: z.optional(flag),
  consumer: z.optional(text),
})

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
