import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const bin = fileURLToPath(new URL('../../dist/cli/bin.js', import.meta.url))
const probe = new URL('probe.mjs', import.meta.url).href
const MAX_MS_TO_STOP = 10_000

/** Resources of the server's process, after a garbage collection. */
export interface Sample {
  /** Used bytes of the heap, and external memory of its objects. */
  readonly heap: number
  readonly rss: number
  /** Open TCP connections. */
  readonly sockets: number
  /** Open file descriptors; `undefined` if the system does not list them. */
  readonly descriptors?: number
}

/** Starts the built command line in a new process, with `probe.mjs`. */
export async function startServerProcess(flags: readonly string[]) {
  const args = ['--expose-gc', '--import', probe, bin, 'serve', '--port', '0', '--json', ...flags]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
  const ended = once(child, 'close') as Promise<[code: number | null]>
  let stderr = ''
  child.stderr!.on('data', (text: Buffer) => (stderr += text.toString()))
  const lines = createInterface(child.stdout!)
  const first = (await Promise.race([once(lines, 'line'), ended])) as [string | number | null]
  if (typeof first[0] !== 'string') throw new Error(`The server ended at once: ${stderr}`)
  const { url } = JSON.parse(first[0]) as { url: string }

  const log = new Map<number, number>()
  lines.on('line', (line) => {
    const status = Number(/"status":(\d+)/.exec(line)?.[1])
    log.set(status, (log.get(status) ?? 0) + 1)
  })

  return {
    url,
    port: Number(new URL(url).port),
    /** The number of logged requests by status. Status 0 means that the client disconnected. */
    log: log as ReadonlyMap<number, number>,
    async sample(): Promise<Sample> {
      child.send('sample')
      const [sample] = (await Promise.race([once(child, 'message'), ended])) as [Sample | number | null]
      if (sample === null || typeof sample === 'number') throw new Error(`The server has ended: ${stderr}`)
      return sample
    },
    /** Stops the server with SIGTERM, or with SIGKILL after a timeout. */
    async stop() {
      const killer = setTimeout(() => child.kill('SIGKILL'), MAX_MS_TO_STOP)
      child.kill('SIGTERM')
      const [code] = await ended
      clearTimeout(killer)
      return { code, stderr }
    },
    kill: () => child.kill('SIGKILL'),
  }
}

export type ServerProcess = Awaited<ReturnType<typeof startServerProcess>>
