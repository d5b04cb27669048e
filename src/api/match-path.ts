import { memoize } from '../common/memoize.js'
import { isSimilar } from '../common/text.js'
import { operations, type Operation, type OperationId } from '../convention/operations.js'

export interface Target {
  /** The path, still percent-encoded. */
  readonly path: string
  /** The query without the `?`. May be empty. */
  readonly query: string
}

/** Splits an absolute URL. Without `new URL`, which takes longer than the rest of the answer. */
export const targetOf = memoize((url): Target => {
  const hash = url.indexOf('#')
  const end = hash === -1 ? url.length : hash
  const question = url.indexOf('?')
  const pathEnd = question === -1 || question > end ? end : question
  const pathStart = url.indexOf('/', url.indexOf('://') + 3)
  if (pathStart === -1 || pathStart > pathEnd) return { path: '/', query: url.slice(pathEnd + 1, end) }
  return { path: url.slice(pathStart, pathEnd), query: url.slice(pathEnd + 1, end) }
})

export type Endpoint = OperationId | 'token'

/** An operation that a custom handler answers, by its method and path: `GET /api/v0/users/:id`. */
export type CustomOperation = `${string} ${string}`

/** Name of an operation: of the API, `token` for the token endpoint, or of a custom handler. */
export type OperationName = Endpoint | CustomOperation

export const endpoints: readonly Endpoint[] = [...(Object.keys(operations) as OperationId[]), 'token']

export interface OperationMatch {
  readonly kind: 'operation'
  readonly operation: Operation
  /** The id in the path, decoded. Empty if the operation has no id. */
  readonly id: string
  readonly trailingSlash: boolean
}

export type PathMatch =
  | OperationMatch
  | { readonly kind: 'malformed'; readonly operation: Operation }
  | { readonly kind: 'unknown' }

const templates = Object.values(operations).map((operation: Operation) => ({
  operation,
  /** Its groups are the id, if the path has one, and a slash at the end. */
  pattern: new RegExp(`^${operation.path.replace(/:\w+/, '([^/]+)')}(/?)$`),
}))

const unknown: PathMatch = { kind: 'unknown' }

/** `undefined` if the percent-encoding is invalid. */
function decode(segment: string): string | undefined {
  if (!segment.includes('%')) return segment
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}

export const matchPath = memoize((path): PathMatch => {
  for (const { operation, pattern } of templates) {
    const groups = pattern.exec(path)
    if (!groups) continue
    const id = groups.length === 3 ? decode(groups[1]!) : ''
    if (id === undefined) return { kind: 'malformed', operation }
    return { kind: 'operation', operation, id, trailingSlash: groups.at(-1) === '/' }
  }
  return unknown
})

/** Whether a path is below `/api/v0`, so that it may be an operation of the real service. */
export function isBelowApi(path: string): boolean {
  return path.startsWith('/api/v0/')
}

export const TOKEN_PATH = '/api/oauth/token'

/** Method and path of the token endpoint. */
export const TOKEN_OPERATION = `POST ${TOKEN_PATH}`

export function describeOperation({ method, path }: Operation): string {
  return `${method} ${path}`
}

const ownOperations = [...Object.values(operations).map(describeOperation), TOKEN_OPERATION]

const prefix = new Set(['api', 'v0'])

/** Whether a segment is not a part of the prefix, which the URL of an app often repeats or omits. */
function isDistinctive(segment: string): boolean {
  return segment !== '' && !prefix.has(segment.toLowerCase())
}

/**
 * Returns method and path of the operation that was probably meant, for a hint: the path has all words of its path, or similar
 * ones, and at most one more. Of several operations, it is the one with the shortest path.
 */
export function similarOperation(path: string, custom: readonly CustomOperation[] = []): string | undefined {
  const words = path.split('/', 20).filter(isDistinctive)
  const all = [...ownOperations, ...custom].map((name) => ({ name, segments: name.split('/').slice(1) }))
  return all
    .toSorted((a, b) => a.segments.length - b.segments.length)
    .find(({ segments }) => {
      const own = segments.filter(isDistinctive)
      const names = own.filter((segment) => !segment.startsWith(':'))
      // A path without names, such as that of a handler for everything, would be similar to all short paths.
      const hasAll = names.length > 0 && names.every((name) => words.some((word) => isSimilar(word, name)))
      return hasAll && words.length <= own.length + 1
    })?.name
}
