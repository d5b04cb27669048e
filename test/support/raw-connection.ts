import { connect, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** One answer as its bytes came. */
export interface RawAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const HEAD_END = '\r\n\r\n'

/** Splits the first answer off a text that holds each byte as one character; nothing when it is not whole. */
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

/** A TCP connection to the server, for what no HTTP client would send. Ends with the test. */
export class RawConnection {
  readonly #socket: Socket
  #received = ''
  /** Resolves when the server has closed the connection. */
  readonly closed: Promise<void>

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.setEncoding('latin1')
    socket.on('data', (text: string) => (this.#received += text))
    // A connection that the server cuts off is what some tests want to see; `closed` tells them.
    socket.on('error', () => undefined)
    this.closed = new Promise((resolve) => socket.once('close', () => resolve()))
    onTestFinished(() => void socket.destroy())
  }

  static async open({ port }: { readonly port: number }, host = '127.0.0.1'): Promise<RawConnection> {
    const socket = connect(port, host)
    await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject))
    return new RawConnection(socket)
  }

  write(text: string): this {
    this.#socket.write(text)
    return this
  }

  /** Closes this half of the connection. */
  end(): this {
    this.#socket.end()
    return this
  }

  /** Resolves when everything that was written has left this side. */
  flushed(): Promise<void> {
    return new Promise((resolve) => this.#socket.write('', () => resolve()))
  }

  /** Goes away without a goodbye. */
  cut(): void {
    this.#socket.resetAndDestroy()
  }

  /** The whole answers that came so far. */
  get answers(): RawAnswer[] {
    const answers: RawAnswer[] = []
    let split = splitAnswer(this.#received)
    while (split) {
      answers.push(split.answer)
      split = splitAnswer(split.rest)
    }
    return answers
  }

  /** Everything that came so far, a character a byte. */
  get received(): string {
    return this.#received
  }

  /** Resolves with the answer of that number, counted from 1, when it is whole. */
  async answer(number = 1): Promise<RawAnswer> {
    for (;;) {
      const answer = this.answers[number - 1]
      if (answer) return answer
      if (this.#socket.closed) throw new Error(`closed before answer ${number}: ${this.#received}`)
      await new Promise<void>((resolve) => {
        const done = () => {
          this.#socket.off('data', done).off('close', done)
          resolve()
        }
        this.#socket.on('data', done).on('close', done)
      })
    }
  }
}

/** Sends one text over a connection of its own, and gives back the first answer. */
export async function sendRaw(server: { readonly port: number }, text: string): Promise<RawAnswer> {
  return (await RawConnection.open(server)).write(text).answer()
}

/** A request's text: its first line, its headers, an empty line, its body. */
export function rawRequest(firstLine: string, headers: readonly string[] = [], body = ''): string {
  return `${[firstLine, ...headers].join('\r\n')}${HEAD_END}${body}`
}
