import { memoize } from '../common/memoize.js'
import { escapePattern, isSimilar } from '../common/text.js'
import { compiled, type CompiledApi } from '../contract/compile.js'
import { describeOperation, parameterNames, type Operation } from '../contract/operation.js'

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

/** An operation that a custom handler answers, by its method and path: `GET /events/:id`. */
export type CustomOperation = `${string} ${string}`

export interface OperationMatch {
  readonly kind: 'operation'
  /** The operations with this path, by method. */
  readonly operations: { readonly [method: string]: Operation | undefined }
  /** The first of them. */
  readonly first: Operation
  /** The parameters in the path, decoded. */
  readonly params: { readonly [name: string]: string }
  readonly trailingSlash: boolean
}

export type PathMatch =
  OperationMatch | { readonly kind: 'malformed'; readonly first: Operation } | { readonly kind: 'unknown' }

interface Template {
  /** Its groups are the parameters, and a slash at the end. */
  readonly pattern: RegExp
  readonly operations: { [method: string]: Operation }
  readonly first: Operation
  /** The names of the parameters, and their places. Operations may give the same parameter different names. */
  readonly params: (readonly [name: string, place: number])[]
}

/** Returns the path without the names of parameters. Sorts a static segment in front of a parameter in the same place. */
export function shapeOf(path: string): string {
  return path.replaceAll(/:\w+/g, '\uFFFF')
}

/** Sorts a parameter with a suffix, such as `:id.json`, in front of one that is a whole segment. */
function orderOf(shape: string): string {
  return shape.replaceAll(/\uFFFF(?=\/|$)/g, '\uFFFF\uFFFF')
}

/** The paths of an API with their operations, in the order in which they are tried. */
const templates = compiled(({ operations }): readonly Template[] => {
  const byShape = new Map<string, Template>()
  for (const operation of operations) {
    const { path, method } = operation
    const shape = shapeOf(path)
    const pattern = new RegExp(`^${escapePattern(shape).replaceAll('\uFFFF', '([^/]+)')}(/?)$`)
    const template = byShape.get(shape) ?? { pattern, operations: {}, first: operation, params: [] }
    template.operations[method] ??= operation
    template.params.push(...parameterNames(path).map((name, place) => [name, place] as const))
    byShape.set(shape, template)
  }
  return [...byShape]
    .toSorted(([a], [b]) => (orderOf(a) < orderOf(b) ? -1 : 1))
    .map(([, template]) => template)
})

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

/** Returns a function that finds the operations of a path. */
export const pathMatcher = compiled((api) => {
  const all = templates(api)
  return memoize((path): PathMatch => {
    for (const { operations, pattern, first, params: places } of all) {
      const groups = pattern.exec(path)
      if (!groups) continue
      const values = groups.slice(1, -1).map(decode)
      if (values.includes(undefined)) return { kind: 'malformed', first }
      // Frozen, because later requests for the same path get it, too.
      const params = Object.freeze(Object.fromEntries(places.map(([name, place]) => [name, values[place]!])))
      return { kind: 'operation', operations, first, params, trailingSlash: groups.at(-1) === '/' }
    }
    return unknown
  })
})

/** Returns the operation that a method selects. HEAD selects that of GET. */
export function operationFor({ operations }: OperationMatch, method: string): Operation | undefined {
  return operations[method === 'HEAD' ? 'GET' : method]
}

/** Returns the methods of the operations with this path. */
export function allowedMethods({ operations }: OperationMatch): string[] {
  const methods = Object.keys(operations)
  return methods.includes('GET') ? [...methods, 'HEAD'] : methods
}

/** Whether a path is below the prefix of the API, so that it may be an operation of the real service. */
export function isBelowApi({ prefix }: CompiledApi, path: string): boolean {
  return path.startsWith(`${prefix}/`)
}

/** Returns method and path of the token endpoint. `undefined` if the API has none. */
export function tokenOperation({ tokenEndpoint }: CompiledApi): string | undefined {
  return tokenEndpoint && `POST ${tokenEndpoint.path}`
}

/**
 * Returns method and path of the operation that was probably meant, for a hint: the path has all words of its path, or similar
 * ones, and at most one more. Of several operations, it is the one with most of these words, then the one with as many segments.
 */
export function similarOperation(
  api: CompiledApi,
  path: string,
  custom: readonly CustomOperation[] = [],
): string | undefined {
  // The URL of an app often repeats or omits the segments of the prefix.
  const prefix = new Set(api.prefix.toLowerCase().split('/'))
  const isDistinctive = (segment: string) => segment !== '' && !prefix.has(segment.toLowerCase())
  const words = path.split('/', 20).filter(isDistinctive)
  const token = tokenOperation(api)
  const own = [...api.operations.map(describeOperation), ...(token === undefined ? [] : [token])]
  const missing = ({ distinctive }: { readonly distinctive: readonly string[] }) =>
    Math.abs(distinctive.length - words.length)
  const all = [...own, ...custom].map((name) => {
    const segments = name.split('/').slice(1)
    const distinctive = segments.filter(isDistinctive)
    return {
      name,
      length: segments.length,
      distinctive,
      names: distinctive.filter((each) => !each.startsWith(':')),
    }
  })
  return all
    .toSorted((a, b) => b.names.length - a.names.length || missing(a) - missing(b) || a.length - b.length)
    .find(({ distinctive, names }) => {
      // A path without names, such as that of a handler for everything, would be similar to all short paths.
      const hasAll = names.length > 0 && names.every((name) => words.some((word) => isSimilar(word, name)))
      return hasAll && words.length <= distinctive.length + 1
    })?.name
}
