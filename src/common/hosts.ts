export function urlHost(address: string): string {
  return address.includes(':') ? `[${address}]` : address
}

/** Returns the name of a host without its port, as the URL standard writes it: `127.1` and `0x7f.1` become `127.0.0.1`. */
function normalizedHost(host: string): string {
  const url = `http://${host}`
  return URL.canParse(url) ? new URL(url).hostname : host.toLowerCase()
}

/** A host with an optional port (RFC 9110 §7.2). May be empty. */
const HOST = /^(?:[\w\-.~!$&'()*+,;=%]*|\[[\da-f:.]+\])(?::\d*)?$/i

export function isValidHost(header: string): boolean {
  return HOST.test(header) && (header === '' || URL.canParse(`http://${header}`))
}

const LOOPBACK_HOST = /^(?:(?:.+\.)?localhost\.?|127(?:\.\d+){3}|\[::1\]|\[::ffff:7f[\da-f]{2}:[\da-f]+\])$/

/** Whether a host is a name or an address of this machine that no other machine can reach. */
export function isLoopbackHost(host: string): boolean {
  return LOOPBACK_HOST.test(normalizedHost(host))
}

/** Returns a function that tells whether a Host header is one of these hosts, with any port. */
export function createHostCheck(hosts: readonly string[]): (header: string) => boolean {
  const known = new Set(hosts.map(normalizedHost))
  return (header) => known.has(normalizedHost(header))
}
