export function urlHost(address: string): string {
  return address.includes(':') ? `[${address}]` : address
}

/** Returns the name of a host without its port, as the URL standard writes it, for example in lower case. */
function normalizedHost(host: string): string {
  const url = `http://${host}`
  return URL.canParse(url) ? new URL(url).hostname : host.toLowerCase()
}

/** A host with an optional port (RFC 9110 §7.2). May be empty. */
const HOST = /^(?:[\w\-.~!$&'()*+,;=%]*|\[[\da-f:.]+\])(?::\d*)?$/i

export function isValidHost(header: string): boolean {
  return HOST.test(header) && (header === '' || URL.canParse(`http://${header}`))
}

/**
 * Whether a host is a name or an address of this machine that no other machine can reach.
 *
 * @param hostname The `hostname` of a URL, or the `urlHost` of the address of a socket.
 */
export function isLoopbackHost(hostname: string): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)
}

/** Returns a function that tells whether a Host header is one of these hosts, with any port. */
export function createHostCheck(hosts: readonly string[]): (header: string) => boolean {
  const known = new Set(hosts.map(normalizedHost))
  return (header) => known.has(normalizedHost(header))
}
