import { reportedApi as api } from './reported/api.js'

/** The type of `reportedApi`. */
export type ReportedApi = typeof api

/**
 * The operations that the real service's vendor documents, but the API specification does not have: users, their roles
 * and registrations, searches, departments and dealers, with their records. You can add more to it.
 *
 * @example
 * const mock = createMock({ profile: 'reported', extend: reportedApi })
 * await mock.registrations.create({ userId: '8', status: 'unpaid' })
 */
export const reportedApi: ReportedApi = api
