import { operations, type Operation } from '../contract/operations.js'
import { nearest } from '../contract/settings.js'

/** What a path means. */
export type PathMatch =
  | {
      readonly kind: 'operation'
      readonly operation: Operation
      /** The user's id, decoded; empty where the operation has none. */
      readonly id: string
      readonly trailingSlash: boolean
    }
  | { readonly kind: 'malformed'; readonly operation: Operation }
  | { readonly kind: 'unknown' }

const templates = Object.values(operations).map((operation: Operation) => ({
  operation,
  segments: operation.path.slice(1).split('/'),
}))

const unknown: PathMatch = { kind: 'unknown' }

/** A segment without its percent-encoding; `undefined` when that is broken. */
function decode(segment: string): string | undefined {
  if (!segment.includes('%')) return segment
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}

function fits(template: readonly string[], segments: readonly string[]): boolean {
  return (
    segments.length === template.length &&
    template.every((wanted, place) => {
      const segment = segments[place]!
      return wanted.startsWith(':') ? segment !== '' : segment === wanted || decode(segment) === wanted
    })
  )
}

/** Finds the operation of a path. Paths are case-sensitive, and a segment may come percent-encoded (RFC 3986 §6.2.2). */
export function matchPath(path: string): PathMatch {
  const all = path.slice(1).split('/')
  const trailingSlash = all.length > 1 && all.at(-1) === ''
  const segments = trailingSlash ? all.slice(0, -1) : all
  const found = templates.find((template) => fits(template.segments, segments))
  if (!found) return unknown
  const { operation } = found
  const place = found.segments.findIndex((segment) => segment.startsWith(':'))
  const id = place === -1 ? '' : decode(segments[place]!)
  if (id === undefined) return { kind: 'malformed', operation }
  return { kind: 'operation', operation, id, trailingSlash }
}

/** The operation whose path is most like one that leads nowhere. */
export function nearestOperation(path: string): Operation {
  const segments = path.slice(1, 200).split('/')
  const filled = templates.map(({ operation, segments: template }) => ({
    operation,
    path: `/${template.map((wanted, place) => (wanted.startsWith(':') ? (segments[place] ?? wanted) : wanted)).join('/')}`,
  }))
  const best = nearest(
    path.slice(0, 200),
    filled.map((candidate) => candidate.path),
  )
  return filled.find((candidate) => candidate.path === best)!.operation
}
