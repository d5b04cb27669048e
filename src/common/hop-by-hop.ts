/** Headers for one connection, which are not forwarded (RFC 9110 §7.6.1). HTTP/2 does not allow them. */
const hopByHop = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** Returns the headers without those for one connection. The names must be in lower case. */
export function withoutHopByHop<Headers extends { readonly connection?: string | string[] | undefined }>(
  headers: Headers,
): Headers {
  const names = [headers.connection ?? []].flat().join(',').split(',')
  const named = new Set(names.map((name) => name.trim().toLowerCase()))
  const kept = Object.entries(headers).filter(
    ([name, value]) => value !== undefined && !hopByHop.has(name) && !named.has(name),
  )
  return Object.fromEntries(kept) as Headers
}
