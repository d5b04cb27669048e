import type { RequestEntry } from '../../../../src/mock/request-entry.js'

export function pathWithQuery({ path, query }: Pick<RequestEntry, 'path' | 'query'>): string {
  const parts = Object.entries(query).map(([name, value]) => `${name}=${value}`)
  return parts.length === 0 ? path : `${path}?${parts.join('&')}`
}

/** The texts for the filter. They are computed once, because a busy app changes the list ten times a second. */
const searchTexts = new WeakMap<RequestEntry, string>()

export function getSearchText(entry: RequestEntry): string {
  const known = searchTexts.get(entry)
  if (known !== undefined) return known
  const { method, path, status, operation, token, refusal, fault, note, assumed, query } = entry
  // A path may have 100 kB. The filter only searches its start, so that it stays fast.
  const parts = [method, path.slice(0, 2000), status, operation, token, refusal?.code, refusal?.detail]
  const text = [...parts, fault, note, ...assumed, ...Object.keys(query)].join(' ').toLowerCase()
  searchTexts.set(entry, text)
  return text
}
