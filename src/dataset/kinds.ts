import { memberAt } from '../common/json-path.js'
import { compiled, type CompiledApi } from '../contract/compile.js'
import type { Keys, Kind } from '../contract/kind.js'

export const MAX_RECORDS = 10_000_000

interface Container {
  readonly container: string
  readonly member: string
}

const containers = compiled((api) =>
  mapKinds(api, (name): readonly Container[] =>
    Object.entries(api.kinds).flatMap(([container, { contains }]) =>
      contains?.kind === name ? [{ container, member: contains.member }] : [],
    ),
  ),
)

/** Returns the kinds whose records contain a record of a kind, and the member that contains it. */
export function listContainers(api: CompiledApi, name: string): readonly Container[] {
  return containers(api)[name]!
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

/** The fields that refer to the records of each kind. */
const referrers = compiled((api) =>
  mapKinds(api, (name) =>
    Object.entries(api.kinds).flatMap(([kind, { references = {} }]) =>
      Object.entries(references).flatMap(([field, other]) => (other === name ? [{ kind, field }] : [])),
    ),
  ),
)

/** Returns the kinds whose records refer to a kind, with the field. */
export function listReferrers(api: CompiledApi, name: string): readonly { kind: string; field: string }[] {
  return referrers(api)[name]!
}
