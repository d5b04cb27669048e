import * as z from 'zod/mini'
import { readMember } from '../../common/plain-object.js'
import { asText, preview } from '../../common/text.js'

// The verifier ignores what it does not know, so a mistake in a pact would have no effect. These schemas refuse it.

const name = z.string().check(z.minLength(1, 'is empty'))

/** Some pacts have `null` for a missing part. */
function optional<Schema extends z.ZodMiniType>(schema: Schema) {
  return z.optional(z.nullable(schema))
}

const texts = z.union([z.string(), z.array(z.string())], 'must be a string or a list of strings')

const headers = z.record(z.string(), texts, 'must be an object').check(({ value, issues }) => {
  const names = Object.keys(value).map((each) => each.toLowerCase())
  const repeated = names.find((each, index) => names.indexOf(each) !== index && each !== 'authorization')
  if (repeated === undefined) return
  const message = `has "${preview(repeated)}" twice, in different spellings; remove one of them`
  issues.push({ code: 'custom', input: value, message })
})

const GENERATOR =
  /^(?:ProviderState|Random(?:Int|Decimal|Hexadecimal|String|Boolean)|Regex|Uuid|Date|Time|DateTime|MockServerURL)$/

/** The verifier sends the example in place of an unknown generator. */
const generators = z.record(z.string(), z.record(z.string(), z.unknown())).check(({ value, issues }) => {
  for (const [part, found] of Object.entries(value)) {
    const all = 'type' in found ? [found] : Object.keys(found).map((place) => readMember(found, place))
    for (const { type } of all) {
      if (GENERATOR.test(asText(type))) continue
      const message = `unknown generator "${preview(type)}"`
      issues.push({ code: 'custom', input: found, path: [part], message })
    }
  }
})

function querySchema(version: number) {
  if (version < 3) return z.string('must be a string in version 2')
  return z.union([z.string(), z.record(z.string(), texts)], 'must be a string, or an object with lists')
}

const wrapper = z.strictObject({
  content: z.unknown().check(z.refine((content) => content !== undefined, 'is missing; put the body here')),
  contentType: z.optional(z.unknown()),
  contentTypeHint: z.optional(z.unknown()),
  encoded: z.optional(z.unknown()),
})

/** In version 4, an object is the wrapper of a body, or empty. */
function bodySchema(version: number) {
  if (version < 4) return z.optional(z.unknown())
  const other = z.custom((value) => typeof value !== 'object')
  return optional(z.union([wrapper, z.array(z.unknown()), z.strictObject({}), other]))
}

function readParts(version: number) {
  return {
    headers: optional(headers),
    body: bodySchema(version),
    matchingRules: z.optional(z.unknown()),
    generators: optional(generators),
  }
}

/** The characters of a method (RFC 9110 §9.1). */
const METHOD = /^[!#$%&'*+.^_`|~\w-]+$/
const STATUS = 'must be a whole number from 100 to 599'
const ONLY_HTTP = 'must be "Synchronous/HTTP"; only HTTP interactions can be verified'

const state = z.strictObject({
  name,
  // PHP writes an empty object as an empty list.
  params: optional(
    z.union([z.record(z.string(), z.unknown()), z.tuple([])], 'must be an object with the parameters'),
  ),
})

function interactionSchema(version: number) {
  const type = z.literal('Synchronous/HTTP', ONLY_HTTP)
  return z
    .object({
      // The verifier ignores an interaction of version 4 without a type.
      type: version === 4 ? type : z.optional(type),
      description: z.string(),
      provider_states: z.optional(z.never('does not exist in a pact; use "providerStates"')),
      providerStates: optional(z.union([z.string(), z.array(state)])),
      providerState: optional(z.string()),
      provider_state: optional(z.string()),
      request: z.object({
        method: z.string().check(z.regex(METHOD, 'is not a valid HTTP method')),
        path: z.string().check(z.regex(/^\//, 'must start with a slash')),
        query: optional(querySchema(version)),
        ...readParts(version),
      }),
      response: z.object({
        status: z.int(STATUS).check(z.minimum(100, STATUS), z.maximum(599, STATUS)),
        ...readParts(version),
      }),
    })
    .check(
      z.refine(
        ({ providerStates, providerState, provider_state: old }) =>
          !Array.isArray(providerStates) || providerStates.length === 0 || !(providerState || old),
        'has both providerStates and providerState; remove one of them',
      ),
    )
}

const party = z.object({ name })

/**
 * A pact in one version of the Pact specification. Unknown members of the pact and of an interaction are allowed, but not those
 * of their parts.
 */
export function pactSchema(version: number) {
  return z.object(
    {
      consumer: party,
      provider: party,
      messages: z.optional(z.array(z.never('is a message; only HTTP interactions can be verified'))),
      interactions: z.array(interactionSchema(version)).check(z.minLength(1, 'is empty')),
    },
    'is not a JSON object, so it is not a pact',
  )
}

type PactJson = z.output<ReturnType<typeof pactSchema>>
export type InteractionJson = PactJson['interactions'][number]
