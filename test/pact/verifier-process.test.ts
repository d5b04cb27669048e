import { cpSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type * as finder from '../../src/pact/verification/find-verifier.js'
import { RunningCommand } from '../support/command.js'
import { writeFile } from '../support/temporary-folder.js'
import { fakePeer } from './support/fake-peer.js'
import { pactFile, temporaryFolder } from './support/pacts.js'
import { onlyProblem, refusal } from './support/refusal.js'

const peer = vi.hoisted(() => ({ entry: undefined as string | undefined }))

vi.mock('../../src/pact/verification/find-verifier.js', async (original) => {
  const { findVerifier } = await original<typeof finder>()
  return { findVerifier: () => peer.entry ?? findVerifier() }
})

afterEach(() => {
  peer.entry = undefined
})

describe('a verifier that crashes', () => {
  it.each([
    ['by a signal', 'process.abort()', '', /the verifier crashed \(SIGABRT\)/],
    ['by its exit', 'process.exit(3)', '', /the verifier crashed \(exit code 3\)$/],
    // A process that ends well and says nothing has verified nothing.
    ['by a quiet exit', 'process.exit(0)', '', /the verifier crashed \(exit code 0\)$/],
    ['after a few words', 'console.error("bad\\nworse"); process.exit(1)', '', /exit code 1\): worse$/],
  ])('%s is a problem', async (_, body, atStart, reason) => {
    peer.entry = fakePeer(body, atStart)
    expect(onlyProblem(await refusal({ pacts: pactFile({}) }))).toMatch(reason)
  })

  // The last lines of what Node prints are its stack, and not the error's message.
  it('when it is loaded is a problem', async () => {
    peer.entry = fakePeer('', 'throw new Error("no library for this machine")')
    expect(onlyProblem(await refusal({ pacts: pactFile({}) }))).toMatch(/no library for this machine/)
  })

  it('within an interaction is a problem', async () => {
    peer.entry = fakePeer(`
      const [pact] = await pactsOf(options)
      await prepare(options, pact.interactions[0])
      await ask(options, pact.interactions[0])
      process.abort()
    `)
    expect(onlyProblem(await refusal({ pacts: pactFile({}) }))).toMatch(/the verifier crashed \(SIGABRT\)/)
  })
})

describe('a verifier that takes too long', () => {
  it('is stopped after `timeout`, and is gone then', async () => {
    const file = path.join(temporaryFolder(), 'pid')
    peer.entry = fakePeer(`
      require('node:fs').writeFileSync(${JSON.stringify(file)}, String(process.pid))
      setInterval(() => undefined, 1000)
      await new Promise(() => undefined)
    `)
    const error = await refusal({ pacts: pactFile({}), timeout: 0.5 })
    expect(onlyProblem(error)).toMatch(
      /the verifier was stopped after 0\.5 s; allow more time with "timeout" \(--timeout\)$/,
    )
    const pid = Number(readFileSync(file, 'utf8'))
    expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  })

  it('is stopped, and what it told of before is in the report', async () => {
    peer.entry = fakePeer(`
      for (const [index, pact] of (await pactsOf(options)).entries()) {
        if (index === 2) return new Promise(() => setInterval(() => undefined, 1000))
        for (const interaction of pact.interactions) {
          await prepare(options, interaction)
          await ask(options, interaction)
        }
        const mismatches = [{ attribute: 'status', description: 'another' }]
        const result = index === 0 ? { success: true } : { success: false, mismatches }
        await tell(pact, pact.interactions.map(({ _id }) => ({ interactionId: _id, ...result })))
      }
    `)
    const pacts = [pactFile({}), pactFile({ status: 418 }), pactFile({})]
    const { exitCode, report } = await refusal({ pacts, timeout: 1 })
    expect(exitCode).toBe(1)
    expect(report.interactions.map(({ outcome }) => outcome)).toEqual(['verified', 'broken'])
    expect(report.problems).toEqual([
      'the verifier was stopped after 1 s; allow more time with "timeout" (--timeout); 2 of 3 interactions were verified before',
    ])
  })
})

/** A verifier that does all, and lets the test change what it tells. */
const honest = (results: string) => `
  const pacts = await pactsOf(options)
  for (const pact of pacts) {
    const testResults = []
    for (const interaction of pact.interactions) {
      await prepare(options, interaction)
      await ask(options, interaction)
      testResults.push({ interactionId: interaction._id, success: true })
    }
    await tell(pact, ${results})
  }
`

