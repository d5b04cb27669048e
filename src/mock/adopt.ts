import type { CoverageCounter } from '../coverage/coverage-counter.js'
import type { Origin } from './create-dataset.js'
import type { Journal } from './journal.js'
import type { Snapshots, SnapshotParts } from './snapshots.js'

/** The state of a mock that a new mock with changed options takes over. */
export interface MockState extends SnapshotParts {
  readonly origin: Origin
  readonly journal: Journal
  readonly coverage: CoverageCounter
  readonly snapshots: Snapshots
}

/**
 * Gives a new mock the tokens, assumptions, clock, faults, journal and snapshots of the previous one, which must not be used
 * afterward. `createDataset` takes over the records. Must be called last, because an error in the options must change
 * nothing.
 */
export function adoptState(state: MockState, previous: MockState): void {
  state.credentials.adopt(previous.credentials)
  state.clock.restore(previous.clock.snapshot())
  state.apis.restore(previous.apis.snapshot())
  state.faults.adopt(previous.faults)
  state.journal.adopt(previous.journal)
  state.snapshots.adopt(previous.snapshots)
}
