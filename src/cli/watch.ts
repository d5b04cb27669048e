import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { CoverageAnswer } from '../coverage/coverage.js'
import { Exit, formatError } from './errors.js'
import { RELOADED, reloadedEvent, type Output } from './print.js'
import type { ServeFlags } from './serve-flags.js'
import { waitForStop } from './wait-for-stop.js'
import { WatchedFiles } from './watched-files.js'

/** A message of a process that serves. Node sends the last two: the modules that it has loaded, or has not found. */
export interface ServingMessage {
  /** It has read all files, and waits for permission to serve. */
  readonly hasRead?: boolean
  /** It serves at this URL. */
  readonly url?: string
  /** What its clients have received. It sends this at its end, with `--coverage`. */
  readonly answers?: readonly CoverageAnswer[]
  readonly 'watch:import'?: readonly string[]
  readonly 'watch:require'?: readonly (string | null)[]
}

/** A message to a process that serves. The first one that serves prints the URL. */
export type Order = 'serve first' | 'serve' | 'stop'

/** conmock itself does not change. */
const ownFolder = fileURLToPath(new URL('..', import.meta.url))

function filesIn(message: ServingMessage): string[] {
  const modules = (message['watch:import'] ?? []).filter((url) => url.startsWith('file:'))
  const files = (message['watch:require'] ?? []).filter((file) => file !== null)
  return [...modules.map((url) => fileURLToPath(url)), ...files].filter((file) => !file.startsWith(ownFolder))
}

/** Sends a message to a process. It may have ended meanwhile. */
function send(worker: Worker | undefined, message: Order): void {
  if (worker?.isConnected()) worker.send(message, () => undefined)
}

/**
 * Runs `conmock serve` in another process, and starts a new one when a file changes that its options come from. The processes
 * share the port, so the old process can serve until the new one does. If a file is invalid, the old one goes on.
 */
class Watch {
  /** What the clients of all processes that have ended have received. */
  readonly answers: CoverageAnswer[] = []
  readonly #flags: ServeFlags
  readonly #output: Output
  readonly #files: WatchedFiles
  /** The changed files that the serving process has not read. */
  readonly #changed = new Set<string>()
  #starting: Worker | undefined
  #serving: Worker | undefined
  #url: string | undefined
  /** Called with the exit code if the first process cannot serve. */
  readonly #onFailedStart: (code: number) => void

  constructor(flags: ServeFlags, output: Output, onFailedStart: (code: number) => void) {
    this.#flags = flags
    this.#output = output
    this.#onFailedStart = onFailedStart
    this.#files = new WatchedFiles((changed) => {
      for (const file of changed) this.#changed.add(path.relative('.', file))
      this.start()
    })
    this.start()
  }

  /** Starts a process. One that has not finished its start is useless, because a file has changed. */
  start(): void {
    this.#starting?.process.kill('SIGKILL')
    this.#files.startReading()
    const worker = cluster.fork({ WATCH_REPORT_DEPENDENCIES: '1' })
    this.#starting = worker
    worker.on('message', (message: ServingMessage) => this.#receive(worker, message))
    worker.on('exit', (code: number | null) => this.#onExit(worker, code ?? 1))
  }

  /** Stops all processes, and resolves with the exit code of the one that served. */
  async stop(): Promise<number> {
    this.#files.close()
    this.#starting?.process.kill('SIGKILL')
    // Its message that it serves may still arrive.
    this.#starting = undefined
    const serving = this.#serving
    this.#serving = undefined
    send(serving, 'stop')
    // Earlier ones may still finish their answers.
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
    await Promise.all(workers.map((worker) => once(worker, 'exit')))
    return serving?.process.exitCode ?? 0
  }

  #report(problem: string): void {
    this.#output.err(formatError([problem]))
  }

  #receive(worker: Worker, message: ServingMessage): void {
    if (message.answers) this.answers.push(...message.answers)
    if (worker !== this.#starting) return
    for (const file of filesIn(message)) this.#files.add(file)
    if (message.hasRead && this.#files.endReading())
      send(worker, this.#url === undefined ? 'serve first' : 'serve')
    if (message.url !== undefined) void this.#switchTo(worker, message.url)
  }

  async #switchTo(worker: Worker, url: string): Promise<void> {
    const [previous, previousUrl, changed] = [this.#serving, this.#url, [...this.#changed]]
    this.#serving = worker
    this.#starting = undefined
    this.#url = url
    this.#changed.clear()
    if (previous) {
      send(previous, 'stop')
      await once(previous, 'exit')
    }
    if (previousUrl === undefined || this.#flags.quiet) return
    const moved = url === previousUrl ? '' : ` The server now listens on ${url}.`
    this.#output.out(`${this.#flags.json ? reloadedEvent(changed, url) : RELOADED + moved}\n`)
  }

  #onExit(worker: Worker, code: number): void {
    if (worker === this.#starting) {
      this.#starting = undefined
      if (this.#url === undefined) this.#onFailedStart(code)
      else if (this.#serving) this.#report('the last valid options stay in use')
    } else if (worker === this.#serving) {
      this.#serving = undefined
      this.#report(`the server has ended with exit code ${code}; it starts again when a file changes`)
    }
  }
}

// Each process accepts connections itself. The other policy hands them over, and loses one that is handed to a process at its end.
cluster.schedulingPolicy = cluster.SCHED_NONE

/** Serves until a signal arrives, and starts again when a file changes. Returns what all clients have received. */
export async function serveAndWatch(flags: ServeFlags, output: Output): Promise<readonly CoverageAnswer[]> {
  const watch = await new Promise<Watch>((resolve, reject) => {
    const starting = new Watch(flags, output, (code) => reject(new Exit(code)))
    void waitForStop().then(() => resolve(starting))
  })
  const code = await watch.stop()
  if (code !== 0) throw new Exit(code)
  return watch.answers
}
