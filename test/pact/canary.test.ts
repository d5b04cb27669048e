import { afterEach, expect, it, vi } from 'vitest'
import type * as files from '../../src/pact/package-files.js'
import { temporaryFile } from '../support/temporary-folder.js'
import { pactFile } from './support/pacts.js'
import { onlyProblem, expectFailure } from './support/failure.js'

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
])('a run is a problem when its requests do not arrive because %s', async (_, answer, reason) => {
  // This verifier succeeds in every task except sending requests.
  const code = `
    process.on('message', ({ id, kind }) => {
      process.send({ id, ...(kind === 'send' ? ${answer} : { result: 'success' }) })
    })
    process.on('disconnect', () => process.exit())
  `
  program.file = temporaryFile('program.mjs', code)
  expect(onlyProblem(await expectFailure({ pacts: pactFile({}) }))).toMatch(reason)
})
