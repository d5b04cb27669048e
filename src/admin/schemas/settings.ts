import * as z from 'zod/mini'
import { wholeNumber } from '../../common/check-options.js'
import { described } from '../../contract/resources/fields.js'
import { assumptionNames, assumptions } from '../../contract/assumptions.js'
import { scopeList, tokenOptionSchemas } from '../../api/credentials.js'
import { scopes } from '../../contract/scopes.js'
import { RATE, type Variants } from '../../contract/variants.js'
import { sandboxOptionSchemas } from '../../sandboxes/sandboxes.js'
import { dataInput } from './records.js'

function variantSchema(variants: Variants): z.ZodMiniType {
  if (variants.kind === 'choice') return z.enum(variants.options)
  if (variants.kind === 'rate') {
    const number = wholeNumber(RATE.min, RATE.max)
    return z.union([z.literal('none'), z.strictObject({ requests: number, perSeconds: number })])
  }
  const number = wholeNumber(variants.min, variants.max)
  return variants.word === undefined ? number : z.union([number, z.literal(variants.word)])
}

const byName = Object.entries(assumptions).map(
  ([name, { question, variants }]) => [name, described(variantSchema(variants), question)] as const,
)

export const settings = z.strictObject(Object.fromEntries(byName))

export const assumptionInput = z.partial(settings)

const measurement = z.object({
  on: described(z.string(), 'The date of the measurement'),
  evidence: described(z.string(), 'The request and the response that show the value'),
})

export const measured = described(
  z.partial(z.object(Object.fromEntries(assumptionNames.map((name) => [name, measurement])))),
  'The assumptions whose values were measured at a real service',
)

export const tokenOptions = z.strictObject(tokenOptionSchemas)

export const token = z.object({
  token: z.string(),
  // With the assumption `token.scopes`, a token may have scopes that the API specification does not have.
  scopes: z.array(z.string()),
  expiresAt: z.optional(described(z.number(), 'When the token expires, in milliseconds since 1970')),
  revoked: z.optional(z.literal(true)),
  client: z.optional(z.string()),
  origin: z.enum(['built-in', 'custom', 'issued']),
})

/** The options of a sandbox, as `createMock` checks them. The members of some options are only described here. */
export const sandboxOptions = z.strictObject({
  ...sandboxOptionSchemas,
  data: z.optional(described(dataInput, 'Data instead of a scenario. Missing fields are generated')),
  assumptions: z.optional(described(assumptionInput, 'Values for single assumptions')),
  tokens: z.optional(
    described(
      z.record(z.string(), z.union([scopeList(scopes), z.omit(tokenOptions, { token: true })])),
      'Additional tokens: the scopes of each, or its scopes and lifetime',
    ),
  ),
  now: z.optional(described(z.number(), 'Time of a fixed clock, in milliseconds since 1970')),
})
