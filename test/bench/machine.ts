import { execFileSync } from 'node:child_process'
import { cpus, release, totalmem } from 'node:os'
import { BenchError } from './bench-error.js'

/** @throws BenchError When the machine lacks what the benchmark needs. */
export function checkMachine(): void {
  if (process.platform !== 'linux') throw new BenchError('the benchmark reads /proc, which is on Linux only')
  if (cpus().length < 2) {
    throw new BenchError('the benchmark needs two processors: one for the server, one for the load')
  }
  for (const [program, debianPackage] of [
    ['wrk', 'wrk'],
    ['taskset', 'util-linux'],
  ] as const) {
    try {
      execFileSync('which', [program], { stdio: 'ignore' })
    } catch {
      throw new BenchError(`the benchmark needs ${program} (Debian's package ${debianPackage})`)
    }
  }
}

/** Describes the machine for the report. */
export function describeMachine(): string {
  const all = cpus()
  const gigabytes = Math.round(totalmem() / 2 ** 30)
  return `${all.length} processors (${all[0]?.model.trim() ?? 'unknown'}), ${gigabytes} GiB, Linux ${release()}`
}

/** Moves this process to the second processor, so that it does not disturb the measured servers. */
export function moveToSecondProcessor(): void {
  execFileSync('taskset', ['-a', '-c', '-p', '1', String(process.pid)], { stdio: 'ignore' })
}
