// This process runs the native verifier and sends all requests of a verification. The verifier writes to stdout, can
// crash, and keeps its threads alive, so it has a process of its own. Also, msw, nock, undici agents and fake timers in
// the process of the tests have no effect here.
// It is plain JavaScript, because tests start it from src without a build.
import http from 'node:http'
import https from 'node:https'
import { createRequire } from 'node:module'

/** Maximum length of a body. It is much larger than any response of the API. */
const MAX_BYTES = 20_000_000

/** @typedef {import('./verifier.js').Task} Task */
/** @typedef {import('../common/forward.js').Outgoing} Outgoing */

/** @param {NodeJS.ErrnoException} error */
function codeOf(error) {
  return error.code ?? error.message
}

/**
 * Sends a request and reads the complete response. Each request has its own connection and agent: proxies of the
 * environment are not used, and no connection stays open.
 *
 * @param {Outgoing} request
 */
function send({ origin, method, path, headers, body, maxMs }) {
  const { protocol, hostname, port } = new URL(origin)
  const { request, Agent } = protocol === 'https:' ? https : http
  return new Promise((resolve, reject) => {
    const fail = (/** @type {string} */ reason) => reject(new Error(`${origin} ${reason}`))
    const outgoing = request({
      agent: new Agent({ keepAlive: false }),
      // Only a URL has brackets around an IPv6 address.
      hostname: hostname.replace(/^\[(.*)\]$/, '$1'),
      port,
      method,
      path,
      headers,
      signal: AbortSignal.timeout(maxMs),
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
      answer.on('error', (error) => fail(`broke off its response: ${codeOf(error)}`))
      answer.on('end', () => {
        // Node only keeps the first one.
        const types = answer.headersDistinct['content-type']
        const type = types && { 'content-type': types.join(', ') }
        resolve({
          status: answer.statusCode,
          headers: { ...answer.headers, ...type },
          body: Buffer.concat(parts),
        })
      })
    })
    outgoing.on('upgrade', (_, socket) => {
      fail('switches to another protocol, which was not requested')
      socket.destroy()
    })
    outgoing.on('error', (error) => {
      const slow = error.name === 'TimeoutError' || codeOf(error) === 'ABORT_ERR'
      fail(slow ? `did not respond within ${maxMs / 1000} s` : `cannot be reached: ${codeOf(error)}`)
    })
    outgoing.end(body)
  })
}

/**
 * Runs the native verifier: only the core, without the proxy of `@pact-foundation/pact`, because the gateway replaces it.
 *
 * @param {{ entry: string, options: object, maxMs: number }} task
 */
async function verify({ entry, options, maxMs }) {
  const { default: core } = createRequire(entry)('@pact-foundation/pact-core')
  // The timer is here, because the timers of the parent process may be fake.
  const late = new Promise((resolve) => setTimeout(resolve, maxMs, 'timeout'))
  const run = core.verifyPacts(options).then(
    () => 'success',
    () => 'failure',
  )
  return Promise.race([run, late])
}

/** @param {Task} task */
function perform(task) {
  switch (task.kind) {
    case 'send':
      return send(task)
    case 'verify':
      return verify(task)
  }
}

process.on('message', (/** @type {Task & { id: number }} */ { id, ...task }) => {
  // A synchronous error ends this process, and the parent reports a crash.
  perform(/** @type {Task} */ (task)).then(
    (result) => process.send?.({ id, result }),
    (error) => {
      // Only failed requests are reported to the parent. Any other failure is a crash.
      if (task.kind === 'verify') throw error
      process.send?.({ id, error: error.message })
    },
  )
})

// Ends with the parent process.
process.on('disconnect', () => process.exit())
