import type { ProbeParts } from '../probe/probe-api.js'
import { fixtureSchemas } from './volunteer/fixtures.js'
import { volunteerRows } from './volunteer/probed.js'

/** What a probe needs to know of the API. */
export const conventionProbe: ProbeParts = { fixtures: fixtureSchemas, rows: { ...volunteerRows } }
