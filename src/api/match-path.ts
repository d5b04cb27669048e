import leven from 'leven'
import { operations, type Operation } from '../contract/operations.js'

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

const templates = Object.values(operations).map((operation: Operation) => {
  const segments = operation.path.slice(1).split('/')
  return { operation, segments, idPlace: segments.findIndex((segment) => segment.startsWith(':')) }
})

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
  const { operation, idPlace } = found
  const id = idPlace === -1 ? '' : decode(segments[idPlace]!)
  if (id === undefined) return { kind: 'malformed', operation }
  return { kind: 'operation', operation, id, trailingSlash }
}

/** What the paths of all operations begin with. */
const prefix = ['api', 'v0']

/** Whether a path is below the prefix of the API, so that it may be an operation of the service. */
export function isBelowApi(path: string): boolean {
  const segments = path.slice(1).split('/', prefix.length + 1)
  return segments.length > prefix.length && prefix.every((word, place) => decode(segments[place]!) === word)
}

/** The words of a template that tell it from the other: not what both begin with, and not the parameters. */
function tellingWords(template: readonly string[]): string[] {
  return template.filter(
    (segment, place) =>
      !segment.startsWith(':') && templates.some(({ segments }) => segments[place] !== segment),
  )
}

const MAX_WORD_LENGTH = 40

/** How unlike two words are: 0 for the same, 1 for nothing in common. */
function unlikeness(a: string, b: string): number {
  return leven(a.toLowerCase(), b.toLowerCase()) / Math.max(a.length, b.length)
}

/** The operation that a path which leads nowhere was most likely meant for: one of its words is most like one there. */
export function nearestOperation(path: string): Operation {
  const words = path.split('/', 10).filter((word) => word !== '' && word.length <= MAX_WORD_LENGTH)
  const byUnlikeness = templates.map(({ operation, segments }) => {
    const telling = tellingWords(segments)
    const unlikenesses = words.flatMap((word) => telling.map((own) => unlikeness(word, own)))
    return { operation, unlike: Math.min(1, ...unlikenesses) }
  })
  return byUnlikeness.reduce((best, next) => (next.unlike <= best.unlike ? next : best)).operation
}
