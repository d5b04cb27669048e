import * as z from 'zod/mini'
import { DataError } from '../common/errors.js'
import { preview } from '../common/text.js'
import { validate } from '../common/validate.js'
import { compiled, type CompiledApi } from '../contract/compile.js'
import type { Coverage } from './coverage.js'

const count = z.int().check(z.minimum(0))

const oneOf = (names: readonly string[]) =>
  z.enum(names, {
    error: ({ input }) =>
      `has no value ${preview(input)}; if it is your own operation, set "extend" in the configuration`,
  })

/** The JSON of a coverage, in files and in the admin API. */
const coverageSchema = compiled(({ endpoints, operations }) =>
  z.object({
    version: z.literal(1),
    complete: z.optional(z.literal(true)),
    answers: z.array(
      z.object({
        operation: z.optional(oneOf(endpoints)),
        status: z.int().check(z.minimum(0), z.maximum(599)),
        code: z.optional(z.string()),
        cases: z.array(z.string()),
        assumptions: z.record(z.string(), z.string()),
        count,
      }),
    ),
    cases: z.array(
      z.object({
        operation: oneOf(operations.map(({ id }) => id)),
        origin: z.optional(z.string()),
        name: z.string(),
        description: z.string(),
        count,
      }),
    ),
    percent: z.number(),
    ownPercent: z.optional(z.number()),
  }),
)

/** @param source Where the JSON comes from, for messages: for example the name of a file. */
export function readCoverage(api: CompiledApi, json: unknown, source: string): Coverage {
  const { problems, value } = validate(coverageSchema(api), json)
  if (problems.length > 0) throw new DataError(source, problems)
  const coverage = value as Coverage
  // A response that was received zero times was not received.
  return { ...coverage, answers: coverage.answers.filter((answer) => answer.count > 0) }
}
