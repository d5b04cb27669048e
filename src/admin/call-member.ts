import { InvalidOptionError } from '../common/errors.js'
import { didYouMean } from '../common/text.js'
import { decodeAbsent } from '../common/undefined-marker.js'
import type { MockCore } from '../mock/mock-core.js'
import { getInternals } from '../mock/mock-internals.js'
import { MEMBERS_PATH } from './admin-path.js'
import { mockMembers, type Member, type Signals } from './members.js'
import { AdminError } from './answers.js'

/**
 * Finds a member in its table, and calls it. The table is a Map, so that no name reaches an inherited member.
 *
 * @throws AdminError If the member does not exist.
 * @throws InvalidOptionError If there are too many arguments.
 */
export async function callMember<Target>(
  members: ReadonlyMap<string, Member<Target>>,
  name: string,
  target: Target,
  args: readonly unknown[],
  signals: Signals,
): Promise<unknown> {
  const found = members.get(name)
  if (!found) {
    const start = name.slice(0, 40)
    throw new AdminError(
      404,
      `there is no member "${start}"${didYouMean(start, [...members.keys()])} GET ${MEMBERS_PATH} lists all`,
    )
  }
  const parameters = found.parameters === '' ? [] : found.parameters.split(', ')
  if (args.length > parameters.length) {
    throw new InvalidOptionError(
      `${name}(${found.parameters}) takes ${parameters.length || 'no'} arguments, but got ${args.length}`,
    )
  }
  return found.call(target, signals, ...args.map((each) => decodeAbsent(each)))
}

/** Calls a member of a mock. Waits for pending changes first, so that the result includes them. */
export async function callMockMember(
  mock: MockCore,
  name: string,
  args: readonly unknown[],
  signals: Signals,
): Promise<unknown> {
  const { api, dataset } = getInternals(mock)
  await dataset.settled
  return callMember(mockMembers(api), name, mock, args, signals)
}
