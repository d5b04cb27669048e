/** A name or address of this machine. In a Host header, IPv6 addresses are in brackets. */
const LOOPBACK = /^(?:(?:.+\.)?localhost\.?|127(?:\.\d+){3}|::1|\[::1\])$/

/** Whether a server that listens on this host is only reachable from this machine. */
function isLoopback(host: string): boolean {
  return LOOPBACK.test(host.toLowerCase())
}

/** Removes the port from a Host header. */
function removePort(header: string): string {
  return header.replace(/:\d*$/, '').toLowerCase()
}

/**
 * Returns a function that checks Host headers, against DNS rebinding: an attacker can point a foreign name to this machine.
 * The browser then treats the server as the origin of the attacker's page, so CORS does not help.
 *
 * @param host The host that the server listens on. If other machines can reach it, every Host header is allowed, because the
 *   server cannot know its names.
 * @param origins The allowed origins of CORS. Their hosts are allowed, because a proxy may keep the Host header.
 */
export function createHostCheck(
  host: string,
  origins: readonly string[] | 'any',
): (header: string | undefined) => boolean {
  if (origins === 'any' || !isLoopback(host)) return () => true
  const known = new Set([host.toLowerCase(), ...origins.map((origin) => new URL(origin).hostname)])
  return (header) => {
    if (header === undefined) return true
    const name = removePort(header)
    return isLoopback(name) || known.has(name)
  }
}
