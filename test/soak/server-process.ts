import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { RequestLogTally } from './request-log.js'

const bin = fileURLToPath(new URL('../../dist/cli/bin.js', import.meta.url))
const probe = new URL('probe.mjs', import.meta.url).href

const MOST_MS_TO_START = 20_000
const MOST_MS_TO_LOOK = 20_000
const MOST_MS_TO_STOP = 10_000

/** What the server's process holds, after a collection of garbage. */
export interface Sample {
  /** Bytes of the heap that are in use, and those outside of it that objects on it hold. */
  readonly heap: number
  readonly rss: number
  /** Microseconds that it has computed since its start. */
  readonly cpu: number
  /** Open TCP connections. */
  readonly sockets: number
  /** Open file descriptors; nothing where the system does not list them. */
  readonly descriptors?: number
}

/** How the server's process ended. */
export interface Ending {
  /** `null` when it had to be killed. */
  readonly code: number | null
  readonly ms: number
  readonly stderr: string
}

/** Fails when a promise takes longer. */
async function within<T>(ms: number, what: string, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} took longer than ${ms / 1000} s`)), ms)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}

/** The server under load: the built command line in a process of its own, with a probe in it. */
export class ServerProcess {
  readonly #child: ChildProcess
  readonly #ended: Promise<number | null>
  readonly log = new RequestLogTally()
  #stderr = ''
  port = 0

  private constructor(args: readonly string[]) {
    const flags = ['--expose-gc', '--import', probe, bin, 'serve', '--port', '0', '--json', ...args]
    this.#child = spawn(process.execPath, flags, {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      // A group of its own: an interrupt from the terminal is for the soak, which then stops the server.
      detached: true,
    })
    this.#child.stderr!.setEncoding('utf8').on('data', (text: string) => (this.#stderr += text))
    this.#ended = new Promise((resolve) => {
      this.#child.once('close', (code) => resolve(code)).once('error', () => resolve(null))
    })
  }

  /** Starts a server with these flags, and waits until it listens. */
  static async start(args: readonly string[]): Promise<ServerProcess> {
    const server = new ServerProcess(args)
    try {
      await within(MOST_MS_TO_START, 'The start of the server', server.#listening())
    } catch (error) {
      server.kill()
      throw error
    }
    return server
  }

  async #listening(): Promise<void> {
    const stdout = this.#child.stdout!
    let greeting = Buffer.alloc(0)
    while (!greeting.includes('\n')) {
      const [chunk] = (await Promise.race([once(stdout, 'data'), this.#ended.then(() => [])])) as [Buffer?]
      if (chunk === undefined) throw new Error(`The server ended at once: ${this.#stderr}`)
      greeting = Buffer.concat([greeting, chunk])
    }
    const { url } = JSON.parse(greeting.toString()) as { url: string }
    this.port = Number(new URL(url).port)
    stdout.on('data', (chunk: Buffer) => this.log.take(chunk))
  }

  /** Collects the garbage of the server, and tells what is left. */
  sample(): Promise<Sample> {
    return this.#look('sample')
  }

  /** The number of its open TCP connections. */
  connections(): Promise<number> {
    return this.#look('connections')
  }

  async #look<T>(question: string): Promise<T> {
    if (!this.running) throw new Error(`The server has ended: ${this.#stderr}`)
    const answer = once(this.#child, 'message') as Promise<[T]>
    this.#child.send(question)
    const [found] = await within(MOST_MS_TO_LOOK, 'A look into the server', answer)
    return found
  }

  /** How it ended, when it has, and what it said on stderr. */
  get lastWords(): string {
    return `${this.#child.signalCode ?? this.#child.exitCode} ${this.#stderr.slice(-1000)}`.trim()
  }

  get running(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null
  }

  /** Asks it to stop, as a service manager does. */
  async stop(): Promise<Ending> {
    const start = performance.now()
    this.#child.kill('SIGTERM')
    const killer = setTimeout(() => this.kill(), MOST_MS_TO_STOP)
    const code = await this.#ended
    clearTimeout(killer)
    return { code, ms: performance.now() - start, stderr: this.#stderr }
  }

  kill(): void {
    this.#child.kill('SIGKILL')
  }
}
