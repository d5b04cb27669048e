import { memberAt } from '../common/json-path.js'
import type { Keys } from '../contract/kind.js'

/** @param record May be partial. */
export function otherKey({ keys: [, key] }: { readonly keys: Keys }, record: unknown): string | undefined {
  const value = key && memberAt(record, key.path)
  return typeof value === 'string' ? value : undefined
}
