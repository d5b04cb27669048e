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
    get: (target, name): unknown =>
      isMemberName(name) ? memberAt(`${path}.${name}`, call) : Reflect.get(target, name),
  })
}

/**
 * `await` and printing read members such as `then` and `toJSON`, which a mock does not have. Coercions such as `==` call those that
 * every object has, such as `toString`. A call would become an unhandled rejection.
 */
function isMemberName(name: string | symbol): name is string {
  return (
    typeof name === 'string' &&
    !['then', 'toJSON', 'prototype', '$$typeof'].includes(name) &&
    !(name in Object.prototype)
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
      get(target, name): unknown {
        if (name === 'fetch') return fetch
        return isMemberName(name) ? memberAt(name, call) : Reflect.get(target, name)
      },
    },
  ) as RemoteMock
}
