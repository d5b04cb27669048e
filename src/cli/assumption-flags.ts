import type { ServerOptions } from '../server.js'
import { UsageError } from './errors.js'
import { splitPair } from './values.js'

/** Reads the assumptions in `--set` and `--page-size`. */
export function assumptionsFrom(flags: {
  readonly set?: readonly string[]
  readonly pageSize?: number
}): ServerOptions['assumptions'] {
  const { set = [], pageSize } = flags
  const pairs: [string, string | number][] = set.map((text) =>
    splitPair('--set', 'NAME=VARIANT', text, 'first'),
  )
  if (pageSize !== undefined) {
    if (pairs.some(([name]) => name === 'roles.pageSize')) {
      throw new UsageError(
        '--page-size and --set roles.pageSize= set the same assumption; remove one of them',
      )
    }
    pairs.push(['roles.pageSize', pageSize])
  }
  return Object.fromEntries(pairs)
}
