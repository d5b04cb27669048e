import edgeCasesFile from '../../../fixtures/edge-cases.json' with { type: 'json' }
import { deepFreeze } from '../../common/freeze.js'
import { isPlainObject } from '../../common/plain-object.js'
import type { Role } from '../resources.js'
import { roleSchema } from './schema.js'
import { applyOverrides, build, builtId, stringsIn, type FactoryOptions } from '../../dataset/build.js'
import { cursorProblem } from '../../dataset/keys.js'
import { generatedSource } from '../../dataset/source.js'
import type { DeepPartial } from '../../dataset/where.js'
import { generatedRoleIndex, generateRoleName } from './generate.js'
import type { Kind } from '../../dataset/kind.js'

const FIRST_GENERATED_ID = 101

export const roleKind: Kind<Role> = {
  noun: 'role',
  resource: 'Role',
  schema: roleSchema,
  keys: [
    { name: 'the role id', path: ['id'], problemOf: cursorProblem },
    { name: 'the role name', path: ['name'], problemOf: cursorProblem },
  ],
  firstBuiltId: 20_000_001,
  handMade: deepFreeze((edgeCasesFile as { readonly roles: readonly Role[] }).roles),
  example: { name: 'hr:staff' },
  defaultTotals: { default: 250, 'many-pages': 10_000 },
  generate: ({ seed, counts }) =>
    generatedSource({
      size: counts.roles ?? 0,
      firstId: FIRST_GENERATED_ID,
      make: (index) => ({ id: String(FIRST_GENERATED_ID + index), name: generateRoleName(seed, index) }),
      indexOfKey: (name) => generatedRoleIndex(seed, name),
    }),
  complete(partial, options) {
    if (!isPlainObject(partial)) return partial
    const { id = builtId(roleKind, options) } = stringsIn(partial)
    const { seed = 1, index = 0 } = options
    return applyOverrides({ id, name: `${generateRoleName(seed, index)}-${id}` }, partial)
  },
}

/**
 * Builds a valid role.
 *
 * @throws DataError If a given value is invalid, with the JSON path of every problem.
 * @throws InvalidOptionError For an unknown option, or an invalid seed or index.
 * @example
 * buildRole({ name: 'hr-staff' })
 */
export function buildRole(partial: DeepPartial<Role> = {}, options: FactoryOptions = {}): Role {
  return build(roleKind, partial, options)
}
