import type { CompiledApi } from '../contract/compile.js'
import type { DashboardParts } from '../contract/record-look.js'
import type { MockCore } from '../mock/mock-core.js'
import type { ProbeApi } from '../probe/probe-api.js'
import type { PactApi } from '../pact/parts/pact-api.js'

/** What the command line needs of an API. The entry hands it in. */
export interface CommandApi {
  readonly api: CompiledApi
  /** Returns the same for the API with what a team adds to it. @param extension The option `extend`, checked. */
  readonly extend: (extension: object) => CommandApi | Promise<CommandApi>
  /** The extensions of the package, by the names that `--extend` knows. */
  readonly extensions?: { readonly [name: string]: () => Promise<object> }
  /** What the dashboard shows differently from its default. */
  readonly dashboard?: DashboardParts
  /** Path of the JSON Schema of data files, from the root of a project that has installed conmock. Absent if the package does not have it. */
  readonly dataSchema?: string
  /** Returns what a server says about its records at the start, as members of the first line of `--json`. */
  readonly summarize: (mock: MockCore) => object
  /** Loads what only the commands for pacts need. */
  readonly loadPacts: () => Promise<PactApi>
  /** Loads what only a probe needs. */
  readonly loadProbe: () => Promise<ProbeApi>
}
