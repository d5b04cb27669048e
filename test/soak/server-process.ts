import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const bin = fileURLToPath(new URL('../../dist/cli/bin.js', import.meta.url))
const probe = new URL('probe.mjs', import.meta.url).href

/** Resources of the server's process, after a garbage collection. */
export interface Sample {
  /** Used bytes of the heap, and external memory of its objects. */
  readonly heap: number
  readonly rss: number
  /** Open TCP connections. */
  readonly sockets: number
}

/** Starts the built command line in a new process, with `probe.mjs`. */
export async function startServerProcess(flags: readonly string[]) {
  const args = ['--expose-gc', '--import', probe, bin, 'serve', '--port', '0', '--json', ...flags]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
  const ended = once(child, 'close') as Promise<[code: number | null]>
  let stderr = ''
  child.stderr!.on('data', (text: Buffer) => (stderr += text.toString()))
  const [line] = await Promise.race([once(createInterface(child.stdout!), 'line'), ended])
  if (typeof line !== 'string') throw new Error(`The server ended at once: ${stderr}`)
  const { url } = JSON.parse(line) as { url: string }
  return {
    url,
    port: Number(new URL(url).port),
    async sample(): Promise<Sample> {
      child.send('sample')
      const [sample] = await Promise.race([once(child, 'message'), ended])
      if (typeof sample !== 'object' || sample === null) throw new Error(`The server has ended: ${stderr}`)
      return sample as Sample
    },
    /** Stops the server with SIGTERM. */
    async stop() {
      child.kill('SIGTERM')
      const [code] = await ended
      return { code, stderr }
    },
    kill: () => child.kill('SIGKILL'),
  }
}

export type ServerProcess = Awaited<ReturnType<typeof startServerProcess>>
