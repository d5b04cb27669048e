import { isPlainObject, type PlainObject } from '../../common/plain-object.js'
import { nearest, preview } from '../../common/text.js'
import { SetupProblem } from '../common/problem.js'

/** The characters of a method (RFC 9110 §9.1). */
const METHOD = /^[!#$%&'*+.^_`|~\w-]+$/

function isText(value: unknown): boolean {
  return typeof value === 'string'
}

function areTexts(value: unknown): boolean {
  return isText(value) || (Array.isArray(value) && value.every(isText))
}

/** Some pacts have `null` for a parameter without a value. */
function areQueryValues(value: unknown): boolean {
  return isText(value) || (Array.isArray(value) && value.every((item) => isText(item) || item === null))
}

/** Checks the names of fields. The verifier ignores unknown fields, so a spelling mistake would have no effect. */
function checkMembers(message: PlainObject, known: readonly string[], place: string): void {
  const name = Object.keys(message).find((each) => !known.includes(each))
  if (name === undefined) return
  throw new SetupProblem(
    `${place}.${name} does not exist in a pact: did you mean "${nearest(name, known)}"? Known fields: ${known.join(', ')}`,
  )
}

/** Checks headers. The verifier ignores headers that are not an object. */
function checkHeaders({ headers }: PlainObject, place: string): void {
  if (headers === undefined || headers === null) return
  if (isPlainObject(headers) && Object.values(headers).every(areTexts)) {
    const names = Object.keys(headers).map((name) => name.toLowerCase())
    const repeated = names.find((name, index) => names.indexOf(name) !== index && name !== 'authorization')
    if (repeated === undefined) return
    throw new SetupProblem(
      `${place}.headers has "${repeated}" twice, in different spellings; remove one of them`,
    )
  }
  throw new SetupProblem(
    `${place}.headers must be an object with a string, or a list of strings, for each header`,
  )
}

const wrapper = ['content', 'contentType', 'contentTypeHint', 'encoded']

/** Checks a body. In version 4, the verifier ignores a body without "content". */
function checkBody({ body }: PlainObject, place: string, version: number): void {
  if (version < 4 || !isPlainObject(body) || Object.keys(body).length === 0) return
  checkMembers(body, wrapper, `${place}.body`)
  if ('content' in body) return
  throw new SetupProblem(`${place}.body has no "content"; in version 4, it contains the body`)
}

/** Checks a query. The verifier ignores a query in the form of another version. */
function checkQuery({ query }: PlainObject, place: string, version: number): void {
  if (query === undefined || query === null || isText(query)) return
  if (version >= 3 && isPlainObject(query) && Object.values(query).every(areQueryValues)) return
  const form =
    version < 3 ? 'a string in version 2' : 'a string, or an object with a list of strings for each parameter'
  throw new SetupProblem(`${place}.query must be ${form}`)
}

const GENERATOR =
  /^(?:ProviderState|Random(?:Int|Decimal|Hexadecimal|String|Boolean)|Regex|Uuid|Date|Time|DateTime|MockServerURL)$/

/** Checks generators. The verifier ignores unknown ones and sends the example. */
function checkGenerators({ generators }: PlainObject, place: string): void {
  for (const [part, found] of Object.entries(isPlainObject(generators) ? generators : {})) {
    const all = isPlainObject(found) && !('type' in found) ? Object.values(found) : [found]
    for (const generator of all) {
      const type = isPlainObject(generator) ? preview(generator['type']) : ''
      if (!GENERATOR.test(type))
        throw new SetupProblem(`${place}.generators.${part}: unknown generator "${type}"`)
    }
  }
}

const ofBoth = ['headers', 'body', 'matchingRules', 'generators']

/** Checks the parts of a request that the verifier would ignore or misread. @throws SetupProblem */
export function checkRequest(request: PlainObject, place: string, version: number): void {
  checkMembers(request, ['method', 'path', 'query', ...ofBoth], place)
  const { method, path } = request
  if (typeof method !== 'string' || !METHOD.test(method))
    throw new SetupProblem(`${place}.method is not a valid HTTP method`)
  if (typeof path !== 'string' || !path.startsWith('/')) {
    throw new SetupProblem(`${place}.path must be a string that starts with a slash`)
  }
  checkHeaders(request, place)
  checkGenerators(request, place)
  checkQuery(request, place, version)
  checkBody(request, place, version)
}

/** Checks the parts of a response that the verifier would ignore or misread. @throws SetupProblem */
export function checkResponse(response: PlainObject, place: string, version: number): void {
  checkMembers(response, ['status', ...ofBoth], place)
  const { status } = response
  if (!(typeof status === 'number' && Number.isInteger(status) && status >= 100 && status <= 599)) {
    throw new SetupProblem(`${place}.status must be a whole number from 100 to 599`)
  }
  checkHeaders(response, place)
  checkGenerators(response, place)
  checkBody(response, place, version)
}
