import { execFileSync, spawnSync } from 'node:child_process'
import { cpus, release, totalmem } from 'node:os'

/** The benchmark cannot run here, or a measured program does not work. The user sees the message without a stack. */
export class BenchError extends Error {
  override readonly name = 'BenchError'
}

/** @throws BenchError If the machine lacks what the benchmark needs. */
export function checkMachine(): void {
  if (process.platform !== 'linux' || cpus().length < 2) {
    throw new BenchError(
      'the benchmark needs Linux, and two processors: one for the server, one for the load',
    )
  }
  for (const program of ['wrk', 'taskset']) {
    const { status } = spawnSync('which', [program])
    if (status !== 0) throw new BenchError(`the benchmark needs the program ${program}`)
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
