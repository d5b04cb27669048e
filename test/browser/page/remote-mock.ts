import type { Mock, MockOptions } from '../../../src/index.js'
import { CONTROL, read, write, type Answered, type Call } from './wire.js'

/** Synchronous, because some methods of a mock return their value synchronously. */
function call(message: Call): unknown {
  const request = new XMLHttpRequest()
  request.open('POST', CONTROL, false)
  request.send(write(message))
  const { value, error } = read(request.responseText) as Answered
  if (error !== undefined) throw new Error(error)
  return value
}

function remoteMock(id: number): Mock {
  const now =
    (member: string) =>
    (...values: unknown[]) =>
      call({ id, member, values })
  const later =
    (member: string) =>
    async (...values: unknown[]) =>
      call({ id, member, values })
  const records = (kind: string) => ({
    create: later(`${kind}.create`),
    createMany: later(`${kind}.createMany`),
    update: later(`${kind}.update`),
    delete: later(`${kind}.delete`),
    find: now(`${kind}.find`),
    findMany: now(`${kind}.findMany`),
  })
  const mock = {
    volunteers: records('volunteers'),
    roles: records('roles'),
    users: records('users'),
    tokens: {
      issue: now('tokens.issue'),
      revoke: now('tokens.revoke'),
      get all() {
        return now('tokens.all')()
      },
    },
    requests: { all: now('requests.all') },
    clock: { advance: now('clock.advance') },
    assume: now('assume'),
    coverage: now('coverage'),
    reset: later('reset'),
    get settings() {
      return now('settings')()
    },
  }
  return mock as unknown as Mock
}

/** Controls a mock and its server, which run in Node, from a page. */
interface RemoteMock {
  readonly mock: Mock
  /** The URL of the server, which has another origin than the page. */
  readonly url: string
  /** Sends the time of the option `now` to the server. Call it before each request. */
  readonly beforeRequest: () => void
  readonly close: () => Promise<void>
}

/** Creates a mock and starts a server for it, in Node. */
export async function openRemote(
  { now, ...options }: MockOptions = {},
  cors?: string | readonly string[],
): Promise<RemoteMock> {
  const time = typeof now === 'function' ? now : undefined
  const given = { ...options, ...(now === undefined ? {} : { now: time ? time() : now }) }
  const opened = call({ member: 'open', values: [given, time !== undefined, cors] })
  const { id, url } = opened as { id: number; url: string }
  return {
    mock: remoteMock(id),
    url,
    beforeRequest() {
      if (time) call({ id, member: 'now', values: [time()] })
    },
    async close() {
      call({ id, member: 'close', values: [] })
    },
  }
}
