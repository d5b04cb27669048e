import * as z from 'zod/mini'
import { assumptions, profiles } from '../../contract/assumptions.js'
import { scopes } from '../../contract/scopes.js'
import type { Variants } from '../../contract/variants.js'
import { scenarios } from '../../dataset/scenarios.js'
import { described } from './document.js'
import { fault } from './journal.js'
import { dataInput } from './records.js'

function variantSchema(variants: Variants): z.ZodMiniType {
  if (variants.kind === 'choice') return z.enum(variants.options)
  if (variants.kind === 'rate') {
    return z.union([z.literal('none'), z.strictObject({ requests: z.int(), perSeconds: z.int() })])
  }
  const number = z.int().check(z.minimum(variants.min), z.maximum(variants.max))
  return variants.word === undefined ? number : z.union([number, z.literal(variants.word)])
}

const byName = Object.entries(assumptions).map(
  ([name, { question, variants }]) => [name, described(variantSchema(variants), question)] as const,
)

export const settings = z.strictObject(Object.fromEntries(byName))

export const assumptionInput = z.partial(settings)

const scopeList = z.array(z.enum(scopes))

const seconds = z.number().check(z.minimum(0))

export const tokenOptions = z.strictObject({
  scopes: z.optional(described(scopeList, 'Scopes of the token. By default, it has no scopes')),
  expiresIn: z.optional(described(seconds, 'Seconds until the token expires. By default, it never expires')),
  token: z.optional(described(z.string(), 'The token itself. By default, it is generated')),
})

export const token = z.object({
  token: z.string(),
  // With the assumption `token.scopes`, a token may have scopes that the API specification does not have.
  scopes: z.array(z.string()),
  expiresAt: z.optional(described(z.number(), 'When the token expires, in milliseconds since 1970')),
  revoked: z.optional(z.literal(true)),
  client: z.optional(z.string()),
  origin: z.enum(['built-in', 'custom', 'issued']),
})

const count = z.int().check(z.minimum(0))

/** The options of a space. The library checks them, so that the messages are the same as those of `createMock`. */
export const spaceOptions = z.strictObject({
  seed: z.optional(described(count, 'Seed of the generated data')),
  scenario: z.optional(described(z.enum(Object.keys(scenarios)), 'The generated data')),
  volunteers: z.optional(described(count, 'Number of generated volunteers')),
  roles: z.optional(described(count, 'Number of generated roles')),
  data: z.optional(described(dataInput, 'Data instead of a scenario. Missing fields are generated')),
  profile: z.optional(described(z.enum(profiles), 'The defaults of the assumptions')),
  assumptions: z.optional(described(assumptionInput, 'Values for single assumptions')),
  tokens: z.optional(
    described(
      z.record(z.string(), z.union([scopeList, z.omit(tokenOptions, { token: true })])),
      'Additional tokens: the scopes of each, or its scopes and lifetime',
    ),
  ),
  clients: z.optional(
    described(z.record(z.string(), z.looseObject({ secret: z.string() })), 'Clients of the token endpoint'),
  ),
  tokenLifetime: z.optional(
    described(
      z.int().check(z.minimum(1), z.maximum(31_536_000)),
      'Seconds until a token of the token endpoint expires',
    ),
  ),
  now: z.optional(described(z.number(), 'Time of a fixed clock, in milliseconds since 1970')),
  assumedHeader: z.optional(described(z.boolean(), 'Whether responses have the header Conmock-Assumed')),
  faults: z.optional(described(z.array(fault), 'Faults from the start')),
  maxRequests: z.optional(described(count, 'Maximum number of entries of the journal. 0 turns it off')),
})
