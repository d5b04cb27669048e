import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type * as conmock from '../../../src/index.js'
import type * as server from '../../../src/server.js'
import { CONTROL, read, write, type Answered, type Call } from './wire.js'

/** The entries of the installed package. */
interface Installed {
  readonly createMock: typeof conmock.createMock
  readonly startServer: typeof server.startServer
}

interface Opened {
  readonly mock: conmock.Mock
  readonly server: server.RunningServer
  now: number
}

/** The part of Vite's plugin interface that is used here. */
interface ServerPlugin {
  readonly name: string
  configureServer(server: {
    middlewares: {
      use(path: string, answer: (request: IncomingMessage, response: ServerResponse) => void): void
    }
  }): void
}

/** Returns a property of the mock, or calls a method and returns its result. */
function memberOf(mock: object, member: string, values: readonly unknown[]): unknown {
  const names = member.split('.')
  const last = names.pop()!
  const owner = names.reduce<Record<string, unknown>>(
    (object, name) => object[name] as Record<string, unknown>,
    mock as Record<string, unknown>,
  )
  const found = owner[last]
  return typeof found === 'function'
    ? (found as (...all: unknown[]) => unknown).apply(owner, [...values])
    : found
}

/** Lets a page start servers and change their mocks, by requests to a path of its own origin. */
export function controlServers({ createMock, startServer }: Installed): ServerPlugin {
  const all: Opened[] = []

  async function open(options: conmock.MockOptions, moves: boolean, cors?: string): Promise<unknown> {
    const time = moves ? { now: () => opened.now } : {}
    const mock = createMock({ ...options, ...time })
    const running = await startServer({ mock, port: 0, cors })
    const opened: Opened = { mock, server: running, now: Number(options.now) }
    return { id: all.push(opened) - 1, url: running.url }
  }

  async function run({ id, member, values }: Call): Promise<unknown> {
    if (id === undefined) return open(...(values as Parameters<typeof open>))
    const opened = all[id]!
    if (member === 'close') return opened.server.close()
    if (member !== 'now') return memberOf(opened.mock, member, values)
    opened.now = Number(values[0])
    return undefined
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const answered: Answered = await run(read(await text(request)) as Call).then(
      (value) => ({ value }),
      (error: unknown) => ({ error: String(error) }),
    )
    response.end(write(answered))
  }

  return {
    name: 'control-servers',
    configureServer({ middlewares }) {
      middlewares.use(CONTROL, (request, response) => void answer(request, response))
    },
  }
}
