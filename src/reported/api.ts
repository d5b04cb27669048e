import { collections } from './collections.js'
import type { User } from '../convention/resources.js'
import { bodies, noAddress, responses, type Account } from './schemas.js'

const MAX_USER_IDS = 100

const tooMany = { message: `filter.userIds must have at most ${MAX_USER_IDS} ids.`, kind: 'validation' }

/** Returns what a filter by users selects: all records, unless it names users. */
function byUsers(filter: { readonly userIds?: readonly (string | number)[] | undefined } | undefined) {
  const userIds = filter?.userIds?.map(String)
  const wanted = userIds && new Set(userIds)
  return {
    isTooMany: userIds !== undefined && userIds.length > MAX_USER_IDS,
    where: ({ userId }: { readonly userId: string }) => wanted?.has(userId) ?? true,
  }
}

/** The vendor documents its kind and its code. */
const alreadyAdded = { message: 'UserWasAlreadyAdded', kind: 'logic', code: 3 }

/** Returns a user inside another record. A profile adds nothing to it, because it is no record of `users`. */
function inRecord(user: User) {
  return { ...user, preferredName: user.preferredName ?? null }
}

/** Returns a user with what only the operations for users show. Without an account, it is verified and has no address. */
function toUser(user: User, account: Account | undefined) {
  const { verified, address } = account ?? { verified: true, address: noAddress }
  return { ...inRecord(user), verified, address }
}

/** Returns the success of a change of roles. */
function succeed<Reply>(reply: (status: 200 | 204, body?: null | {}) => Reply, variant: string): Reply {
  return variant === '204' ? reply(204) : reply(200, variant === '200-null' ? null : {})
}