describe('a verifier that is not to be trusted', () => {
  it('says that it succeeded, and has done nothing', async () => {
    peer.entry = fakePeer('return 0')
    const { exitCode, report } = await refusal({ pacts: pactFile({}, {}) })
    expect(exitCode).toBe(2)
    expect(report.problems).toEqual(['the verifier reported only 0 of 2 interactions'])
    expect(report.interactions.map(({ outcome }) => outcome)).toEqual(['problem', 'problem'])
  })

  it('tells nothing of what it has done', async () => {
    peer.entry = fakePeer(honest('[]'))
    const { exitCode, report } = await refusal({ pacts: pactFile({}) })
    expect(exitCode).toBe(2)
    expect(report.problems).toEqual(['the verifier reported only 0 of 1 interactions'])
  })

  it('tells of one interaction of two', async () => {
    peer.entry = fakePeer(honest('testResults.slice(0, 1)'))
    const { exitCode, report } = await refusal({ pacts: pactFile({}, {}) })
    expect(exitCode).toBe(2)
    expect(report.problems).toEqual(['the verifier reported only 1 of 2 interactions'])
    expect(report.interactions.map(({ outcome }) => outcome)).toEqual(['verified', 'problem'])
  })

  it('tells of a success without a request', async () => {
    peer.entry = fakePeer(`
      for (const pact of await pactsOf(options)) {
        for (const interaction of pact.interactions) await prepare(options, interaction)
        await tell(pact, pact.interactions.map(({ _id }) => ({ interactionId: _id, success: true })))
      }
    `)
    const error = await refusal({ pacts: pactFile({}) })
    expect(onlyProblem(error)).toMatch(/the verifier made no request for this interaction$/)
  })

  it('tells of a success without having set the states up', async () => {
    peer.entry = fakePeer(`
      for (const pact of await pactsOf(options)) {
        await tell(pact, pact.interactions.map(({ _id }) => ({ interactionId: _id, success: true })))
      }
    `)
    const { exitCode } = await refusal({ pacts: pactFile({}) })
    expect(exitCode).toBe(2)
  })

  it('tells of a success although a state failed', async () => {
    peer.entry = fakePeer(honest('testResults'))
    const error = await refusal({ pacts: pactFile({ states: ['a moon exists'] }) })
    expect(onlyProblem(error)).toMatch(/state "a moon exists": unknown state/)
  })

  it('tells of a failure without a reason', async () => {
    peer.entry = fakePeer(honest('testResults.map((result) => ({ ...result, success: false }))'))
    expect(onlyProblem(await refusal({ pacts: pactFile({}) }))).toMatch(
      /the verifier reported a failure without a reason$/,
    )
  })

  it('tells why it could not compare', async () => {
    peer.entry = fakePeer(
      honest('testResults.map((one) => ({ ...one, exceptions: [{ message: "no plugin" }] }))'),
    )
    expect(onlyProblem(await refusal({ pacts: pactFile({}) }))).toMatch(/the verifier failed: no plugin$/)
  })

  it('fails, though each interaction succeeded', async () => {
    peer.entry = fakePeer(`${honest('testResults')}\nthrow new Error('not told')`)
    const { exitCode, report } = await refusal({ pacts: pactFile({}) })
    expect(exitCode).toBe(2)
    expect(report.problems).toEqual([
      expect.stringMatching(/^the verifier failed, although every interaction/),
    ])
  })

  it('fails, though only what is pending may have', async () => {
    // A failure of the verifier is not excused by an interaction that could not fail the run.
    const onePending = 'testResults.map((one, index) => ({ ...one, success: index > 0, mismatches: [{}] }))'
    peer.entry = fakePeer(`${honest(onePending)}\nthrow new Error('not told')`)
    const { exitCode } = await refusal({ pacts: pactFile({ pending: true }, {}) })
    expect(exitCode).toBe(2)
  })
})

/** Runs a project's own script, and gives what came of it. */
async function verifyInProject(folder: string): Promise<unknown> {
  const script = `
    import { verifyPacts } from 'conmock/pact'
    const end = await verifyPacts({ pacts: ${JSON.stringify(pactFile({}))} }).catch((error) => error)
    console.log(JSON.stringify([end.outcome ?? end.name, end.exitCode ?? 0, end.message ?? '']))
  `
  const file = writeFile(folder, 'verify.mjs', script)
  const { stdout, stderr } = await RunningCommand.start(process.execPath, [file], folder).ended()
  return stderr === '' ? JSON.parse(stdout) : stderr
}

describe('the peer @pact-foundation/pact', () => {
  const root = fileURLToPath(new URL('../..', import.meta.url))

  /** A project in which conmock as built is installed, with all that it needs, or all but the peer. */
  function project(more: { readonly peer: boolean }): string {
    const folder = temporaryFolder()
    writeFile(folder, 'package.json', '{ "name": "consumer", "private": true }')
    const modules = path.join(folder, 'node_modules')
    for (const name of ['dist', 'fixtures', 'package.json']) {
      cpSync(path.join(root, name), path.join(modules, 'conmock', name), { recursive: true })
    }
    for (const name of readdirSync(path.join(root, 'node_modules'))) {
      if (name === 'conmock' || name.startsWith('.') || (name === '@pact-foundation' && !more.peer)) continue
      symlinkSync(path.join(root, 'node_modules', name), path.join(modules, name))
    }
    return folder
  }

  it('is there: the built package verifies', async () => {
    expect(await verifyInProject(project({ peer: true }))).toEqual(['verified', 0, ''])
  })

  it('is missing: says how to install it', async () => {
    expect(await verifyInProject(project({ peer: false }))).toEqual([
      'VerificationError',
      2,
      expect.stringMatching(
        /^PROBLEM {2}@pact-foundation\/pact is not installed.*npm install --save-dev @pact-foundation\/pact@16\.2\.0\n0 verified/,
      ),
    ])
  })

  it.each(['15.0.1', '16.1.9', '18.0.0'])('is of another version, %s: says which fits', async (version) => {
    const folder = project({ peer: false })
    const where = path.join(folder, 'node_modules/@pact-foundation/pact')
    writeFile(where, 'package.json', JSON.stringify({ name: '@pact-foundation/pact', version }))
    writeFile(where, 'index.js', '')
    expect(await verifyInProject(folder)).toEqual([
      'VerificationError',
      2,
      expect.stringMatching(
        `^PROBLEM {2}@pact-foundation/pact ${version} is not supported, only .*16\\.2\\.0`,
      ),
    ])
  })
})
