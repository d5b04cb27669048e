// This process runs the native verifier and sends all requests of a verification. The verifier writes to stdout, can
// crash, and keeps its threads alive, so it has a process of its own. Also, msw, nock, undici agents and fake timers in
// the process of the tests have no effect here.
// It is plain JavaScript, because tests start it from src without a build.
import { createRequire } from 'node:module'
import { sendRequest } from '../common/send-request.mjs'

/** @typedef {import('./verifier.js').Task} Task */

/**
 * Runs the native verifier: only the core, without the proxy of `@pact-foundation/pact`, because the gateway replaces it.
 *
 * @param {{ entry: string, options: object }} task
 */
async function verify({ entry, options }) {
  const { default: core } = createRequire(entry)('@pact-foundation/pact-core')
  return core.verifyPacts(options).then(
    () => 'success',
    () => 'failure',
  )
}

/** @param {Task} task */
function perform(task) {
  switch (task.kind) {
    case 'send':
      return sendRequest(task)
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
      process.send?.({ id, error: error.message, othersMayArrive: error.othersMayArrive !== false })
    },
  )
})

// Ends with the parent process.
process.on('disconnect', () => process.exit())
