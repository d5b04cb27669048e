import type { ListName } from '../../src/convention/operations.js'
import type { MockOptions } from '../../src/index.js'

/** Options for a mock whose list has this many records. */
export function listOf(list: ListName, size: number): MockOptions {
  return { data: { [list]: Array.from({ length: size }, () => ({})) } }
}
