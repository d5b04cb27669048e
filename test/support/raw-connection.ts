import { connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { onTestFinished } from 'vitest'

export interface RawAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const HEAD_END = '\r\n\r\n'

/** Splits the first response off a latin1 text; `undefined` if the response is incomplete. */
function splitAnswer(text: string): { answer: RawAnswer; rest: string } | undefined {
  const end = text.indexOf(HEAD_END)
  if (end === -1) return undefined
  const [statusLine = '', ...lines] = text.slice(0, end).split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
    }),
  )
  const bodyStart = end + HEAD_END.length
  const bodyEnd = bodyStart + Number(headers['content-length'] ?? 0)
  if (text.length < bodyEnd) return undefined
  const body = Buffer.from(text.slice(bodyStart, bodyEnd), 'latin1').toString('utf8')
  return { answer: { status: Number(statusLine.split(' ')[1]), headers, body }, rest: text.slice(bodyEnd) }
}

/** A TCP connection to the server, for data that no HTTP client sends. It is closed at the end of the test. */
export class RawConnection {
  readonly #socket: Socket
  #received = ''
  #error: NodeJS.ErrnoException | undefined
  /** Resolves when the server has closed the connection. */
  readonly closed: Promise<void>

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.setEncoding('latin1')
    socket.on('data', (text: string) => (this.#received += text))
    // Some tests expect that the server cuts the connection, and wait for `closed`.
    socket.on('error', (error) => (this.#error = error))
    this.closed = new Promise((resolve) => socket.once('close', () => resolve()))
    onTestFinished(() => void socket.destroy())
  }

  /** @param ca The certificate of a server with https. */
  static async open({ port }: { port: number }, host = '127.0.0.1', ca?: string): Promise<RawConnection> {
    const socket = ca === undefined ? connect(port, host) : connectTls({ port, host, ca })
    const event = ca === undefined ? 'connect' : 'secureConnect'
    await new Promise<void>((resolve, reject) => socket.once(event, resolve).once('error', reject))
    return new RawConnection(socket)
  }

  write(data: string | Uint8Array): this {
    this.#socket.write(data)
    return this
  }

  end(): this {
    this.#socket.end()
    return this
  }

  /** Resolves when all written data has been sent. */
  flushed(): Promise<void> {
    return new Promise((resolve) => this.#socket.write('', () => resolve()))
  }

  cut(): void {
    this.#socket.resetAndDestroy()
  }

  /** All complete responses so far. */
  get answers(): RawAnswer[] {
    const answers: RawAnswer[] = []
    let split = splitAnswer(this.#received)
    while (split) {
      answers.push(split.answer)
      split = splitAnswer(split.rest)
    }
    return answers
  }

  /** The code of the error that ended the connection, for example `ECONNRESET`. `undefined` if there was no error. */
  get errorCode(): string | undefined {
    return this.#error?.code
  }

  /** All received data so far, as latin1. */
  get received(): string {
    return this.#received
  }

  /** Resolves with the response at this position, counted from 1, when it is complete. */
  async answer(number = 1): Promise<RawAnswer> {
    await this.receives(() => this.answers.length >= number)
    return this.answers[number - 1]!
  }

  /** Resolves when the received data meet a condition. */
  async receives(condition: (received: string) => boolean): Promise<void> {
    while (!condition(this.#received)) {
      if (this.#socket.closed) throw new Error(`closed before the expected data: ${this.#received}`)
      await this.#change()
    }
  }

  /** Resolves at the next data, or when the connection is closed. */
  #change(): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        this.#socket.off('data', done).off('close', done)
        resolve()
      }
      this.#socket.on('data', done).on('close', done)
    })
  }
}

/** Sends a text over a new connection, and returns the first response. */
export async function sendRaw(server: { readonly port: number }, text: string): Promise<RawAnswer> {
  return (await RawConnection.open(server)).write(text).answer()
}

/** Sends bytes over a new connection, closes its half, and returns the received data as latin1. */
export async function rawExchange(server: { readonly port: number }, bytes: Uint8Array): Promise<string> {
  const connection = (await RawConnection.open(server)).write(bytes).end()
  await connection.closed
  return connection.received
}

export function rawRequest(firstLine: string, headers: readonly string[] = [], body = ''): string {
  return `${[firstLine, ...headers].join('\r\n')}${HEAD_END}${body}`
}
