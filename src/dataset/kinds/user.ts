import { isPlainObject } from '../../common/plain-object.js'
import type { User } from '../../contract/resources.js'
import { userSchema } from '../../contract/resources/user.js'
import { parseRecord } from '../../contract/parse-record.js'
import { applyOverrides, builtId, gapFaker, stringIn, type Complete } from '../complete.js'
import { generateUser } from './generate-user.js'
import { checkSameId, merge, refuse, type Kind } from './kind.js'

export const completeUser: Complete = (partial, options) => {
  if (!isPlainObject(partial)) return partial
  const identity = {
    id: stringIn(partial, 'id') ?? builtId('user', options),
    firstName: stringIn(partial, 'firstName'),
    lastName: stringIn(partial, 'lastName'),
    username: stringIn(partial, 'username'),
  }
  return applyOverrides({ ...generateUser(gapFaker('user', options), identity) }, partial, 'preferredName')
}

export const userKind: Kind<User> = {
  noun: 'user',
  schema: userSchema,
  create(change, partial) {
    const { drafts } = change
    const options = change.next((each) => !drafts.users.get(builtId('user', each)))
    const user = parseRecord('User', completeUser(partial, options))
    if (drafts.users.get(user.id)) {
      refuse('user', `the id "${user.id}" is taken`, 'update that user, or leave out the id')
    }
    drafts.users.put(user)
    return user
  },
  /** Also changes the user in the volunteer record. */
  update({ drafts }, user, changes) {
    const updated = parseRecord('User', merge(user, changes))
    checkSameId('user', user.id, updated.id)
    const volunteer = drafts.volunteers.getByKey(user.id)
    if (volunteer) drafts.volunteers.put({ ...volunteer, user: updated })
    drafts.users.put(updated)
    return updated
  },
  /** Also removes the volunteer record. */
  remove({ drafts }, user) {
    const volunteer = drafts.volunteers.getByKey(user.id)
    if (volunteer) drafts.volunteers.remove(volunteer.id)
    drafts.users.remove(user.id)
  },
  /** Also removes all volunteer records, because each needs a user. */
  clear({ drafts }) {
    drafts.volunteers.clear()
    drafts.users.clear()
  },
}
