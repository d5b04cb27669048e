import { InvalidOptionError } from '../../common/errors.js'
import type { RemoteMock } from './remote-mock.js'

/** The members that are values of a mock, and no methods. `await mock.settings` reads them. */
export const getters: readonly string[] = [
  'settings',
  'tokens.all',
  'faults.all',
  'faults.operations',
  'requests.dropped',
]

type CallMember = (member: string, args: readonly unknown[]) => Promise<unknown>

/** Adds the method of a fault that was added, which cannot be sent. */
function addedFault(fault: unknown, call: CallMember): unknown {
  const { id } = fault as { readonly id: string }
  async function remove(): Promise<void> {
    await call('faults.remove', [id]).catch((error: unknown) => {
      // The fault is already removed.
      if (!(error instanceof InvalidOptionError)) throw error
    })
  }
  return { id, remove }
}

/** Returns the member of a mock with this path, or a group of members. */
function memberAt(path: string, call: CallMember): unknown {
  if (getters.includes(path)) {
    const value = call(path, [])
    // Debuggers read properties without awaiting them, so a failure must not become an unhandled rejection.
    value.catch(() => undefined)
    return value
  }
  async function method(...args: unknown[]): Promise<unknown> {
    const result = await call(path, args)
    return path === 'faults.add' ? addedFault(result, call) : result
  }
  return new Proxy(method, {
    get: (_, name) => (isMemberName(name) ? memberAt(`${path}.${name}`, call) : undefined),
  })
}

/** `await` and printing read members such as `then` and `toJSON`, which a mock does not have. */
function isMemberName(name: string | symbol): name is string {
  return (
    typeof name === 'string' && !['then', 'toJSON', 'constructor', 'prototype', '$$typeof'].includes(name)
  )
}

/**
 * Creates a mock whose members are called elsewhere. Sends nothing.
 *
 * @param call Calls a member with its arguments, for example `roles.create`.
 * @param fetch Sends requests to the API.
 */
export function createRemoteMock(call: CallMember, fetch: RemoteMock['fetch']): RemoteMock {
  return new Proxy(
    {},
    {
      get(_, name) {
        if (name === 'fetch') return fetch
        return isMemberName(name) ? memberAt(name, call) : undefined
      },
    },
  ) as RemoteMock
}
