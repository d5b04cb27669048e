import { extendApi } from '../convention/extend-api.js'
import * as factories from './factories.js'
import { records } from './schemas.js'

/** How many of the first users and volunteers have records here. */
const FIRST = 10_000
/** Enough volunteers to know all departments. */
const SOME = 200

/** What is unusual about the registrations of some users. */
const unusual = new Map([
  ['3', { status: 'unpaid' as const }],
  ['4', { badgeName: '' }],
  ['5', { productDisplayName: null }],
  ['10', { options: factories.everyOption }],
])

/** Records that fit those of the API specification: their users, roles and departments. */
export const collections = extendApi({ origin: 'reported' })
  .collection('accounts', {
    one: 'account',
    schema: records.account,
    unique: ['userId'],
    references: { userId: 'users' },
    factory: factories.makeAccount,
    initial: ({ users }) =>
      users.first(FIRST).map(({ id }) => ({ userId: id, ...(id === '2' && { verified: false }) })),
  })
  .collection('registrations', {
    one: 'registration',
    schema: records.registration,
    unique: ['userId'],
    references: { userId: 'users' },
    factory: factories.makeRegistration,
    initial: ({ volunteers }) =>
      volunteers
        .first(FIRST)
        // Every tenth volunteer has no registration. User 2 is the first of them.
        .filter((_, index) => index % 10 !== 1)
        .map(({ user: { id } }) => ({ userId: id, ...unusual.get(id) })),
  })
  .collection('userRoles', {
    one: 'userRole',
    schema: records.userRole,
    unique: [['userId', 'roleId']],
    references: { userId: 'users', roleId: 'roles' },
    factory: factories.makeUserRole,
    // In turn, a user has two roles (one for each scope), no role, and one role.
    initial: ({ users, roles }) => {
      const all = roles.first(FIRST)
      return users.first(FIRST / 2).flatMap(({ id }, index) =>
        all.slice(0, (index + 2) % 3).map((_, place) => ({
          userId: id,
          roleId: all[(index * 3 + place) % all.length]!.id,
          scope: place === 0 ? ('convention' as const) : ('global' as const),
        })),
      )
    },
  })
  .collection('departments', {
    one: 'department',
    schema: records.department,
    references: { leadIds: 'users' },
    factory: factories.makeDepartment,
    initial: ({ volunteers }) => {
      const found = new Map<string, { name: string; leadIds: string[] }>()
      for (const { departments, user } of volunteers.first(SOME)) {
        for (const { id, name = '', states } of departments) {
          const known = found.get(id) ?? { name, leadIds: [] }
          known.name ||= name
          if (states.includes('assignment') && known.leadIds.length < 2) known.leadIds.push(user.id)
          found.set(id, known)
        }
      }
      return Array.from(found, ([id, known]) => ({ id, email: `department-${id}@example.com`, ...known }))
    },
  })
  .collection('dealers', {
    one: 'dealer',
    schema: records.dealer,
    unique: ['userId'],
    references: { userId: 'users' },
    factory: factories.makeDealer,
    initial: ({ volunteers }) =>
      volunteers
        .first(FIRST)
        .filter((_, index) => index % 8 === 0)
        // The second one has no application.
        .map(({ user: { id } }, index) => ({ userId: id, ...(index === 1 && { applications: [] }) })),
  })
