import { isPlainObject } from '../../contract/plain-object.js'
import { SetupProblem } from '../verification/problem.js'

type Json = { readonly [name: string]: unknown }

/** A method is a token (RFC 9110 §9.1). */
const METHOD = /^[!#$%&'*+.^_`|~\w-]+$/

function isText(value: unknown): boolean {
  return typeof value === 'string'
}

function areTexts(value: unknown): boolean {
  return isText(value) || (Array.isArray(value) && value.every(isText))
}

/** The verifier takes for no headers what is no object. */
function checkHeaders({ headers }: Json, place: string): void {
  if (headers === undefined || headers === null) return
  if (isPlainObject(headers) && Object.values(headers).every(areTexts)) return
  throw new SetupProblem(
    `${place}.headers must be an object with a text, or a list of texts, for each header`,
  )
}

/** The verifier compares nothing with a body of version 4 that is not wrapped. */
function checkBody({ body }: Json, place: string, version: number): void {
  if (version < 4 || !isPlainObject(body) || 'content' in body) return
  throw new SetupProblem(`${place}.body has no "content", which holds the body in version 4`)
}

/** The verifier drops a query that is not in the form of its version. */
function checkQuery({ query }: Json, place: string, version: number): void {
  if (query === undefined || query === null || isText(query)) return
  if (version >= 3 && isPlainObject(query) && Object.values(query).every(areTexts)) return
  const form =
    version < 3 ? 'a text in version 2' : 'a text, or an object with a list of texts for each parameter'
  throw new SetupProblem(`${place}.query must be ${form}`)
}

/**
 * Checks what the verifier would read as something else, or not at all.
 *
 * @throws SetupProblem With the place of what is wrong.
 */
export function checkRequest(request: Json, place: string, version: number): void {
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
export function checkResponse(response: Json, place: string, version: number): void {
  const { status } = response
  if (!(typeof status === 'number' && Number.isInteger(status) && status >= 100 && status <= 599)) {
    throw new SetupProblem(`${place}.status must be a whole number from 100 to 599`)
  }
  checkHeaders(response, place)
  checkBody(response, place, version)
}
