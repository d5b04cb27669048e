import * as z from 'zod/mini'
import { described } from '../../contract/resources/fields.js'
import { unwrapped } from '../../common/validate.js'
import { endpoints } from '../../api/match-path.js'
import { faultSchema } from '../../mock/fault.js'

const operation = z.enum(endpoints)

/** A fault without the check for a plain object, which JSON Schema cannot express. */
export const fault = unwrapped(faultSchema) as z.ZodMiniObject

const strings = z.array(z.string())

export const journalEntry = z.object({
  id: z.int(),
  time: described(z.number(), 'When the request arrived, in milliseconds since 1970'),
  method: z.string(),
  path: z.string(),
  query: described(z.record(z.string(), z.string()), 'All values except `nextPage` are hidden'),
  operation: z.optional(operation),
  status: z.int(),
  durationMs: z.number(),
  token: z.optional(described(z.string(), 'Name of the token, or `unknown`')),
  scopes: strings,
  refusal: z.optional(
    z.object({ code: z.optional(z.string()), detail: z.string(), hint: z.optional(z.string()) }),
  ),
  note: z.optional(z.string()),
  assumed: described(strings, 'The assumptions that the response depends on'),
  cases: described(strings, 'The cases that the body of the response shows'),
  fault: z.optional(described(z.string(), 'The fault that changed the response')),
  sandbox: z.string(),
})

export const sentResponse = z.object({
  status: z.int(),
  headers: described(
    z.record(z.string(), z.string()),
    'Without those that a server adds to every response. Values that may be secret are hidden',
  ),
  body: z.optional(described(z.string(), 'As text')),
  omitted: z.optional(described(z.string(), 'Why the body is not here')),
})

export const requests = z.object({
  requests: z.array(journalEntry),
  dropped: described(z.int(), 'Number of older entries that the journal has dropped'),
})

export const activeFault = z.extend(fault, {
  id: z.string(),
  hits: described(z.int(), 'Number of requests that the fault has matched'),
})
