import { memberAt } from '../common/json-path.js'
import type { CompiledApi } from '../contract/compile.js'
import type { Keys, Kind } from '../contract/kind.js'

export const MAX_RECORDS = 10_000_000

interface Container {
  readonly container: string
  readonly member: string
}

/** Returns the kinds whose records contain a record of a kind, and the member that contains it. */
export function listContainers({ kinds }: CompiledApi, name: string): readonly Container[] {
  return Object.entries(kinds).flatMap(([container, { contains }]) =>
    contains?.kind === name ? [{ container, member: contains.member }] : [],
  )
}

/** Creates an object with a member for each kind. */
export function mapKinds<Result>(
  { kinds }: Pick<CompiledApi, 'kinds'>,
  make: (name: string, kind: Kind) => Result,
): { readonly [name: string]: Result } {
  return Object.fromEntries(Object.entries(kinds).map(([name, kind]) => [name, make(name, kind)]))
}

/** Returns the unique key of a record that is not its id. @param record May be partial. */
export function uniqueKey({ keys: [, key] }: { readonly keys: Keys }, record: unknown): string | undefined {
  const value = key && memberAt(record, key.path)
  return typeof value === 'string' ? value : undefined
}

/** Returns the kinds whose records refer to a kind, with the field. */
export function listReferrers({ kinds }: CompiledApi, name: string) {
  return Object.entries(kinds).flatMap(([kind, { references = {} }]) =>
    Object.entries(references).flatMap(([field, other]) => (other === name ? [{ kind, field }] : [])),
  )
}
