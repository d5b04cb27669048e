// Runs the verifier of @pact-foundation/pact without conmock, in its own process, which can be killed: its threads would
// keep the process of the tests alive. Plain JavaScript, because Node runs this file directly.
import { Verifier } from '@pact-foundation/pact'

async function fail() {
  throw new Error('this state cannot be set up')
}

/** @param {{ options: object, throwing: string[] }} task */
async function verify({ options, throwing }) {
  const stateHandlers = Object.fromEntries(throwing.map((name) => [name, fail]))
  try {
    await new Verifier({ logLevel: 'error', stateHandlers, ...options }).verifyProvider()
    return { green: true }
  } catch (error) {
    return { green: false, message: String(error) }
  }
}

process.once('message', (task) => {
  void verify(/** @type {never} */ (task)).then((outcome) => process.send?.(outcome))
})
