import type { ChangedPart } from '../../mock/events.js'
import type { RequestEntry } from '../../mock/request-entry.js'
import type { SandboxChange } from '../../sandboxes/sandbox.js'

/** What the stream of events tells, by the name of the event. */
export interface AdminEvents {
  /** A sandbox has answered a request. */
  readonly request: { readonly sandbox: string; readonly entry: RequestEntry }
  /** A part of a sandbox has changed. */
  readonly change: { readonly sandbox: string; readonly what: ChangedPart }
  readonly sandbox: SandboxChange
}
