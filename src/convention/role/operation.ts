import { listOperation, type ListAssumptions } from '../../contract/list.js'

/** `GET /api/v0/roles`. */
export const listRoles = listOperation({
  id: 'listRoles',
  list: 'roles',
  path: '/api/v0/roles',
  scope: 'user:read',
  resource: 'Role',
  response: 'RoleList',
  observed: {
    lastPage: 'Searches of the real service end with `nextPage: null`',
    pageSize: 'Pages of 100 by default',
    order: 'Ascending ids',
    limit: 'A `limit` parameter is applied, up to 1000',
  },
})

/** The assumptions are repeated here, because editors show their comments. A mapped type with an `as` clause would lose them. */
export interface RoleAssumptions {
  /** How `nextPage` is returned on the last page of roles: `null`, or left out (`absent`). Default: `null`. */
  'roles.lastPage': ListAssumptions['lastPage']
  /**
   * How `data` is returned when there are no roles: an empty `array`, `null`, or left out (`absent`). Default:
   * `array`.
   */
  'roles.empty': ListAssumptions['empty']
  /** Number of roles on a page, from 1 to 10,000. Default: `100`. */
  'roles.pageSize': ListAssumptions['pageSize']
  /** Order of the roles: by id, by name, or by creation (oldest first). Default: `id`. */
  'roles.order': ListAssumptions['order']
  /**
   * Whether the query parameter `limit` sets the page size of roles. `applied`: a whole number from 1 to 1000;
   * any other value gets 400. Default: `ignored`.
   */
  'roles.limit': ListAssumptions['limit']
  /**
   * Whether other query parameters of the list of roles are `ignored` or `rejected` (400). Default: `ignored`.
   */
  'roles.unknownQuery': ListAssumptions['unknownQuery']
}
