/** A name or an address of this machine, as the URL standard spells it. */
const LOOPBACK_HOST = /^(?:(?:.+\.)?localhost\.?|127(?:\.\d+){3}|\[::1\]|\[::ffff:7f[\da-f]{2}:[\da-f]+\])$/

/** An address in the text of a URL, where those of IPv6 are in brackets. */
export function urlHost(address: string): string {
  return address.includes(':') ? `[${address}]` : address
}

/** A host in the one spelling that the URL standard has for it: of `127.1` and `0x7f.1` this is `127.0.0.1`. */
function normalized(host: string): string {
  try {
    return new URL(`http://${host}`).hostname
  } catch {
    return host.toLowerCase()
  }
}

/** Whether nobody but this machine reaches a server that is bound to this address. */
export function isLoopback(address: string): boolean {
  return LOOPBACK_HOST.test(normalized(urlHost(address)))
}

/**
 * Returns a function that checks Host headers, against DNS rebinding: an attacker can point a foreign name to this machine.
 * The browser then treats the server as the origin of the attacker's page, so CORS does not help.
 *
 * @param host What a server on a loopback address was told to listen on.
 * @param origins The origins whose pages may read the answers. A proxy of theirs may keep their host.
 */
export function createHostCheck(
  host: string,
  origins: readonly string[],
): (header: string | undefined) => boolean {
  const known = new Set([urlHost(host), ...origins.map((origin) => new URL(origin).host)].map(normalized))
  return (header) => {
    if (header === undefined) return true
    const name = normalized(header)
    return LOOPBACK_HOST.test(name) || known.has(name)
  }
}
