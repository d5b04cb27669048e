// It is plain JavaScript, because the process of the verifier imports it without a build.
import http from 'node:http'
import https from 'node:https'

/** @typedef {import('./forward.js').Answered} Answered */
/** @typedef {import('./forward.js').Outgoing} Outgoing */

/** Maximum length of a body. It is much larger than any response of the API. */
export const MAX_BYTES = 20_000_000

/** The codes of errors that each request to a service would get. */
const unreachable = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])

/**
 * Sends a request and reads the complete response. Each request has its own connection and agent: no connection stays
 * open, and no other proxies are used than those in the request. Old versions of Node use none.
 *
 * @param {Outgoing} request
 * @returns {Promise<Answered>}
 */
export function sendRequest({ origin, method, path, headers, body, maxMs, proxyEnv }) {
  const limitMs = Math.ceil(maxMs)
  const { protocol, hostname, port } = new URL(origin)
  const { request, Agent } = protocol === 'https:' ? https : http
  const agentOptions = { keepAlive: false, proxyEnv }
  return new Promise((resolve, reject) => {
    const fail = (/** @type {string} */ reason, othersMayArrive = true) =>
      reject(Object.assign(new Error(`${origin} ${reason}`), { othersMayArrive }))
    const failBy = (
      /** @type {NodeJS.ErrnoException} */ { name, code = '', message },
      /** @type {string} */ what,
    ) => {
      const isSlow = name === 'TimeoutError' || code === 'ABORT_ERR'
      const reason = isSlow ? `did not respond within ${limitMs / 1000} s` : `${what}: ${code || message}`
      fail(reason, !unreachable.has(code))
    }
    const outgoing = request({
      agent: new Agent(agentOptions),
      // Only a URL has brackets around an IPv6 address.
      hostname: hostname.replace(/^\[(.*)\]$/, '$1'),
      port,
      method,
      path,
      headers,
      signal: AbortSignal.timeout(limitMs),
    })
    outgoing.on('response', (answer) => {
      /** @type {Buffer[]} */
      const parts = []
      let length = 0
      answer.on('data', (/** @type {Buffer} */ part) => {
        parts.push(part)
        length += part.length
        if (length <= MAX_BYTES) return
        fail(`sends more than ${MAX_BYTES / 1_000_000} MB`)
        answer.destroy()
      })
      answer.on('error', (error) => failBy(error, 'broke off its response'))
      answer.on('end', () => {
        // Node only keeps the first one.
        const types = answer.headersDistinct['content-type']
        const type = types && { 'content-type': types.join(', ') }
        resolve({
          status: answer.statusCode ?? 0,
          headers: { ...answer.headers, ...type },
          body: Buffer.concat(parts),
        })
      })
    })
    outgoing.on('upgrade', (_, socket) => {
      fail('switches to another protocol, which was not requested')
      socket.destroy()
    })
    outgoing.on('error', (error) => failBy(error, 'cannot be reached'))
    outgoing.end(body)
  })
}
