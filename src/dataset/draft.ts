import type { AnyRecord } from '../contract/kind.js'
import type { Rows } from '../contract/operation.js'
import { Overlay } from './overlay.js'
import { compareIds } from './source.js'
import type { Store } from './store.js'

/** What one change writes of one kind, in front of what others see. */
export class Draft extends Overlay<AnyRecord, Store> implements Rows {
  get size(): number {
    let { size } = this.below
    for (const [id, record] of this.changes) size += Number(record !== null) - Number(this.below.has(id))
    return size
  }

  *from(id?: string): Generator<AnyRecord> {
    const isLater = (record: AnyRecord) => id === undefined || compareIds(record.id, id) > 0
    const written = [...this.changes.values()].filter((record) => record !== null).filter(isLater)
    const next = written.toSorted((a, b) => compareIds(a.id, b.id)).values()
    let own = next.next().value
    for (const record of this.below.from(id)) {
      while (own && compareIds(own.id, record.id) <= 0) {
        yield own
        own = next.next().value
      }
      if (!this.changes.has(record.id)) yield record
    }
    for (; own; own = next.next().value) yield own
  }

  *having(field: string, text: string): Generator<AnyRecord> {
    for (const record of this.below.having(field, text)) if (!this.changes.has(record.id)) yield record
    yield* this.changedHaving(field, text)
  }
}
