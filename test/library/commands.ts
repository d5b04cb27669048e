import * as z from 'zod/mini'
import type { CommandApi } from '../../src/cli/command-api.js'
import { compile } from '../../src/contract/compile.js'
import { getInternals } from '../../src/mock/mock-internals.js'
import { bindPacts } from '../../src/pact/parts/pact-api.js'
import { bindProbe } from '../../src/probe/probe-api.js'
import { library } from '../support/library.js'
import { libraryPacts } from './pact-parts.js'

/** What a probe asks a library: only its list. */
export const libraryProbe = bindProbe(library, { fixtures: z.object({}), rows: {} })

/** What the command line needs of the library. */
export const libraryCommands: CommandApi = {
  api: compile(library),
  summarize: (mock) => ({ bookCount: getInternals(mock).records['books']!.count() }),
  loadPacts: () => Promise.resolve(bindPacts(library, libraryPacts)),
  loadProbe: () => Promise.resolve(libraryProbe),
}
