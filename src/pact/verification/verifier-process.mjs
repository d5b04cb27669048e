// The process that holds the native verifier: it writes to fd 1 as it likes, can crash, and keeps its threads; here
// nobody minds. Plain JavaScript, because it is started as it is, from src by the tests too.
import { createRequire } from 'node:module'

/** @param {{ entry: string, options: object }} task */
async function verify({ entry, options }) {
  // The core without the proxy of @pact-foundation/pact around it: what the proxy is for, the gateway does.
  const { default: core } = createRequire(entry)('@pact-foundation/pact-core')
  try {
    await core.verifyPacts(options)
    return { success: true }
  } catch (error) {
    return { success: false, message: error instanceof Error ? error.message : String(error) }
  }
}

process.once('message', (/** @type {{ entry: string, options: object }} */ task) => {
  // A failure of ours ends the process with a code, and the parent tells of the crash.
  void verify(task).then((outcome) => process.send?.(outcome, () => process.exit()))
})

// The parent is gone, so nobody wants the result.
process.on('disconnect', () => process.exit())
