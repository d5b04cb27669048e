import type { Kind } from './kind.js'
import { kinds } from '../convention/kinds.js'
import type { KindName, RecordTypes } from '../convention/resources.js'

export const MAX_RECORDS = 10_000_000

export const kindNames = Object.keys(kinds) as KindName[]

/** Returns the kinds whose records contain a record of a kind, and the member that contains it. */
export function listContainers(name: KindName): { readonly container: KindName; readonly member: string }[] {
  return kindNames.flatMap((container) => {
    const { contains } = kinds[container]
    return contains?.kind === name ? [{ container, member: contains.member }] : []
  })
}

/** Creates an object with a member for each kind. The caller states its type, which TypeScript cannot infer. */
export function mapKinds(
  make: <Name extends KindName>(name: Name, kind: Kind<RecordTypes[Name]>) => unknown,
): Record<KindName, unknown> {
  return Object.fromEntries(kindNames.map((name) => [name, make(name, kinds[name])])) as Record<
    KindName,
    unknown
  >
}
