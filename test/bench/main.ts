// npm run bench: measures conmock beside a floor and its peers, and writes docs/performance.md.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { writeGeneratedSection } from '../support/generated-section.js'
import { readBodies } from './answers.js'
import { BenchError } from './bench-error.js'
import { measureFirstRecord, measureGrowth, measureInProcess } from './children.js'
import { contestantsOf, type Contestant } from './contestants.js'
import { figuresOf } from './figures.js'
import type { Results } from './goals.js'
import { measureRounds, measureStarts, type RoundsPlan } from './http-rounds.js'
import { checkMachine, describeMachine, moveToSecondProcessor } from './machine.js'
import { writePeerData } from './peer-data.js'
import { installPeers } from './peers.js'
import { writeReport } from './report.js'

/** How long and how often a run measures. */
interface Plan extends RoundsPlan {
  readonly starts: number
  readonly sizes: readonly number[]
  readonly turns: number
  readonly requests: number
  /** Fresh processes for the first record of a test file, for each way. */
  readonly testFiles: number
}

const plans = {
  full: {
    rounds: 5,
    samples: 3,
    seconds: 1,
    starts: 5,
    sizes: [100, 1000, 10_000, 100_000, 1_000_000],
    turns: 2,
    requests: 5000,
    testFiles: 10,
  },
  quick: {
    rounds: 1,
    samples: 1,
    seconds: 1,
    starts: 1,
    sizes: [100, 100_000],
    turns: 1,
    requests: 3000,
    testFiles: 3,
  },
} satisfies Record<string, Plan>

/** conmock's server with this number of volunteers and of roles. */
function ofSize(conmock: Contestant, size: number): Contestant {
  const flags = ['--volunteers', String(size), '--roles', String(size)]
  // The pages depend on the number of roles. The volunteer is a persona, which does not depend on the size.
  const right: Contestant['right'] = (target, body) => target === 'roles' || conmock.right(target, body)
  return { ...conmock, args: (port) => [...conmock.args(port), ...flags], right }
}

function say(line: string): void {
  process.stderr.write(`${line}\n`)
}

async function measure(plan: Plan, folder: string): Promise<Results> {
  const peers = await installPeers(say)
  const bodies = await readBodies()
  const contestants = contestantsOf(bodies, writePeerData(folder, bodies), peers)
  const starts = await measureStarts(contestants, plan.starts, say)
  const figures = figuresOf(await measureRounds(contestants, plan, say))
  say('data of several sizes')
  const servers = plan.sizes.map((size) => ofSize(contestants[1]!, size))
  const started = await measureStarts(servers, plan.starts, say)
  const sizes = plan.sizes.map((size, index) => ({ size, starts: started[index]! }))
  const growth = await measureGrowth(plan.sizes)
  say('in a process')
  const inProcess = await measureInProcess(plan)
  say('the first record of a test file')
  const firstRecord = await measureFirstRecord(plan.testFiles, peers.folder)
  return { contestants, starts, figures, sizes, growth, inProcess, firstRecord }
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })
  checkMachine()
  moveToSecondProcessor()
  const folder = mkdtempSync(join(tmpdir(), 'conmock-bench-'))
  try {
    const report = writeReport(await measure(values.quick ? plans.quick : plans.full, folder))
    process.stdout.write(`${report}\n`)
    if (values.quick) return
    const date = new Date().toISOString().slice(0, 10)
    const where = `Measured on ${date} with Node ${process.version.slice(1)} on ${describeMachine()}.`
    const file = fileURLToPath(new URL('../../docs/performance.md', import.meta.url))
    await writeGeneratedSection({
      file,
      name: 'bench',
      text: `${where}\n\n${report}`,
      command: 'npm run bench',
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

try {
  await main()
} catch (error) {
  const expected =
    error instanceof BenchError || String((error as { code?: unknown }).code).startsWith('ERR_PARSE_ARGS')
  process.stderr.write(`${expected ? (error as Error).message : String((error as Error).stack)}\n`)
  process.exitCode = expected ? 2 : 1
}
