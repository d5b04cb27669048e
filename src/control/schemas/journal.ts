import * as z from 'zod/mini'
import { operations } from '../../contract/operations.js'
import { described } from './document.js'

const operation = z.enum(['token', ...Object.keys(operations)])

const strings = z.array(z.string())

/** An entry of the journal. */
export const journalEntry = z.object({
  id: z.int(),
  time: described(z.number(), 'When the request arrived, in milliseconds since 1970'),
  method: z.string(),
  path: z.string(),
  query: z.optional(z.string()),
  operation: z.optional(operation),
  status: z.int(),
  durationMs: z.number(),
  token: z.optional(described(z.string(), 'Name of the token, or `unknown`')),
  scopes: z.optional(strings),
  refusal: z.optional(z.object({ code: z.string(), detail: z.string(), hint: z.optional(z.string()) })),
  note: z.optional(z.string()),
  assumed: described(strings, 'The assumptions that the response depends on'),
  shapes: described(strings, 'The shapes of the response'),
  fault: z.optional(described(z.string(), 'The fault that changed the response')),
  space: z.string(),
})

export const requests = z.object({
  requests: z.array(journalEntry),
  dropped: described(z.int(), 'Number of older entries that the journal has dropped'),
})

const positive = z.int().check(z.minimum(1))
const delay = z.number().check(z.minimum(0))

const faultFields = {
  operation: z.optional(described(operation, 'By default, all operations')),
  when: z.optional(
    described(
      z.union([
        z.strictObject({ nth: positive }),
        z.strictObject({ first: positive }),
        z.strictObject({ every: positive }),
        z.strictObject({ from: positive }),
      ]),
      'Which requests, counted from the moment of adding. By default, all',
    ),
  ),
  effect: z.strictObject({
    status: z.optional(z.int()),
    retryAfter: z.optional(described(z.number(), 'Seconds')),
    delay: z.optional(described(z.union([delay, z.tuple([delay, delay])]), 'Milliseconds, or a range')),
    dropConnection: z.optional(z.literal(true)),
    truncateBody: z.optional(described(z.int(), 'Number of bytes to send')),
    invalidJson: z.optional(z.literal(true)),
    hang: z.optional(z.literal(true)),
  }),
}

export const fault = z.strictObject(faultFields)

export const activeFault = z.object({ id: z.string(), ...faultFields })

const counts = z.record(z.string(), z.int())

/** The ledger. */
export const ledger = z.object({
  version: z.literal(1),
  answers: z.array(
    z.object({
      operation: z.optional(operation),
      status: z.int(),
      code: z.optional(z.string()),
      count: z.int(),
    }),
  ),
  shapes: counts,
  assumptions: z.record(z.string(), counts),
})
