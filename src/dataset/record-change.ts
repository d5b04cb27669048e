import { RecordNotFoundError } from '../common/errors.js'
import type { RecordChange, Refusal, Success } from '../contract/operation.js'
import type { Change } from './change.js'
import type { Dataset } from './dataset.js'
import { createRecord, deleteRecord, updateRecord } from './write-record.js'

/** Returns the changes that an operation may make. */
function openRecordChange(change: Change): RecordChange {
  function require(kind: string, id: string) {
    const record = change.draft(kind).get(id)
    if (record) return record
    throw new RecordNotFoundError(`no ${change.kind(kind).one} matches "${id}"`)
  }
  return {
    get: (kind, id) => change.draft(kind).get(id),
    getByKey: (kind, key) => change.draft(kind).getByKey(key),
    create: (kind, given) => createRecord(change, kind, given),
    update: (kind, id, changes) => updateRecord(change, kind, require(kind, id), changes),
    delete: (kind, id) => void deleteRecord(change, kind, require(kind, id)),
  }
}

/** Drops a change. */
class Refused extends Error {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(refusal.detail)
    this.refusal = refusal
  }
}

/** Runs an operation that changes records, after all earlier changes. If it refuses or throws, nothing changes. */
export async function changeOrRefuse(
  dataset: Dataset,
  run: (records: RecordChange) => Success | Refusal,
): Promise<Success | Refusal> {
  try {
    return await dataset.change((change) => {
      const result = run(openRecordChange(change))
      if ('detail' in result) throw new Refused(result)
      return result
    })
  } catch (error) {
    if (error instanceof Refused) return error.refusal
    throw error
  }
}
