// npm run bench: measures conmock beside a floor and its peers, and writes contributing/performance.md.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { writeGeneratedSection } from '../support/generated-section.js'
import { readBodies, writeServerData } from './answers.js'
import { BenchError, checkMachine, describeMachine, moveToSecondProcessor } from './machine.js'
import { measureFirstRecord, measureServer, type Plan, type Result } from './measure.js'
import { installPeers } from './peers.js'
import { writeReport, type Results } from './report.js'
import { createServers } from './servers.js'

const plans: Readonly<Record<'full' | 'quick', Plan>> = {
  full: { wait: 20, rounds: 5, starts: 5 },
  quick: { wait: 10, rounds: 1, starts: 1 },
}

function say(line: string): void {
  process.stderr.write(`${line}\n`)
}

async function measure(plan: Plan, folder: string): Promise<Results> {
  const peers = await installPeers(say)
  const bodies = await readBodies()
  const all = createServers(bodies, writeServerData(folder, bodies), peers)
  const servers: Result[] = []
  for (const server of all) {
    say(server.name)
    servers.push(await measureServer(server, all[0]!, plan))
  }
  say('the first record of a test file')
  return { servers, firstRecord: await measureFirstRecord(plan.starts) }
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
    const file = fileURLToPath(new URL('../../contributing/performance.md', import.meta.url))
    const text = `${where}\n\n${report}`
    await writeGeneratedSection({ file, name: 'bench', text, command: 'npm run bench' })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

try {
  await main()
} catch (error) {
  if (!(error instanceof BenchError)) throw error
  say(error.message)
  process.exitCode = 2
}
