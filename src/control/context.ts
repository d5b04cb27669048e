import type { GuardOptions } from './guard.js'
import type { Spaces } from '../spaces/spaces.js'

export interface ControlContext {
  readonly spaces: Spaces
  readonly version: string
  /** Aborts when the server closes. Streams and long polls then end. */
  readonly signal: AbortSignal
  /** Tells the developer about a failure of conmock. */
  readonly report: (text: string) => void
  readonly access: GuardOptions
}
