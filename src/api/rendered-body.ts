import type { AssumptionName } from '../contract/assumptions.js'
import type { CaseName } from '../contract/operations.js'

/** The body of a successful answer, with what the coverage and the journal need. */
export interface RenderedBody {
  /** As bytes if it is already encoded (see `ListPages`). */
  readonly body: string | Uint8Array<ArrayBuffer>
  readonly cases: readonly CaseName[]
  readonly assumed: readonly AssumptionName[]
  /** A note for the developer, for the log. */
  readonly note?: string
}
