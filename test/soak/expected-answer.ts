/** What an answer must be, as far as it can be known before the server is asked. */
export interface AnswerParts {
  readonly status: number
  /** All headers but those of the transport, by their names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  /** Whether the body stays away, as it does for HEAD. */
  readonly bodiless?: boolean
  /** What the server must do with the connection. */
  readonly connection: 'keep-alive' | 'close'
  /** Whether it comes from where node:http has no answer of its own, and so without a date. */
  readonly undated?: boolean
  /** Whether `100 Continue` comes before it. */
  readonly continued?: boolean
}

const CONTINUE = Buffer.from('HTTP/1.1 100 Continue\r\n\r\n')
const HEAD_END = '\r\n\r\n'
const DATE = /\r\ndate: /i
/** Of `Tue, 01 Jan 2030 00:00:00 GMT`. */
const DATE_LENGTH = 29
const transportNames = new Set(['date', 'connection', 'keep-alive', 'content-length'])

function readHead(text: string): { status: number; headers: Map<string, string> } | undefined {
  const [first = '', ...lines] = text.split('\r\n')
  const status = /^HTTP\/1\.1 (\d{3}) [A-Z][A-Za-z -]*$/.exec(first)?.[1]
  if (status === undefined) return undefined
  const headers = new Map<string, string>()
  for (const line of lines) {
    const [, name, value] = /^([!#-'*+.0-9A-Z^-z|~-]+): (.*)$/.exec(line) ?? []
    if (name === undefined || value === undefined || headers.has(name.toLowerCase())) return undefined
    headers.set(name.toLowerCase(), value)
  }
  return { status: Number(status), headers }
}

/**
 * One expected answer. The first that comes is read and compared part by part; from then on its bytes are known, and
 * every other must have the same, but for the date.
 */
export class ExpectedAnswer {
  readonly parts: AnswerParts
  #known: Buffer | undefined
  #dateStart = 0
  #dateEnd = 0

  constructor(parts: AnswerParts) {
    this.parts = parts
  }

  /** The number of bytes that the right answer takes from `start` on; 0 when it is not whole yet, -1 when it is wrong. */
  match(bytes: Buffer, start: number): number {
    const known = this.#known
    if (known === undefined) return this.#learn(bytes, start)
    if (bytes.length - start < known.length) return 0
    const [dateStart, dateEnd] = [this.#dateStart, this.#dateEnd]
    const same =
      bytes.compare(known, 0, dateStart, start, start + dateStart) === 0 &&
      bytes.compare(known, dateEnd, known.length, start + dateEnd, start + known.length) === 0
    return same ? known.length : -1
  }

  #learn(bytes: Buffer, start: number): number {
    const prefix = this.parts.continued ? CONTINUE.length : 0
    const headStart = start + prefix
    const headEnd = bytes.indexOf(HEAD_END, headStart)
    if (headEnd === -1) return 0
    const length = headEnd + HEAD_END.length + (this.parts.bodiless ? 0 : this.parts.body.length) - start
    if (bytes.length - start < length) return 0
    const answer = Buffer.from(bytes.subarray(start, start + length))
    if (!this.#isRight(answer, prefix)) return -1
    const date = DATE.exec(answer.toString('latin1', 0, headEnd - start))
    this.#known = answer
    this.#dateStart = date ? date.index + date[0].length : length
    this.#dateEnd = date ? this.#dateStart + DATE_LENGTH : length
    return length
  }

  #isRight(answer: Buffer, prefix: number): boolean {
    const { status, headers, body, bodiless = false } = this.parts
    if (!answer.subarray(0, prefix).equals(CONTINUE.subarray(0, prefix))) return false
    const headEnd = answer.indexOf(HEAD_END, prefix)
    const head = readHead(answer.toString('latin1', prefix, headEnd))
    if (head?.status !== status || !this.#transportIsRight(head.headers)) return false
    const own = [...head.headers].filter(([name]) => !transportNames.has(name))
    if (own.length !== Object.keys(headers).length) return false
    if (!own.every(([name, value]) => headers[name] === value)) return false
    return answer.subarray(headEnd + HEAD_END.length).equals(bodiless ? Buffer.alloc(0) : body)
  }

  #transportIsRight(headers: ReadonlyMap<string, string>): boolean {
    const { status, body, connection, undated = false } = this.parts
    const length = status === 204 ? undefined : String(body.length)
    const date = headers.get('date')
    const keepAlive = headers.get('keep-alive')
    return (
      headers.get('content-length') === length &&
      headers.get('connection') === connection &&
      (connection === 'close' ? keepAlive === undefined : /^timeout=\d+$/.test(keepAlive ?? '')) &&
      (undated ? date === undefined : date?.length === DATE_LENGTH && !Number.isNaN(Date.parse(date)))
    )
  }
}
