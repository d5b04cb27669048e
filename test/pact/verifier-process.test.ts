import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import type * as files from '../../src/pact/package-files.js'
import { temporaryFile, temporaryFolder, writeFile } from '../support/temporary-folder.js'
import { pactFile, type Interaction } from './support/pacts.js'
import { expectFailure, expectOneProblem } from './support/failure.js'

/** Functions for a fake verifier. Each one does a step of a real verifier over HTTP. */
const steps = `
  const call = async (url, body, headers) => {
    const init = headers ? { headers } : body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    const response = await fetch(url, init)
    return { status: response.status, body: await response.text() }
  }
  const pactsOf = ({ pactUrls }) => Promise.all(pactUrls.map(async (url) => JSON.parse((await call(url)).body)))
  const prepare = async (options, interaction) => {
    for (const { name, params } of interaction.providerStates) {
      await call(options.providerStatesSetupUrl, { state: name, params, action: 'setup' })
    }
  }
  const ask = (options, { request }) => call(options.providerBaseUrl + request.path, undefined, request.headers ?? {})
  const publish = (pact, testResults) => call(pact._links['pb:publish-verification-results'].href, { testResults })
`

/**
 * Creates a package in place of `@pact-foundation/pact`, removed when the test is over.
 *
 * @param body What its verifier does, in JavaScript: the body of an asynchronous function of `options`.
 * @returns The path of its entry.
 */
function fakePeer(body: string, atStart = ''): string {
  const folder = temporaryFolder()
  const entry = writeFile(folder, 'node_modules/@pact-foundation/pact/index.js', '')
  const core = `${atStart}\n${steps}\nmodule.exports = { default: { verifyPacts: async (options) => {\n${body}\n} } }\n`
  writeFile(path.join(folder, 'node_modules/@pact-foundation/pact-core'), 'index.js', core)
  return entry
}

const peer = vi.hoisted(() => ({ entry: undefined as string | undefined }))
const program = vi.hoisted(() => ({ file: undefined as string | undefined }))

vi.mock('../../src/pact/package-files.js', async (original) => {
  const { verifierProgram, findVerifier } = await original<typeof files>()
  return {
    findVerifier: () => peer.entry ?? findVerifier(),
    get verifierProgram() {
      return program.file ?? verifierProgram
    },
  }
})

afterEach(() => {
  peer.entry = undefined
  program.file = undefined
})

it.each([
  [`result: { status: 200, headers: {}, body: Buffer.from('{}') }`, /another program responds to them$/],
  [`error: 'http://h cannot be reached: EPERM'`, /http:\/\/h cannot be reached: EPERM$/],
])('a run is a problem when its requests do not arrive: %s', async (answer, reason) => {
  // This verifier succeeds in every task except sending requests.
  const code = `
    process.on('message', ({ id, kind }) => {
      process.send({ id, ...(kind === 'send' ? { ${answer} } : { result: 'success' }) })
    })
    process.on('disconnect', () => process.exit())
  `
  program.file = temporaryFile('program.mjs', code)
  await expectOneProblem({ pacts: pactFile({}) }, reason)
})

const crash = `
  const [pact] = await pactsOf(options)
  await prepare(options, pact.interactions[0])
  await ask(options, pact.interactions[0])
  process.abort()
`

it.each([
  ['by a signal', 'process.abort()', '', /the verifier crashed \(SIGABRT\)/],
  ['with an exit code', 'process.exit(3)', '', /the verifier crashed \(exit code 3\)$/],
  // Exit code 0 without results means that nothing was verified.
  ['with exit code 0', 'process.exit(0)', '', /the verifier crashed \(exit code 0\)$/],
  ['after an error message', 'console.error("bad\\nworse"); process.exit(1)', '', /exit code 1\): worse$/],
  // The last lines that Node prints are the stack, not the message of the error.
  ['when it is loaded', '', 'throw new Error("no library for this machine")', /no library for this machine/],
  ['during an interaction', crash, '', /the verifier crashed \(SIGABRT\)/],
])('a verifier that crashes %s is a problem', async (_, body, atStart, reason) => {
  peer.entry = fakePeer(body, atStart)
  await expectOneProblem({ pacts: pactFile({}) }, reason)
})

