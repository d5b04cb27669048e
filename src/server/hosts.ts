/** A name or an address that always means this machine. In a Host header an address of IPv6 is in brackets. */
const LOOPBACK = /^(?:(?:.+\.)?localhost\.?|127(?:\.\d+){3}|::1|\[::1\])$/

/** Whether nobody but this machine reaches a server that listens on this host. */
function isLoopback(host: string): boolean {
  return LOOPBACK.test(host.toLowerCase())
}

/** The name or address in a Host header, without the port. */
function nameIn(header: string): string {
  return header.replace(/:\d*$/, '').toLowerCase()
}

/**
 * Makes the test for Host headers that a page may only have by DNS rebinding: a foreign name that an attacker has
 * pointed to this machine. For the browser, the server then is of the page's own origin, so CORS does not protect it.
 *
 * @param host What the server listens on. A server that others reach has names that it does not know.
 * @param origins The origins whose pages may read the answers. A proxy of theirs may keep their host.
 */
export function createHostCheck(
  host: string,
  origins: readonly string[] | 'any',
): (header: string | undefined) => boolean {
  if (origins === 'any' || !isLoopback(host)) return () => true
  const known = new Set([host.toLowerCase(), ...origins.map((origin) => new URL(origin).hostname)])
  return (header) => {
    if (header === undefined) return true
    const name = nameIn(header)
    return isLoopback(name) || known.has(name)
  }
}
