import type { CommandApi } from '../../src/cli/command-api.js'
import { compile } from '../../src/contract/compile.js'
import { extendedApi } from '../../src/extension/extended-api.js'
import { getInternals } from '../../src/mock/mock-internals.js'
import type { ProbeApi } from '../../src/probe/probe-api.js'
import { library } from '../support/library.js'

/** What a probe asks a library: only its list. */
async function loadLibraryProbe(): Promise<ProbeApi> {
  const { bindProbe } = await import('../../src/probe/probe-api.js')
  return bindProbe(library, { fixtures: {}, rows: {} })
}

/** What the command line needs of the library. */
export const libraryCommands: CommandApi = {
  api: compile(library),
  extend: (extension) => ({ ...libraryCommands, api: extendedApi(library, extension) }),
  summarize: (mock) => ({ bookCount: getInternals(mock).records['books']!.count() }),
  async loadPacts() {
    const { bindPacts } = await import('../../src/pact/parts/pact-api.js')
    const { libraryPacts } = await import('./pact-parts.js')
    return bindPacts(library, libraryPacts)
  },
  loadProbe: loadLibraryProbe,
}
