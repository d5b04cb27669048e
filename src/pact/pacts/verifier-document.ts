import { isPlainObject, type PlainObject } from '../../contract/plain-object.js'
import { shown } from '../../contract/settings.js'
import type { StateExpression } from './rules.js'

/** What stands for the credential of a request. */
const PLACEHOLDER = 'Bearer placeholder'

/** What `Bearer` is followed by (RFC 6750 §2.1). */
const BEARER = /^Bearer +[\w\-.~+/]+=*$/i

/** The state that tells the gateway which interaction begins. The gateway brings about those of the pact. */
const MARKER = 'conmock: interaction'

/**
 * Headers of a response that the verifier acts upon: it follows `Location`, and decodes a body. It compares them under
 * another name.
 */
const renamed = ['location', 'content-encoding']
const PREFIX = 'x-conmock-'

/** The name under which the verifier compares a header of a response. */
export function nameForVerifier(header: string): string {
  return renamed.includes(header.toLowerCase()) ? `${PREFIX}${header}` : header
}

/** The reverse, in any text of the verifier's. */
export function withOwnNames(text: string): string {
  return text.replaceAll(new RegExp(`${PREFIX}(?=${renamed.join('|')})`, 'gi'), '')
}

/** A member that is an object; an empty one where there is none. */
export function memberOf(value: unknown, name: string): PlainObject {
  const member = isPlainObject(value) ? value[name] : undefined
  return isPlainObject(member) ? member : {}
}

/** Whether a body is in the form of version 4. */
export function isWrapped(body: unknown): body is PlainObject {
  return isPlainObject(body) && 'content' in body && 'contentType' in body
}

function isAuthorization(name: string): boolean {
  return name.toLowerCase() === 'authorization'
}

/** Whether a header holds a token that a working one replaces. Every other credential is sent as it is. */
export function isBearer(value: unknown): boolean {
  const [only = '', ...others] = Array.isArray(value) ? (value as unknown[]) : [value]
  return others.length === 0 && typeof only === 'string' && BEARER.test(only)
}

/** The credential of a request as the pact has it. */
export function authorizationOf(request: PlainObject): string | undefined {
  const [, value] = Object.entries(memberOf(request, 'headers')).find(([name]) => isAuthorization(name)) ?? []
  if (value === undefined) return undefined
  return (Array.isArray(value) ? (value as unknown[]) : [value]).map(shown).join(', ')
}

/** The value of a header that a state gives is not asked for where the credential is replaced. */
export function isReplaced(request: PlainObject, { part, place }: StateExpression): boolean {
  if (part !== 'header' || !isAuthorization(place)) return false
  return Object.entries(memberOf(request, 'headers')).some(
    ([name, value]) => isAuthorization(name) && isBearer(value),
  )
}

/** The request without the token that the pact has: another is sent, and the verifier prints what it is given. */
function withoutToken(request: PlainObject): PlainObject {
  const headers = Object.entries(memberOf(request, 'headers'))
  if (!headers.some(([name, value]) => isAuthorization(name) && isBearer(value))) return request
  const generators = memberOf(request, 'generators')
  const ofHeaders = Object.entries(memberOf(generators, 'header')).filter(([name]) => !isAuthorization(name))
  return {
    ...request,
    headers: Object.fromEntries(
      headers.map(([name, value]) => {
        if (!isAuthorization(name)) return [name, value]
        return [name, Array.isArray(value) ? [PLACEHOLDER] : PLACEHOLDER]
      }),
    ),
    ...('header' in generators
      ? { generators: { ...generators, header: Object.fromEntries(ofHeaders) } }
      : {}),
  }
}

function withKeys(object: PlainObject, keyOf: (key: string, value: unknown) => string): PlainObject {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [keyOf(key, value), value]))
}

/** The media type without what says nothing: its case, and the charset, for JSON has one encoding (RFC 8259 §8.1). */
export function withoutCharset(contentType: unknown): unknown {
  if (Array.isArray(contentType)) return contentType.map(withoutCharset)
  if (typeof contentType !== 'string') return contentType
  return contentType
    .replace(/^(application\/(?:[\w.-]+\+)?json)\s*;\s*charset\s*=\s*"?utf-8"?\s*$/i, '$1')
    .replace(/^application\/json/i, 'application/json')
}

function withoutCharsets(response: PlainObject): PlainObject {
  const { body } = response
  const ruled = Object.keys(memberOf(memberOf(response, 'matchingRules'), 'header'))
  const headers = Object.entries(memberOf(response, 'headers')).map(([name, value]) => {
    const plain = name.toLowerCase() === 'content-type' && !ruled.includes(name)
    return [name, plain ? withoutCharset(value) : value]
  })
  return {
    ...response,
    ...('headers' in response ? { headers: Object.fromEntries(headers) as PlainObject } : {}),
    ...(isWrapped(body) ? { body: { ...body, contentType: withoutCharset(body['contentType']) } } : {}),
  }
}

/** The response with the names under which the verifier compares its headers. */
function withVerifierNames(response: PlainObject): PlainObject {
  const rules = memberOf(response, 'matchingRules')
  // In version 2, rules for headers are in one list with the others: `$.header.Location`, `$.headers.Location`.
  const ruleNames = withKeys(rules, (key) =>
    key.replace(/^(\$\.headers?\.)(.+)$/, (_, start: string, name: string) => start + nameForVerifier(name)),
  )
  const ofHeader = 'header' in rules ? { header: withKeys(memberOf(rules, 'header'), nameForVerifier) } : {}
  return {
    ...response,
    ...('headers' in response ? { headers: withKeys(memberOf(response, 'headers'), nameForVerifier) } : {}),
    ...('matchingRules' in response ? { matchingRules: { ...ruleNames, ...ofHeader } } : {}),
  }
}

/** A parameter without a value has an empty one: the verifier does not send one that is null. */
function withQueryValues(request: PlainObject): PlainObject {
  if (!isPlainObject(request['query'])) return request
  const query = Object.entries(request['query']).map(([name, values]) => [
    name,
    Array.isArray(values) ? values.map((value: unknown) => value ?? '') : values,
  ])
  return { ...request, query: Object.fromEntries(query) as PlainObject }
}

/** An interaction as the verifier is to have it. */
export function forVerifier(id: string, json: PlainObject): PlainObject {
  const { providerState: _, provider_state: __, ...rest } = json
  return {
    ...rest,
    _id: id,
    providerStates: [{ name: MARKER, params: { id } }],
    request: withQueryValues(withoutToken(memberOf(json, 'request'))),
    response: withVerifierNames(withoutCharsets(memberOf(json, 'response'))),
  }
}
