/** Formats an address for a URL. IPv6 addresses get brackets. */
export function urlHost(address: string): string {
  return address.includes(':') ? `[${address}]` : address
}

/** Returns the name of a host without its port, as the URL standard writes it: `127.1` and `0x7f.1` become `127.0.0.1`. */
export function normalizedHost(host: string): string {
  try {
    return new URL(`http://${host}`).hostname
  } catch {
    return host.toLowerCase()
  }
}

/** A host with an optional port (RFC 9110 §7.2). May be empty. */
const HOST = /^(?:[\w\-.~!$&'()*+,;=%]*|\[[\da-f:.]+\])(?::\d*)?$/i

/** Whether the value of a Host header is valid. An empty value is valid. */
export function isValidHost(header: string): boolean {
  return HOST.test(header)
}
