import type { Credentials, TokenState } from '../api/credentials.js'
import { InvalidOptionError } from '../common/errors.js'
import { preview } from '../common/text.js'
import type { Dataset, DatasetState } from '../dataset/dataset.js'
import type { AssumptionInput } from '../contract/assumptions.js'
import type { CurrentApi } from './current-api.js'
import type { SettableClock } from './clock.js'
import type { FaultList, FaultState } from './faults.js'

/** The parts of a mock that snapshots contain. */
export interface SnapshotParts {
  readonly dataset: Dataset
  readonly credentials: Credentials
  readonly apis: CurrentApi
  readonly clock: SettableClock
  readonly faults: FaultList
}

interface Snapshot {
  readonly records: DatasetState
  readonly tokens: TokenState
  readonly assumptions: AssumptionInput
  readonly clock: number
  readonly faults: FaultState
}

/** Limits the memory of servers that run for weeks. */
const MAX_SNAPSHOTS = 100
const MAX_IDS_SHOWN = 10

/** The snapshots of a mock. Their ids count up from "1". */
export class Snapshots {
  readonly #parts: SnapshotParts
  readonly #kept = new Map<string, Snapshot>()
  #last = 0

  constructor(parts: SnapshotParts) {
    this.#parts = parts
  }

  /** Takes a snapshot after all pending changes, and returns its id. */
  async take(): Promise<string> {
    const { dataset, credentials, apis, clock, faults } = this.#parts
    const id = String(++this.#last)
    // In the order of the caller's calls: only changes of records have to wait.
    const now = {
      tokens: credentials.snapshot(),
      assumptions: apis.snapshot(),
      clock: clock.snapshot(),
      faults: faults.snapshot(),
    }
    this.#kept.set(id, { ...now, records: await dataset.snapshot() })
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > MAX_SNAPSHOTS) this.#kept.delete(oldest!)
    return id
  }

  /** @throws InvalidOptionError For an unknown id. */
  async restore(id: string): Promise<void> {
    const { dataset, credentials, apis, clock, faults } = this.#parts
    const { tokens, assumptions, clock: offset, faults: added, records } = this.#find(id)
    credentials.restore(tokens)
    clock.restore(offset)
    apis.restore(assumptions)
    faults.restore(added)
    await dataset.restore(records)
  }

  #find(id: string): Snapshot {
    const found = this.#kept.get(id)
    if (found) return found
    const ids = [...this.#kept.keys()].slice(-MAX_IDS_SHOWN).join(', ')
    throw new InvalidOptionError(
      `unknown snapshot ${typeof id === 'string' ? `"${id}"` : preview(id)}; a mock keeps its newest ${MAX_SNAPSHOTS}. The newest ids are: ${ids || 'none'}`,
    )
  }
}
