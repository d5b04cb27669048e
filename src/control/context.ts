import type { GuardOptions } from './guard.js'
import type { Spaces } from '../spaces/spaces.js'

/** What the control plane works with. */
export interface ControlContext {
  readonly spaces: Spaces
  /** Version of conmock. */
  readonly version: string
  /** Aborts when the server closes. Streams and long polls then end. */
  readonly signal: AbortSignal
  /** Tells the developer about a failure of conmock. */
  readonly report: (text: string) => void
  /** Who may use the control plane. */
  readonly access: GuardOptions
}
