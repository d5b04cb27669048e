import { ConflictError, DataError, RecordNotFoundError } from '../common/errors.js'
import { memberAt } from '../common/json-path.js'
import { preview } from '../common/text.js'
import type { CompiledApi } from '../contract/compile.js'
import type { AnyRecord, FactoryOptions, Kind } from '../contract/kind.js'
import type { RecordChange } from '../contract/operation.js'
import { builtId, merge, parseRecord } from './build.js'
import { listContainers, listReferrers, uniqueKey } from './kinds.js'
import { Overlay } from './overlay.js'
import { findSame, unknownReferences } from './rules.js'
import type { Store } from './store.js'

export type Stores = { readonly [kind: string]: Store }

function refuse(noun: string, problem: string, remedy: string): never {
  throw new ConflictError(`cannot write the ${noun}: ${problem}; ${remedy}`)
}

/** Checks that an update keeps the ids of a record and of the record that it contains. */
function checkSameIds({ one, contains }: Kind, before: unknown, after: unknown): void {
  for (const path of [['id'], ...(contains ? [[contains.member, 'id']] : [])]) {
    const [id, other] = [memberAt(before, path), memberAt(after, path)]
    if (id === other) continue
    const problem = `its ${path.join('.')} is "${preview(id)}" and cannot become "${preview(other)}"`
    refuse(one, problem, 'create another record')
  }
}

interface Named {
  /** Name of the kind. */
  readonly name: string
  readonly record: AnyRecord
}

/** Records that a deletion affects, by kind and id. */
type Affected = Map<string, Named>

function keyOf(name: string, id: string): string {
  return `${name} ${id}`
}

function addTo(affected: Affected, name: string, record: AnyRecord): void {
  affected.set(keyOf(name, record.id), { name, record })
}

/** What one change writes of one kind, in front of what others see. */
type Draft = Overlay<AnyRecord, Store>

/** What a change reads, and what new values depend on. */
interface Basis {
  readonly api: CompiledApi
  readonly stores: Stores
  readonly seed: number
  /** The time of the mock's clock, if the option `now` is set. */
  readonly date: string | undefined
  /** Never returns the same index twice. */
  readonly nextIndex: () => number
}

/**
 * A change of records. It reads its own writes. Others see them after the change is published, all at once.
 */
export class Change implements RecordChange {
  readonly #basis: Basis
  readonly #drafts = new Map<string, Draft>()

  constructor(basis: Basis) {
    this.#basis = basis
  }

  rows(name: string): Draft {
    const known = this.#drafts.get(name)
    if (known) return known
    const { stores, api } = this.#basis
    const draft: Draft = new Overlay(() => stores[name]!, api.kinds[name]!)
    this.#drafts.set(name, draft)
    return draft
  }

