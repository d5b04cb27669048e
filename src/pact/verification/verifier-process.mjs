// The process that holds the native verifier, and sends every request of a verification. The verifier writes to fd 1 as
// it likes, can crash, and keeps its threads; here nobody minds. And what intercepts requests or fakes timers in the
// process of the tests – msw, nock, an agent of undici, fake timers – does not reach as far as this one.
// Plain JavaScript, because it is started as it is, from src by the tests too.
import http from 'node:http'
import https from 'node:https'
import { createRequire } from 'node:module'
import net from 'node:net'

/** No answer of the API is near this long. */
const MAX_BYTES = 20_000_000

/** @typedef {import('./verifier.js').Task} Task */
/** @typedef {import('./verifier.js').Outgoing} Outgoing */

/** @param {NodeJS.ErrnoException} error */
function codeOf(error) {
  return error.code ?? error.message
}

/**
 * Sends a request and reads the whole answer. Each has a connection of its own, and an agent of its own: no proxy of the
 * environment comes in between, and nothing is left open.
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
      // An IPv6 address stands in brackets only in a URL.
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
      answer.on('error', (error) => fail(`broke off its answer: ${codeOf(error)}`))
      answer.on('end', () =>
        resolve({ status: answer.statusCode, headers: answer.headers, body: Buffer.concat(parts) }),
      )
    })
    outgoing.on('upgrade', (_, socket) => {
      fail('switches protocols, which nobody asked for')
      socket.destroy()
    })
    outgoing.on('error', (error) => {
      const slow = error.name === 'TimeoutError' || codeOf(error) === 'ABORT_ERR'
      fail(slow ? `did not answer within ${maxMs / 1000} s` : `cannot be reached: ${codeOf(error)}`)
    })
    outgoing.end(body)
  })
}

/**
 * Looks whether anything listens, so that a dead target is told of at once.
 *
 * @param {{ origin: string, maxMs: number }} task
 */
function connect({ origin, maxMs }) {
  const { protocol, hostname, port } = new URL(origin)
  return new Promise((resolve, reject) => {
    const socket = net.connect({
      host: hostname.replace(/^\[(.*)\]$/, '$1'),
      port: Number(port) || (protocol === 'https:' ? 443 : 80),
    })
    const end = (/** @type {string | undefined} */ reason) => {
      socket.destroy()
      if (reason === undefined) resolve(undefined)
      else reject(new Error(`${origin} cannot be reached: ${reason}`))
    }
    socket
      .setTimeout(maxMs, () => end(`no connection within ${maxMs / 1000} s`))
      .once('connect', () => end(undefined))
      .once('error', (error) => end(codeOf(error)))
  })
}

/**
 * Runs the native verifier: the core without the proxy that `@pact-foundation/pact` puts around it, because the gateway
 * does what the proxy is for.
 *
 * @param {{ entry: string, options: object, maxMs: number }} task
 */
async function verify({ entry, options, maxMs }) {
  const { default: core } = createRequire(entry)('@pact-foundation/pact-core')
  // Here and not in the parent, whose timers may be fake.
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
    case 'connect':
      return connect(task)
    case 'verify':
      return verify(task)
  }
}

process.on('message', (/** @type {Task & { id: number }} */ { id, ...task }) => {
  // What throws before there is a promise ends the process, and the parent tells of the crash.
  perform(/** @type {Task} */ (task)).then(
    (result) => process.send?.({ id, result }),
    (error) => {
      // Only a request fails by an answer; whatever else fails is a crash.
      if (task.kind === 'verify') throw error
      process.send?.({ id, error: error.message })
    },
  )
})

// The parent is gone, so nobody wants the results.
process.on('disconnect', () => process.exit())