it('a verifier that takes too long is stopped after `timeout`, and its process has ended', async () => {
  const file = path.join(temporaryFolder(), 'pid')
  peer.entry = fakePeer(`
    require('node:fs').writeFileSync(${JSON.stringify(file)}, String(process.pid))
    setInterval(() => undefined, 1000)
    await new Promise(() => undefined)
  `)
  await expectOneProblem({ pacts: pactFile({}), timeout: 0.5 }, /stopped after 0\.5 s; .* \(--timeout\)$/)
  const pid = Number(readFileSync(file, 'utf8'))
  expect(() => process.kill(pid, 0)).toThrow('ESRCH')
})

it('a verifier that takes too long is stopped, and its earlier results are in the report', async () => {
  peer.entry = fakePeer(`
    for (const [index, pact] of (await pactsOf(options)).entries()) {
      if (index === 2) return new Promise(() => setInterval(() => undefined, 1000))
      for (const interaction of pact.interactions) {
        await prepare(options, interaction)
        await ask(options, interaction)
      }
      const mismatches = [{ attribute: 'status', description: 'another' }]
      const result = index === 0 ? { success: true } : { success: false, mismatches }
      await publish(pact, pact.interactions.map(({ _id }) => ({ interactionId: _id, ...result })))
    }
  `)
  const pacts = [pactFile({}), pactFile({ status: 418 }), pactFile({})]
  const { report } = await expectFailure({ pacts, timeout: 3 }, 1, ['verified', 'broken'])
  const problem: unknown = expect.stringMatching(/stopped after 3 s; .*; 2 of 3 interactions were compared$/)
  expect(report.problems).toEqual([problem])
})

/** A verifier that does all of its work. It reports the result of this JavaScript expression about `testResults`. */
const workingVerifier = (results: string) => `
  const pacts = await pactsOf(options)
  for (const pact of pacts) {
    const testResults = []
    for (const interaction of pact.interactions) {
      await prepare(options, interaction)
      await ask(options, interaction)
      testResults.push({ interactionId: interaction._id, success: true })
    }
    await publish(pact, ${results})
  }
`

const withoutRequests = (prepared: string) => `
  for (const pact of await pactsOf(options)) {
    for (const interaction of pact.interactions) ${prepared}
    await publish(pact, pact.interactions.map(({ _id }) => ({ interactionId: _id, success: true })))
  }
`
const onePending = 'testResults.map((one, index) => ({ ...one, success: index > 0, mismatches: [{}] }))'
const UNEXPLAINED = /^the verifier failed, although every interaction/
const PREPARE = 'await prepare(options, interaction)'
const moon: Interaction = { states: ['a moon exists'] }
const reporting = (members: string) => workingVerifier(`testResults.map((one) => ({ ...one, ${members} }))`)
const unexplained = "\nthrow new Error('unexplained')"

it.each<[what: string, body: string, reason: RegExp, interactions?: Interaction[]]>([
  ['does nothing', 'return 0', /reported only 0 of 2 interactions$/, [{}, {}]],
  ['reports nothing', workingVerifier('[]'), /reported only 0 of 1 interactions$/],
  ['reports one of two', workingVerifier('testResults.slice(0, 1)'), /only 1 of 2 interactions$/, [{}, {}]],
  ['reports success without a request', withoutRequests(PREPARE), /made no request for this interaction$/],
  ['reports success without setting up the states', withoutRequests(';'), /the verifier .* interaction/],
  ['ignores a failed state', workingVerifier('testResults'), /state "a moon exists": unknown/, [moon]],
  ['reports a failure without a reason', reporting('success: false'), /reported a failure without a reason$/],
  ['cannot compare', reporting('exceptions: [{ message: "no plugin" }]'), /the verifier failed: no plugin$/],
  ['fails after success', workingVerifier('testResults') + unexplained, UNEXPLAINED],
  // A pending interaction cannot fail a run.
  ['fails after pending', workingVerifier(onePending) + unexplained, UNEXPLAINED, [{ pending: true }, {}]],
])('the run is a problem when the verifier %s', async (_, body, reason, interactions = [{}]) => {
  peer.entry = fakePeer(body)
  const { report } = await expectFailure({ pacts: pactFile(...interactions) }, 2)
  const reasons = report.interactions.filter(({ pending }) => !pending).flatMap((each) => each.reason ?? [])
  expect(report.problems[0] ?? reasons[0]).toMatch(reason)
})
