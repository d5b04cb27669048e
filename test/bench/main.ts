// npm run bench: measures conmock beside a floor and a peer, and writes contributing/performance.md.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, release, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeGeneratedSection } from './generated-section.js'
import { measureFirstRecord, measureServer, type Plan, type Result } from './measure.js'
import { writeReport, type Results } from './report.js'
import { createServers, readBodies, type ServerName } from './servers.js'

const isQuick = process.argv.includes('--quick')
const plan: Plan = isQuick ? { wait: 10, rounds: 1, starts: 1 } : { wait: 20, rounds: 5, starts: 5 }

async function measure(folder: string): Promise<Results> {
  const bodies = await readBodies()
  const servers = createServers(folder, bodies)
  const results: Partial<Record<ServerName, Result>> = {}
  for (const [key, server] of Object.entries(servers)) {
    process.stderr.write(`${server.name}\n`)
    results[key as ServerName] = await measureServer(server, servers.floor, bodies, plan)
  }
  return { servers: results as Results['servers'], firstRecord: measureFirstRecord(plan.starts) }
}

// Fails without Linux's taskset, or without a second processor. This process must not disturb the measured servers.
execFileSync('taskset', ['-a', '-c', '-p', '1', String(process.pid)], { stdio: 'ignore' })
const folder = mkdtempSync(join(tmpdir(), 'conmock-bench-'))
const report = writeReport(await measure(folder))
rmSync(folder, { recursive: true })
process.stdout.write(`${report}\n`)
if (!isQuick) {
  const [date, processors] = [new Date().toISOString().slice(0, 10), cpus()]
  const machine = `${processors.length} processors (${processors[0]?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GiB, Linux ${release()}`
  const file = fileURLToPath(new URL('../../contributing/performance.md', import.meta.url))
  const intro = `Measured on ${date} with Node ${process.version.slice(1)} on ${machine}.`
  await writeGeneratedSection(file, 'bench', `${intro}\n\n${report}`)
}
