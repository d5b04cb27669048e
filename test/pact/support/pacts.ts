import { parse, stringify } from 'lossless-json'
import { temporaryFolder, writeFile } from '../../support/temporary-folder.js'

export type Json = { readonly [name: string]: unknown }

/** A rule such as `{ match: 'type', min: 1 }`. */
export type Rule = Json & { readonly match: string }

/** A short form of an interaction, with defaults that fit most tests. */
export interface Interaction {
  /** Default: `request` and a number. */
  readonly description?: string
  /** The id that a broker has given it. */
  readonly id?: string
  readonly states?: readonly (string | readonly [name: string, parameters: Json])[]
  readonly pending?: boolean
  readonly method?: string
  /** Path and query. The path is written to the pact unchanged. Default: `/api/v0/roles`. */
  readonly path?: string
  /** The value of the header Authorization, or `false` for a request without it. */
  readonly authorization?: string | false
  readonly headers?: { readonly [name: string]: string }
  readonly status?: number
  readonly responseHeaders?: { readonly [name: string]: string }
  readonly body?: unknown
  /** Rules for the body of the response, by JSON path. */
  readonly rules?: { readonly [path: string]: Rule }
  /** Provider-state expressions for the path, query and headers of the request, and for the response body. Since V3. */
  readonly fromState?: {
    readonly path?: string
    readonly query?: { readonly [name: string]: string }
    readonly header?: { readonly [name: string]: string }
    readonly body?: { readonly [path: string]: string }
  }
  /** Further members of the request and of the response, as in a file. */
  readonly request?: Json
  readonly response?: Json
}

/** The default credential of these pacts. No target accepts it. */
export const LITERAL = 'Bearer literal-of-the-pact'

const parties = { consumer: 'a consumer', provider: 'a provider' }

function requestOf(interaction: Interaction, version: 2 | 3 | 4): Json {
  const { method = 'GET', path = '/api/v0/roles', authorization = LITERAL, headers = {} } = interaction
  const { fromState } = interaction
  const [pathname, query] = path.split('?')
  const fields = { ...headers, ...(authorization === false ? {} : { Authorization: authorization }) }
  const lists: { [name: string]: string[] } = {}
  for (const [name, value] of new URLSearchParams(query)) (lists[name] ??= []).push(value)
  return {
    method,
    path: pathname,
    headers: headersOf(fields, version),
    ...(query === undefined ? {} : { query: version === 2 ? query : lists }),
    ...generatorsOf({ path: fromState?.path, query: fromState?.query, header: fromState?.header }),
    ...interaction.request,
  }
}

type Expressions = string | { readonly [place: string]: string } | undefined

function generator(expression: string): Json {
  return { type: 'ProviderState', expression }
}

/** The generators for parts of a request or a response. Empty without expressions. */
function generatorsOf(parts: { readonly [part: string]: Expressions }): Json {
  const entries = Object.entries(parts).flatMap(([part, found]) => {
    if (found === undefined) return []
    if (typeof found === 'string') return [[part, generator(found)] as const]
    const places = Object.entries(found).map(([place, expression]) => [place, generator(expression)] as const)
    return [[part, Object.fromEntries(places)] as const]
  })
  return entries.length === 0 ? {} : { generators: Object.fromEntries(entries) }
}

function headersOf(headers: { readonly [name: string]: string }, version: 2 | 3 | 4): Json {
  if (version !== 4) return headers
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]))
}

function rulesOf(rules: { readonly [path: string]: Rule }, version: 2 | 3 | 4): Json {
  const entries = Object.entries(rules)
  if (version === 2)
    return Object.fromEntries(entries.map(([path, rule]) => [path.replace('$', '$.body'), rule]))
  return {
    body: Object.fromEntries(entries.map(([path, rule]) => [path, { combine: 'AND', matchers: [rule] }])),
  }
}

function responseOf(interaction: Interaction, version: 2 | 3 | 4): Json {
  const { status = 200, responseHeaders, body, rules, fromState } = interaction
  const wrapped = version === 4 ? { content: body, contentType: 'application/json', encoded: false } : body
  return {
    status,
    ...(responseHeaders ? { headers: headersOf(responseHeaders, version) } : {}),
    ...(body === undefined ? {} : { body: wrapped }),
    ...(rules ? { matchingRules: rulesOf(rules, version) } : {}),
    ...generatorsOf({ body: fromState?.body }),
    ...interaction.response,
  }
}

function statesOf({ states = [] }: Interaction, version: 2 | 3 | 4): Json {
  if (states.length === 0) return {}
  // V2 supports one state without parameters.
  if (version === 2) return { providerState: states[0] }
  const list = states.map((state) =>
    typeof state === 'string' ? { name: state } : { name: state[0], params: state[1] },
  )
  return { providerStates: list }
}

/** A value with exactly these numbers: JavaScript has neither 1.0 nor 9007199254740993. */
export function exactly(json: string): unknown {
  return parse(json)
}

/** A pact in a version of the Pact specification. */
export function pactOf(
  version: 2 | 3 | 4,
  interactions: readonly Interaction[],
  { consumer, provider }: { readonly consumer: string; readonly provider: string } = parties,
): Json {
  return {
    consumer: { name: consumer },
    provider: { name: provider },
    interactions: interactions.map((interaction, index) => ({
      ...(version === 4 ? { type: 'Synchronous/HTTP', pending: interaction.pending ?? false } : {}),
      ...(interaction.id === undefined ? {} : { _id: interaction.id }),
      description: interaction.description ?? `request ${index + 1}`,
      ...statesOf(interaction, version),
      request: requestOf(interaction, version),
      response: responseOf(interaction, version),
    })),
    metadata: { pactSpecification: { version: `${version}.0${version === 4 ? '' : '.0'}` } },
  }
}

/** A pact with other members, also ones that are invalid: of its first interaction, and of the pact. */
export function changed(pact: Json, members: Json, more: Json = {}): Json {
  const [first, ...others] = pact['interactions'] as Json[]
  return { ...pact, interactions: [{ ...first, ...members }, ...others], ...more }
}

/** A file with a pact, removed when the test is over. */
export function fileOf(pact: Json, folder = temporaryFolder(), name = 'pact.json'): string {
  return writeFile(folder, name, stringify(pact)!)
}

/** A file with a V4 pact of these interactions. */
export function pactFile(...interactions: readonly Interaction[]): string {
  return fileOf(pactOf(4, interactions))
}
