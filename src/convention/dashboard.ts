import type { DashboardParts } from '../contract/record-look.js'
import { edgeCases, type EdgeCase } from './edge-cases.js'
import type { RecordTypes } from './resources.js'
import { userLook } from './user/look.js'
import { volunteerLook } from './volunteer/look.js'

const entries: [string, EdgeCase][] = Object.entries(edgeCases)

/** How the dashboard shows the records and the edge cases of the convention. */
export const conventionDashboard = {
  looks: {
    volunteers: volunteerLook,
    users: userLook,
    roles: { templates: { 'A name': { name: 'new-role' } } },
  } satisfies { readonly [Kind in keyof RecordTypes]: object },
  edgeCases: entries.map(
    ([
      name,
      {
        shows,
        volunteer,
        user: { id, username },
      },
    ]) => {
      // Not every sandbox has the edge cases, and any user may have the id of one.
      const user = { id, username }
      return { name, shows, records: { ...(volunteer && { volunteers: { user } }), users: user } }
    },
  ),
} satisfies DashboardParts
