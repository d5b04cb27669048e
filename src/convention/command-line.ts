import type { CommandApi } from '../cli/command-api.js'
import type { Records } from '../dataset/records.js'
import { compile, type CompiledApi } from '../contract/compile.js'
import type { MockCore } from '../mock/mock-core.js'
import { getInternals } from '../mock/mock-internals.js'
import { convention } from './convention.js'
import { conventionDashboard } from './dashboard.js'
import { extendedConvention } from './extended.js'
import { loadPacts } from './load-pacts.js'
import type { RecordTypes } from './resources.js'

const MAX_USERS = 20

/** What a server says about its records at the start: ids of users, those with a record first, and the number of roles. */
function summarize(mock: MockCore) {
  const { records } = getInternals(mock)
  const users = records['users']!
  const volunteers = records['volunteers'] as unknown as Records<RecordTypes['volunteers']>
  const ids = users.page({ limit: MAX_USERS }).records.map(({ id }) => id)
  const withRecord = new Set(ids.filter((id) => volunteers.find({ user: { id } })))
  return {
    userIds: [...withRecord, ...ids.filter((id) => !withRecord.has(id))],
    roleCount: records['roles']!.count(),
  }
}

function createCommands(api: CompiledApi, extension?: object): CommandApi {
  return {
    api,
    extend: async (added) => createCommands(await extendedConvention(added), added),
    summarize,
    dashboard: conventionDashboard,
    // That of the package does not know the collections of a team.
    ...(!extension && { dataSchema: './node_modules/conmock/data.schema.json' }),
    loadPacts: () => loadPacts(extension),
    async loadProbe() {
      const [{ bindProbe }, { conventionProbe }] = await Promise.all([
        import('../probe/probe-api.js'),
        import('./probed.js'),
      ])
      return bindProbe(convention, conventionProbe)
    },
  }
}

/** What the command line needs of the convention. */
export const conventionCommands: CommandApi = createCommands(compile(convention))
