import * as z from 'zod/mini'
import { DataError } from '../common/errors.js'
import { isObject } from '../common/plain-object.js'
import { validate } from '../common/validate.js'
import { compiled, type CompiledApi } from '../contract/compile.js'
import { describeUnknown, type Coverage, type CoverageAnswer } from './coverage.js'

const count = z.int().check(z.minimum(0))

/** The JSON of a coverage, in files and in the admin API. */
const coverageSchema = compiled(({ endpoints, operations }) =>
  z.object({
    version: z.literal(1),
    complete: z.optional(z.literal(true)),
    answers: z.array(
      z.object({
        operation: z.optional(z.enum(endpoints)),
        status: z.int().check(z.minimum(0), z.maximum(599)),
        code: z.optional(z.string()),
        cases: z.array(z.string()),
        assumptions: z.record(z.string(), z.string()),
        count,
      }),
    ),
    cases: z.array(
      z.object({
        operation: z.enum(operations.map(({ id }) => id)),
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
  const { answers } = (isObject(json) ? json : {}) as { readonly answers?: unknown }
  const all = Array.isArray(answers) ? (answers as CoverageAnswer[]) : []
  const isUnknown = (answer: CoverageAnswer) => describeUnknown(api, [answer]) !== undefined
  // One sentence about all operations that this API does not have.
  const reason = describeUnknown(api, all)
  const path = `$.answers[${all.findIndex(isUnknown)}].operation`
  if (reason !== undefined) throw new DataError(source, [{ path, reason }])
  if (problems.length > 0) throw new DataError(source, problems)
  const coverage = value as Coverage
  // A response that was received zero times was not received.
  return { ...coverage, answers: coverage.answers.filter((answer) => answer.count > 0) }
}
