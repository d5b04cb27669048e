import type { ServerResponse } from 'node:http'
import { pipeline, Readable } from 'node:stream'
import type { Socket } from 'node:net'
import type { Answer, SendFailure } from '../api/answer.js'
import { identity } from '../common/version.js'

export type Headers = Readonly<Record<string, string>>

type SentAnswer = Pick<Answer, 'status' | 'headers' | 'body' | 'stream'>

/** Merged headers as a list of names and values, which Node writes faster than an object. */
const lists = new WeakMap<Headers, WeakMap<Headers, string[]>>()

/** V8 may store ASCII text with two bytes for each character. Node needs longer to write a response with such a header. */
function compact(text: string): string {
  return Buffer.from(text, 'latin1').toString('latin1')
}

/**
 * Merges headers, and adds the length of the body. The list is cached, because equal answers share their header objects. So
 * it is only valid until the next call.
 */
function headerList(first: Headers, second: Headers, length: number): string[] {
  let bySecond = lists.get(first)
  if (!bySecond) lists.set(first, (bySecond = new WeakMap()))
  let list = bySecond.get(second)
  if (!list) {
    const texts = Object.entries({ ...first, ...second, ...identity }).flat()
    list = [...texts.map(compact), 'content-length', '']
    bySecond.set(second, list)
  }
  list[list.length - 1] = String(length)
  return list
}

/** Node writes a `Buffer` faster than other bytes, which it converts each time. */
const buffers = new WeakMap<Uint8Array, Buffer>()

/** Returns the same bytes as a `Buffer`. It is cached, because encoded bodies are cached too. */
function toBuffer(bytes: Uint8Array): Buffer {
  let buffer = buffers.get(bytes)
  if (!buffer) buffers.set(bytes, (buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)))
  return buffer
}

export function send(outgoing: ServerResponse, answer: SentAnswer, more: Headers): void {
  const { status, headers, body } = answer
  if (body === null && answer.stream) {
    outgoing.writeHead(status, { ...headers, ...more, ...identity })
    // An error has closed the connection, or the client has.
    pipeline(Readable.fromWeb(answer.stream as never), outgoing, () => undefined)
    return
  }
  if (body === null) {
    // For HEAD, the headers already have the length of the omitted body, if it is known. A 204 has no length (RFC 9110 §8.6).
    const length = status === 204 || outgoing.req.method === 'HEAD' ? {} : { 'content-length': '0' }
    outgoing.writeHead(status, { ...length, ...headers, ...more, ...identity }).end()
    return
  }
  const length = Buffer.byteLength(body)
  outgoing.writeHead(status, headerList(headers, more, length))
  if (typeof body !== 'string') outgoing.end(toBuffer(body))
  // If the numbers of bytes and characters are equal, the body is ASCII. Node writes ASCII fastest as Latin-1.
  else if (length === body.length) outgoing.end(body, 'latin1')
  else outgoing.end(body)
}

/**
 * Breaks the response as the fault defines.
 *
 * @param hang Keeps a connection open.
 */
export function fail(
  outgoing: ServerResponse,
  answer: Answer,
  failure: SendFailure,
  more: Headers,
  hang: (socket: Socket) => void,
): void {
  // The earlier requests of the connection are answered first.
  if (!outgoing.socket) {
    outgoing.once('socket', () => fail(outgoing, answer, failure, more, hang))
    return
  }
  const { socket } = outgoing
  if (failure.kind === 'truncateBody') {
    outgoing.writeHead(answer.status, headerList(answer.headers, more, failure.length))
    if (failure.start.length === 0) outgoing.flushHeaders()
    else outgoing.write(failure.start)
    socket.destroySoon()
  } else if (failure.kind === 'hang') hang(socket)
  else socket.resetAndDestroy()
}
