import { isPlainObject, readMember, type PlainObject } from '../../common/plain-object.js'
import { asText } from '../../common/text.js'
import type { StateExpression } from './rules.js'

/** A Bearer credential (RFC 6750 §2.1). A client that sends `undefined` or `null` has forgotten its token. */
const BEARER = /^Bearer +(?!(?:undefined|null)$)[\w\-.~+/]+=*$/i

/** The only state that the verifier gets. It tells the gateway which interaction starts; the gateway sets up its states. */
const MARKER = 'conmock: interaction'

/**
 * Response headers that change what the verifier does: it follows `Location` and decodes `Content-Encoding`. The verifier
 * gets them under other names, so it only compares them.
 */
const renamed = ['location', 'content-encoding']
const PREFIX = 'x-conmock-'

export function nameForVerifier(header: string): string {
  return renamed.includes(header.toLowerCase()) ? `${PREFIX}${header}` : header
}

export function restoreHeaderNames(text: string): string {
  return text.replaceAll(new RegExp(`${PREFIX}(?=${renamed.join('|')})`, 'gi'), '')
}

export function isWrapped(body: unknown): body is PlainObject {
  return isPlainObject(body) && 'content' in body && 'contentType' in body
}

function isAuthorization(name: string): boolean {
  return name.toLowerCase() === 'authorization'
}

/** Whether a header has one Bearer token. The gateway replaces it; it sends any other credential unchanged. */
export function isBearer(value: unknown): boolean {
  const [only = '', ...others] = Array.isArray(value) ? (value as unknown[]) : [value]
  return others.length === 0 && typeof only === 'string' && BEARER.test(only)
}

/** Returns the values of the header, in every spelling of its name. */
function readCredentials(request: PlainObject): unknown[] {
  const headers = Object.entries(readMember(request, 'headers'))
  return headers.flatMap(([name, value]) => (isAuthorization(name) ? value : []))
}

/** Returns the credential in the request of a pact. Several are joined with commas. */
export function readAuthorization(request: PlainObject): string | undefined {
  const values = readCredentials(request)
  return values.length === 0 ? undefined : values.map(asText).join(', ')
}

/** Whether a request has a token, which the gateway replaces. */
function hasToken(request: PlainObject): boolean {
  return isBearer(readCredentials(request))
}

export function isForCredential({ part, path }: StateExpression): boolean {
  return part === 'header' && isAuthorization(path)
}

/** Whether an expression is for a token that the gateway replaces. Then no state needs to return its value. */
export function isReplaced(request: PlainObject, expression: StateExpression): boolean {
  return isForCredential(expression) && hasToken(request)
}

function withoutAuthorization(headers: PlainObject): PlainObject {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !isAuthorization(name)))
}

/** Removes what the gateway inserts: the path, if states return it, and the token, which the verifier would print. */
function requestForVerifier(request: PlainObject): PlainObject {
  const { path, ...others } = readMember(request, 'generators')
  const isOfState = isPlainObject(path) && path['type'] === 'ProviderState'
  const generators = isOfState ? others : { ...others, path }
  if (!hasToken(request)) return { ...request, generators }
  return {
    ...request,
    headers: withoutAuthorization(readMember(request, 'headers')),
    generators: { ...generators, header: withoutAuthorization(readMember(generators, 'header')) },
  }
}

function withKeys(object: PlainObject, keyOf: (key: string) => string): PlainObject {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [keyOf(key), value]))
}

/**
 * Normalizes the media type of JSON: lower case, and no `charset=utf-8`, because JSON is always in UTF-8 (RFC 8259 §8.1).
 * The verifier compares media types as text.
 */
export function normalizeMediaType(contentType: unknown): unknown {
  if (Array.isArray(contentType)) return contentType.map(normalizeMediaType)
  if (typeof contentType !== 'string') return contentType
  return contentType
    .replace(/^(application\/(?:[\w.-]+\+)?json)\s*;\s*charset\s*=\s*"?utf-8"?\s*$/i, '$1')
    .replace(/^application\/json/i, 'application/json')
}

/**
 * Whether a matching rule is for the media type. Then the verifier gets it as it was written and sent. In version 2, the rule has a
 * path: `$.headers.Content-Type`.
 */
export function hasMediaTypeRule(response: PlainObject): boolean {
  const rules = readMember(response, 'matchingRules')
  const names = [...Object.keys(rules), ...Object.keys(readMember(rules, 'header'))]
  return names.some((name) => /^(?:\$\.headers?\.)?content-type$/i.test(name))
}

function responseForVerifier(response: PlainObject): PlainObject {
  const { body } = response
  const rules = readMember(response, 'matchingRules')
  const headerRules = readMember(rules, 'header')
  const isNormalized = !hasMediaTypeRule(response)
  const headers = Object.entries(readMember(response, 'headers')).map(([name, value]) => {
    const isPlainType = isNormalized && name.toLowerCase() === 'content-type'
    return [nameForVerifier(name), isPlainType ? normalizeMediaType(value) : value]
  })
  // In version 2, all rules are in one object. Those for headers have paths: `$.header.Location` or `$.headers.Location`.
  const renamedRules = withKeys(rules, (key) =>
    key.replace(/^(\$\.headers?\.)(.+)$/, (_, start: string, name: string) => start + nameForVerifier(name)),
  )
  return {
    ...response,
    headers: Object.fromEntries(headers) as PlainObject,
    ...(isWrapped(body) ? { body: { ...body, contentType: normalizeMediaType(body['contentType']) } } : {}),
    matchingRules: {
      ...renamedRules,
      ...('header' in rules ? { header: withKeys(headerRules, nameForVerifier) } : {}),
    },
  }
}

export function forVerifier(id: string, json: PlainObject): PlainObject {
  const { providerState: _, provider_state: __, ...rest } = json
  return {
    ...rest,
    _id: id,
    providerStates: [{ name: MARKER, params: { id } }],
    request: requestForVerifier(readMember(json, 'request')),
    response: responseForVerifier(readMember(json, 'response')),
  }
}
