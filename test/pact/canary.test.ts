import { afterEach, expect, it, vi } from 'vitest'
import type * as files from '../../src/pact/package-files.js'
import { temporaryFile } from '../support/temporary-folder.js'
import { pactFile } from './support/pacts.js'
import { onlyProblem, refusal } from './support/refusal.js'

const program = vi.hoisted(() => ({ file: '' }))

vi.mock('../../src/pact/package-files.js', async (original) => ({
  ...(await original<typeof files>()),
  get verifierProgram() {
    return program.file
  },
}))

afterEach(() => {
  program.file = ''
})

it.each([
  [
    'another program responds',
    `{ result: { status: 200, headers: {}, body: Buffer.from('{"data":[]}') } }`,
    /the requests of the verifier do not reach their destination: another program responds to them$/,
  ],
  [
    'nothing answers',
    `{ error: 'http://127.0.0.1 cannot be reached: EPERM' }`,
    /the requests of the verifier do not reach their destination: http:\/\/127\.0\.0\.1 cannot be reached: EPERM$/,
  ],
])('a run whose requests do not arrive, because %s, is a problem', async (_, answer, reason) => {
  // Whatever it is to do, it succeeds, but for the requests.
  const code = `
    process.on('message', ({ id, kind }) => {
      process.send({ id, ...(kind === 'send' ? ${answer} : { result: 'success' }) })
    })
    process.on('disconnect', () => process.exit())
  `
  program.file = temporaryFile('program.mjs', code)
  expect(onlyProblem(await refusal({ pacts: pactFile({}) }))).toMatch(reason)
})
