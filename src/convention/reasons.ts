import { volunteerReasons } from './volunteer/reasons.js'

/** The reasons for which only one operation refuses requests. */
export const reasonsOfOperations = { ...volunteerReasons } as const
