import { isPlainObject } from '../../common/plain-object.js'
import type { Role } from '../../contract/resources.js'
import { roleSchema } from '../../contract/resources/role.js'
import { parseRecord } from '../../contract/parse-record.js'
import { applyOverrides, builtId, stringIn, type Complete } from '../complete.js'
import { generateRoleName } from './generate-role.js'
import { checkSameId, merge, refuse, type Change, type Kind } from './kind.js'

export const completeRole: Complete = (partial, options) => {
  if (!isPlainObject(partial)) return partial
  const id = stringIn(partial, 'id') ?? builtId('role', options)
  const { seed = 1, index = 0 } = options
  return applyOverrides({ id, name: `${generateRoleName(seed, index)}-${id}` }, partial)
}

function checkName({ drafts }: Change, { id, name }: Role): void {
  const owner = drafts.roles.getByKey(name)
  if (owner && owner.id !== id) {
    refuse('role', `the name "${name}" belongs to the role "${owner.id}"`, 'choose another')
  }
}

export const roleKind: Kind<Role> = {
  noun: 'role',
  schema: roleSchema,
  keyOf: ({ name }) => name,
  keyIn: ({ name }) => name,
  create(change, partial) {
    const { roles } = change.drafts
    const build = () => {
      const options = change.next((each) => !roles.get(builtId('role', each)))
      return parseRecord('Role', completeRole(partial, options))
    }
    let role = build()
    if (isPlainObject(partial) && partial.name === undefined) {
      while (roles.getByKey(role.name)) role = build()
    }
    if (roles.get(role.id)) refuse('role', `the id "${role.id}" is taken`, 'leave it out, or choose another')
    checkName(change, role)
    roles.put(role)
    return role
  },
  update(change, role, changes) {
    const updated = parseRecord('Role', merge(role, changes))
    checkSameId('role', role.id, updated.id)
    checkName(change, updated)
    change.drafts.roles.put(updated)
    return updated
  },
  remove: ({ drafts }, { id }) => drafts.roles.remove(id),
  clear: ({ drafts }) => drafts.roles.clear(),
}
