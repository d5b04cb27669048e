/** Where a request goes. */
export interface Target {
  /** The path as it came, percent-encoded. */
  readonly path: string
  /** What follows the `?`; empty when nothing does. */
  readonly query: string
}

/** Splits an absolute URL. By hand, because this is on every request's way and `new URL` costs more than the answer. */
export function targetOf(url: string): Target {
  const hash = url.indexOf('#')
  const end = hash === -1 ? url.length : hash
  const question = url.indexOf('?')
  const pathEnd = question === -1 || question > end ? end : question
  const pathStart = url.indexOf('/', url.indexOf('://') + 3)
  if (pathStart === -1 || pathStart > pathEnd) return { path: '/', query: url.slice(pathEnd + 1, end) }
  return { path: url.slice(pathStart, pathEnd), query: url.slice(pathEnd + 1, end) }
}
