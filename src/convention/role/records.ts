import edgeCasesFile from '../../../fixtures/edge-cases.json' with { type: 'json' }
import { deepFreeze } from '../../common/freeze.js'
import type { FactoryOptions } from '../../contract/kind.js'
import { build } from '../../dataset/build.js'
import { listKind } from '../../dataset/list-kind.js'
import type { DeepPartial } from '../../dataset/where.js'
import { roleAreas, roleDuties } from '../words.js'
import { roleSchema, type Role } from './schema.js'

export const roleKind = listKind<Role>({
  one: 'role',
  many: 'roles',
  resource: 'Role',
  schema: roleSchema,
  handMade: deepFreeze((edgeCasesFile as { readonly roles: readonly Role[] }).roles),
  defaultTotals: { default: 250, 'many-pages': 10_000 },
  words: [roleAreas, roleDuties],
})

/**
 * Builds a valid role.
 *
 * @throws DataError If a given value is invalid, with the JSON path of every problem.
 * @throws InvalidOptionError For an unknown option, or an invalid seed or index.
 * @example
 * buildRole({ name: 'hr-staff' })
 */
export function buildRole(partial?: DeepPartial<Role>, options?: FactoryOptions): Role {
  return build(roleKind, partial, options)
}
