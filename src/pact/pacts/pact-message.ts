import { isPlainObject, type PlainObject } from '../../contract/plain-object.js'
import { nearest } from '../../contract/settings.js'
import { SetupProblem } from '../verification/problem.js'

/** A method is a token (RFC 9110 §9.1). */
const METHOD = /^[!#$%&'*+.^_`|~\w-]+$/

function isText(value: unknown): boolean {
  return typeof value === 'string'
}

function areTexts(value: unknown): boolean {
  return isText(value) || (Array.isArray(value) && value.every(isText))
}

/** A parameter without a value is `null` in some pacts. */
function areQueryValues(value: unknown): boolean {
  return isText(value) || (Array.isArray(value) && value.every((item) => isText(item) || item === null))
}

/** The verifier passes over a member that it does not know, and with it what the author meant to say. */
function checkMembers(message: PlainObject, known: readonly string[], place: string): void {
  const name = Object.keys(message).find((each) => !known.includes(each))
  if (name === undefined) return
  throw new SetupProblem(
    `${place}.${name} means nothing in a pact: did you mean "${nearest(name, known)}"? There are: ${known.join(', ')}`,
  )
}

/** The verifier takes for no headers what is no object. */
function checkHeaders({ headers }: PlainObject, place: string): void {
  if (headers === undefined || headers === null) return
  if (isPlainObject(headers) && Object.values(headers).every(areTexts)) return
  throw new SetupProblem(
    `${place}.headers must be an object with a text, or a list of texts, for each header`,
  )
}

const wrapper = ['content', 'contentType', 'contentTypeHint', 'encoded']

/** The verifier compares nothing with a body of version 4 that is not wrapped. */
function checkBody({ body }: PlainObject, place: string, version: number): void {
  if (version < 4 || !isPlainObject(body) || Object.keys(body).length === 0) return
  checkMembers(body, wrapper, `${place}.body`)
  if ('content' in body) return
  throw new SetupProblem(`${place}.body has no "content", which holds the body in version 4`)
}

/** The verifier drops a query that is not in the form of its version. */
function checkQuery({ query }: PlainObject, place: string, version: number): void {
  if (query === undefined || query === null || isText(query)) return
  if (version >= 3 && isPlainObject(query) && Object.values(query).every(areQueryValues)) return
  const form =
    version < 3 ? 'a text in version 2' : 'a text, or an object with a list of texts for each parameter'
  throw new SetupProblem(`${place}.query must be ${form}`)
}

const ofBoth = ['headers', 'body', 'matchingRules', 'generators']

/**
 * Checks what the verifier would read as something else, or not at all.
 *
 * @throws SetupProblem With the place of what is wrong.
 */
export function checkRequest(request: PlainObject, place: string, version: number): void {
  checkMembers(request, ['method', 'path', 'query', ...ofBoth], place)
  const { method, path } = request
  if (typeof method !== 'string' || !METHOD.test(method))
    throw new SetupProblem(`${place}.method is no method`)
  if (typeof path !== 'string' || !path.startsWith('/')) {
    throw new SetupProblem(`${place}.path must be a text that begins with a slash`)
  }
  checkHeaders(request, place)
  checkQuery(request, place, version)
  checkBody(request, place, version)
}

/** The same of a response. */
export function checkResponse(response: PlainObject, place: string, version: number): void {
  checkMembers(response, ['status', ...ofBoth], place)
  const { status } = response
  if (!(typeof status === 'number' && Number.isInteger(status) && status >= 100 && status <= 599)) {
    throw new SetupProblem(`${place}.status must be a whole number from 100 to 599`)
  }
  checkHeaders(response, place)
  checkBody(response, place, version)
}
