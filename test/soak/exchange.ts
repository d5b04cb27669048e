import type { ExpectedAnswer } from './expected-answer.js'

/** A request as bytes, and the only right answer to it. */
export interface Exchange {
  /** What it is counted as. */
  readonly kind: string
  readonly request: Buffer
  readonly answer: ExpectedAnswer
}

/** How an answer should look, for people. */
export function describeAnswer({ parts }: ExpectedAnswer): string {
  const { status, headers, body, bodiless, connection } = parts
  const lines = Object.entries({ ...headers, 'content-length': body.length, connection })
  const head = [`HTTP/1.1 ${status}`, ...lines.map(([name, value]) => `${name}: ${value}`)].join('\r\n')
  return `${head}\r\n\r\n${bodiless ? '' : body.toString()}`
}
