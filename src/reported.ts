import { reportedApi as api } from './reported/api.js'

/** The type of `reportedApi`. */
export type ReportedApi = typeof api

/**
 * The operations that the vendor of the real service documents, and the API specification does not have: users, their roles
 * and registrations, searches, departments and dealers, with their records. Add what is still missing to it.
 *
 * @example
 * const mock = createMock({ profile: 'reported', extend: reportedApi })
 * await mock.registrations.create({ userId: '8', status: 'unpaid' })
 */
export const reportedApi: ReportedApi = api
