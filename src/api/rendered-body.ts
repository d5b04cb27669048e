import type { AssumptionName } from '../contract/assumptions.js'
import type { ShapeName } from '../contract/shapes.js'

/** The body of a successful answer, with what the ledger and the log need. */
export interface RenderedBody {
  /** As bytes if it is already encoded (see `ListPages`). */
  readonly body: string | Uint8Array<ArrayBuffer>
  readonly shapes: readonly ShapeName[]
  readonly assumed: readonly AssumptionName[]
  /** A note for the developer, for the log. */
  readonly note?: string
}
