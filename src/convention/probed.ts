import { volunteerRows } from './volunteer/probed.js'

/** What a probe asks the operations that return one record, by assumption. */
export const recordRows = { ...volunteerRows } as const