  create(name: string, given: unknown): AnyRecord {
    const { api, date } = this.#basis
    const kind = api.kinds[name]!
    const { contains } = kind
    const containedId = contains && memberAt(given, [contains.member, 'id'])
    const contained = typeof containedId === 'string' ? this.rows(contains!.kind).get(containedId) : undefined
    const rows = this.rows(name)
    const isGenerated = (field: string) => memberAt(given, [field]) === undefined
    for (let tries = 0; ; tries++) {
      const record = parseRecord(kind, kind.complete(given, this.#nextOptions(), { date, contained }))
      const key = uniqueKey(kind, record)
      // A generated value may belong to another record. The next options generate another one, unless the factory always makes the same.
      const isTaken =
        (key !== undefined && uniqueKey(kind, given) === undefined && rows.getByKey(key)) ||
        (tries <= rows.size &&
          ((isGenerated('id') && rows.has(record.id)) ||
            findSame(kind, record, rows)?.names.some(isGenerated)))
      if (!isTaken) return this.#put(name, record)
    }
  }

  update(name: string, id: string, changes: unknown): AnyRecord {
    const { api, seed, date } = this.#basis
    const kind = api.kinds[name]!
    const record = this.#require(name, id)
    const updated = kind.update?.(record, changes, { seed, date }) ?? merge(kind.schema, record, changes)
    return this.#put(name, parseRecord(kind, updated), record)
  }

  /** Deletes a record, and those that contain it or refer to it. Lists of ids only lose the id. */
  delete(name: string, id: string): AnyRecord {
    const { api } = this.#basis
    const record = this.#require(name, id)
    const deleted: Affected = new Map()
    const shortened: Affected = new Map()
    addTo(deleted, name, record)
    // The loop also visits what it adds.
    for (const each of deleted.values()) {
      for (const { kind, record: container } of this.#findContainers(each.name, each.record.id))
        addTo(deleted, kind, container)
      for (const { kind, field } of listReferrers(api, each.name)) {
        for (const referring of this.rows(kind).having(field, each.record.id))
          addTo(Array.isArray(memberAt(referring, [field])) ? shortened : deleted, kind, referring)
      }
    }
    const kept = [...shortened].filter(([key]) => !deleted.has(key))
    // Nothing is deleted if a schema refuses a shorter list.
    const shorter = kept.map(([, each]) => this.#withoutIds(each, deleted))
    for (const each of deleted.values()) this.rows(each.name).remove(each.record.id)
    for (const each of shorter) this.rows(each.name).put(each.record)
    return record
  }

  #withoutIds({ name, record }: Named, deleted: Affected): Named {
    const kind = this.#basis.api.kinds[name]!
    const lists = Object.entries(kind.references ?? {}).flatMap(([field, of]) => {
      const ids = memberAt(record, [field])
      return Array.isArray(ids) ? [[field, ids.filter((id) => !deleted.has(keyOf(of, id as string)))]] : []
    })
    return { name, record: parseRecord(kind, { ...record, ...Object.fromEntries(lists) }) }
  }

  /** Deletes the records that refer to any record of a kind. Lists of ids become empty. */
  dropReferences(referring: ReturnType<typeof listReferrers>): void {
    for (const { kind, field } of referring) {
      const rows = this.rows(kind)
      for (const record of Array.from(rows.from())) {
        const value = memberAt(record, [field])
        // The schema may refuse the empty list.
        if (Array.isArray(value))
          rows.put(parseRecord(this.#basis.api.kinds[kind]!, { ...record, [field]: [] }))
        else if (typeof value === 'string' && rows.has(record.id)) this.delete(kind, record.id)
      }
    }
  }

  async publish(): Promise<void> {
    const changed = [...this.#drafts].filter(([, { changes }]) => changes.size > 0)
    const { stores } = this.#basis
    const staged = changed.map(([name, { changes }]) => stores[name]!.stage(changes))
    for (const show of await Promise.all(staged)) show()
  }

  /** Returns the next options whose ids are free in every kind, because a record may be created with one of another kind. */
  #nextOptions(): FactoryOptions {
    const { api, seed, nextIndex } = this.#basis
    for (;;) {
      const options = { seed, index: nextIndex() }
      const isTaken = api.kindNames.some((name) => this.rows(name).get(builtId(api.kinds[name]!, options)))
      if (!isTaken) return options
    }
  }

  #require(name: string, id: string): AnyRecord {
    const record = this.rows(name).get(id)
    if (record) return record
    throw new RecordNotFoundError(`no ${this.#basis.api.kinds[name]!.one} matches "${id}"`)
  }

  /** Returns the records that contain a record, with their drafts and the member that contains it. */
  #findContainers(name: string, id: string) {
    return listContainers(this.#basis.api, name).flatMap(({ container, member }) => {
      const draft = this.rows(container)
      const record = draft.getByKey(id)
      return record ? [{ kind: container, draft, member, record }] : []
    })
  }

  #checkUnique(name: string, record: AnyRecord, before: AnyRecord | undefined): void {
    const kind = this.#basis.api.kinds[name]!
    const { one } = kind
    const [idKey, key] = kind.keys
    const value = uniqueKey(kind, record)
    const sameKey = value === undefined ? undefined : this.rows(name).getByKey(value)
    if (key && sameKey && sameKey.id !== before?.id) {
      const remedy = `update that ${one}, or choose another ${key.path.join('.')}`
      refuse(one, `${key.name} "${preview(value)}" belongs to the ${one} "${preview(sameKey.id)}"`, remedy)
    }
    if (!before && this.rows(name).get(record.id)) {
      refuse(
        one,
        `${idKey.name} "${preview(record.id)}" is taken`,
        `update that ${one}, or choose another id`,
      )
    }
  }

  /** Checks the rules of a kind that the keys do not say. */
  #checkRules(name: string, record: AnyRecord): void {
    const { api } = this.#basis
    const kind = api.kinds[name]!
    const same = findSame(kind, record, this.rows(name))
    if (same) {
      const { one } = kind
      const problem = `${same.shown} belongs to the ${one} "${preview(same.other.id)}"`
      refuse(one, problem, `update that ${one}, or choose another value`)
    }
    const problems = unknownReferences(api.kinds, name, record, (other) => this.rows(other))
    if (problems.length > 0) throw new DataError(kind.resource, problems)
  }

  /** A record and the one that it contains always change together. */
  #put(name: string, record: AnyRecord, before?: AnyRecord): AnyRecord {
    const kind = this.#basis.api.kinds[name]!
    const { contains } = kind
    if (before) checkSameIds(kind, before, record)
    this.#checkUnique(name, record, before)
    this.#checkRules(name, record)
    this.rows(name).put(record)
    if (contains) this.rows(contains.kind).put(memberAt(record, [contains.member]) as AnyRecord)
    for (const { draft, member, record: container } of this.#findContainers(name, record.id)) {
      draft.put({ ...container, [member]: record })
    }
    return record
  }
}
