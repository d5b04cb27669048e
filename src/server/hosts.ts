import { normalizedHost, urlHost } from '../common/hosts.js'

/** A normalized host name or address of this machine. */
const LOOPBACK_HOST = /^(?:(?:.+\.)?localhost\.?|127(?:\.\d+){3}|\[::1\]|\[::ffff:7f[\da-f]{2}:[\da-f]+\])$/

/** Whether only this machine can reach a server that listens on this address. */
export function isLoopback(address: string): boolean {
  return LOOPBACK_HOST.test(normalizedHost(urlHost(address)))
}

/**
 * Returns a function that checks Host headers. This protects against DNS rebinding: an attacker can point their own host
 * name to this machine. The browser then treats the server as part of the attacker's page, so CORS does not protect it.
 *
 * @param host The option `host` of a server that listens on a loopback address.
 * @param origins The origins whose pages may read the answers. Their hosts are allowed, because a development server that
 *   forwards requests may keep its own Host header.
 */
export function createHostCheck(
  host: string,
  origins: readonly string[],
): (header: string | undefined) => boolean {
  const known = new Set([urlHost(host), ...origins.map((origin) => new URL(origin).host)].map(normalizedHost))
  return (header) => {
    if (header === undefined) return true
    const name = normalizedHost(header)
    return LOOPBACK_HOST.test(name) || known.has(name)
  }
}