/** The operations that the vendor of the real service documents, and the API specification does not have. */
export const reportedApi = collections
  .assumption('registration.missing', {
    question: 'The response for a user without a registration',
    variants: ['404', '200-null'],
    source: 'Three public programs expect a 404',
    confidence: 'high',
  })
  .assumption('search.email', {
    question: '`filter.email` in a search for users',
    variants: ['exact', 'ignored'],
    source: 'The vendor does not document it, and two public programs send it',
    confidence: 'medium',
  })
  .assumption('search.manyUserIds', {
    question: 'A search for more than 100 ids in `filter.userIds`',
    variants: ['400', '200'],
    source: 'Public programs send at most 100',
    confidence: 'low',
  })
  .assumption('userRole.success', {
    question: 'Status and body after a change of the roles of a user',
    variants: ['204', '200-null', '200-object'],
    source: 'The vendor documents no body',
    confidence: 'low',
  })
  .assumption('userRole.addedTwice', {
    question: 'A second request that gives a user the same role',
    variants: ['400', 'success'],
    source: 'The vendor documents that it fails with `UserWasAlreadyAdded`',
    confidence: 'medium',
  })
  .assumption('userRole.otherScope', {
    question: 'A second request that gives a user the same role with another scope',
    variants: ['added-twice', 'change'],
    source: 'The vendor does not document it',
    confidence: 'low',
  })
  .assumption('userRole.removedTwice', {
    question: 'A request that takes a role from a user who does not have it',
    variants: ['404', 'success'],
    source: 'The vendor documents that it fails. A public program takes a 404 as "already gone"',
    confidence: 'medium',
  })
  .operation(
    'getUser',
    'GET /api/v0/users/:userId',
    { scope: 'user:read', params: { userId: 'users.id' }, response: responses.user },
    ({ found: { user }, records }) => toUser(user, records.accounts.find({ userId: user.id })),
  )
  .operation(
    'searchUsers',
    'POST /api/v0/users/search',
    {
      scope: 'user:read',
      body: bodies.searchUsers,
      readOnly: true,
      pages: 'users',
      response: responses.user,
    },
    ({ body: { limit, filter: { roleId, email } = {} }, records, assumptions, page }) => {
      const withRole =
        roleId === undefined ? undefined : records.userRoles.findMany({ roleId: String(roleId) })
      const isAny = email === undefined || assumptions['search.email'] === 'ignored'
      return page({
        limit,
        ids: withRole?.map(({ userId }) => userId),
        where: (user) => isAny || user.email === email,
        each: (user) => toUser(user, records.accounts.find({ userId: user.id })),
      })
    },
  )
  .operation(
    'getRegistration',
    'GET /api/v0/users/:id/registration',
    {
      scope: 'registration:read',
      params: { id: 'users.id' },
      response: responses.oneRegistration,
      refuses: [404],
    },
    ({ found: { user }, records, assumptions, refuse }) => {
      const registration = records.registrations.find({ userId: user.id })
      if (registration) {
        const { id: _id, userId: _userId, ...fields } = registration
        return { ...fields, user: inRecord(user) }
      }
      const isNull = assumptions['registration.missing'] === '200-null'
      return isNull ? null : refuse(404, `The user ${user.id} has no registration.`)
    },
  )
  .operation(
    'searchRegistrations',
    'POST /api/v0/registration/search',
    {
      scope: 'registration:read',
      body: bodies.searchByUsers,
      readOnly: true,
      pages: 'registrations',
      response: responses.registration,
      refuses: [400],
    },
    ({ body: { limit, filter }, records, assumptions, page, refuse }) => {
      const { isTooMany, where } = byUsers(filter)
      if (isTooMany && assumptions['search.manyUserIds'] === '400') return refuse(400, tooMany)
      return page({
        limit,
        where,
        each: ({ id: _id, userId, ...fields }) => ({ ...fields, user: inRecord(records.users.get(userId)) }),
      })
    },
  )
  .operation(
    'listUserRoles',
    'GET /api/v0/users/:userId/roles',
    {
      scope: 'user:read',
      params: { userId: 'users.id' },
      response: responses.userRoles,
    },
    ({ found: { user }, records }) => ({
      data: records.userRoles
        .findMany({ userId: user.id })
        .map(({ roleId, scope }) => ({ ...records.roles.get(roleId), scope })),
    }),
  )
  .operation(
    'addUserRole',
    'PUT /api/v0/users/:userId/roles/:roleId',
    {
      scope: 'user:roles:update',
      params: { userId: 'users.id', roleId: 'roles.id' },
      body: bodies.userRole,
      response: responses.changed,
      replies: [204, 200],
      refuses: [400],
      example: { body: { scope: 'convention' } },
    },
    ({ found: { user, role }, body: { scope }, records, assumptions, refuse, reply }) => {
      const given = { userId: user.id, roleId: role.id }
      const known = records.userRoles.find(given)
      if (!known) records.userRoles.create({ ...given, scope })
      else if (known.scope !== scope && assumptions['userRole.otherScope'] === 'change')
        records.userRoles.update(known.id, { scope })
      else if (assumptions['userRole.addedTwice'] === '400') return refuse(400, alreadyAdded)
      return succeed(reply, assumptions['userRole.success'])
    },
  )
  .operation(
    'removeUserRole',
    'DELETE /api/v0/users/:userId/roles/:roleId',
    {
      scope: 'user:roles:update',
      params: { userId: 'users.id', roleId: 'roles.id' },
      response: responses.changed,
      replies: [204, 200],
      refuses: [404],
    },
    ({ found: { user, role }, records, assumptions, refuse, reply }) => {
      const known = records.userRoles.find({ userId: user.id, roleId: role.id })
      if (known) records.userRoles.delete(known.id)
      else if (assumptions['userRole.removedTwice'] === '404')
        return refuse(404, `The user ${user.id} does not have the role ${role.id}.`)
      return succeed(reply, assumptions['userRole.success'])
    },
  )
  .operation(
    'searchVolunteers',
    'POST /api/v0/volunteers/search',
    {
      scope: 'volunteer:read',
      body: bodies.search,
      readOnly: true,
      pages: 'volunteers',
    },
    ({ body: { limit }, page }) => page({ limit }),
  )
  .operation(
    'listDepartments',
    'GET /api/v0/volunteers/departments',
    { scope: 'volunteer:read', response: responses.departments },
    ({ records }) =>
      records.departments.findMany().map(({ leadIds, ...department }) => ({
        ...department,
        leads: leadIds.map((id) => inRecord(records.users.get(id))),
      })),
  )
  .operation(
    'searchDealers',
    'POST /api/v0/dealers/search',
    {
      scope: 'vendor:read',
      body: bodies.searchByUsers,
      readOnly: true,
      pages: 'dealers',
      response: responses.dealer,
      refuses: [400],
    },
    ({ body: { limit, filter }, records, assumptions, page, refuse }) => {
      const { isTooMany, where } = byUsers(filter)
      if (isTooMany && assumptions['search.manyUserIds'] === '400') return refuse(400, tooMany)
      return page({
        limit,
        where,
        each: ({ userId, ...fields }) => ({ ...fields, user: inRecord(records.users.get(userId)) }),
      })
    },
  )
  // What a team adds is theirs.
  .extend()
