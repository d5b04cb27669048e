import type { Readable } from 'node:stream'
import { onTestFinished } from 'vitest'

/** An event of a stream. */
export interface ReadEvent {
  readonly event: string
  readonly data: any // oxlint-disable-line typescript/no-explicit-any -- tests check the values
}

function parse(text: string): ReadEvent | undefined {
  const fields = Object.fromEntries(
    text.split('\n').map((line) => {
      const [, name = '', value = ''] = /^(\w*):\s?(.*)$/.exec(line) ?? []
      return [name, value]
    }),
  ) as Record<string, string>
  if (fields['event'] === undefined) return undefined
  return { event: fields['event'], data: JSON.parse(fields['data']!) as unknown }
}

/** Reads server-sent events one by one. */
export class StreamReader {
  readonly #stream: Readable
  readonly #chunks: AsyncIterator<Buffer>
  #text = ''

  constructor(stream: Readable) {
    this.#stream = stream
    this.#chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>
    onTestFinished(() => this.close())
  }

  /** Returns the next block of the stream: an event or a comment. `undefined` at the end. */
  async #block(): Promise<string | undefined> {
    for (;;) {
      const end = this.#text.indexOf('\n\n')
      if (end !== -1) {
        const block = this.#text.slice(0, end)
        this.#text = this.#text.slice(end + 2)
        return block
      }
      const { done, value } = await this.#chunks.next()
      if (done) return undefined
      this.#text += value.toString()
    }
  }

  /** Returns the next event, or `undefined` if the stream has ended. */
  async next(): Promise<ReadEvent | undefined> {
    for (;;) {
      const block = await this.#block()
      const event = block === undefined ? undefined : parse(block)
      if (event !== undefined || block === undefined) return event
    }
  }

  /** Returns the next events. */
  async take(count: number): Promise<(ReadEvent | undefined)[]> {
    const events: (ReadEvent | undefined)[] = []
    while (events.length < count) events.push(await this.next())
    return events
  }

  close(): void {
    this.#stream.destroy()
  }
}
