import { kinds, type KindName, type RecordTypes } from '../../dataset/kinds.js'
import { checkPartials, onlyRecord } from '../../dataset/records.js'
import { checkWhere, createTest, type DeepPartial, type Where } from '../../dataset/where.js'
import type { RemoteMock } from './remote-mock.js'
import type { Call, Send } from './send.js'
import { dataToJson } from './to-json.js'
import { whereParameter } from './where-parameter.js'

/** Number of records in a response. */
const PAGE_SIZE = 1000

interface Page<T> {
  readonly records: T[]
  readonly next?: string
  readonly total: number
}

/** @param send Sends requests to the space. */
export function createRemoteRecords<Name extends KindName>(send: Send, name: Name): RemoteMock[Name] {
  type T = RecordTypes[Name]
  const { noun, resource } = kinds[name]
  const path = `/${name}`

  function list(query: NonNullable<Call['query']>): Promise<Page<T>> {
    return send('GET', path, { query })
  }

  async function listAll(where: string | undefined): Promise<T[]> {
    const records: T[] = []
    for (let after: string | undefined; ;) {
      const page = await list({ where, after, limit: PAGE_SIZE })
      records.push(...page.records)
      if (page.next === undefined) return records
      after = page.next
    }
  }

  /** Finds records with a condition that the server cannot test. */
  async function findHere(where: Where<T>): Promise<T[]> {
    const test = createTest(where)
    const found = (await listAll(undefined)).filter((record) => test(record))
    // The test freezes the records that it gets.
    return found.map((record) => structuredClone(record))
  }

  async function change(method: string, query: Call['query'], body?: unknown): Promise<T[]> {
    const { records } = await send<{ readonly records: T[] }>(method, path, { query, body } as Call)
    return records
  }

  async function changeOne(method: string, where: Where<T>, body?: unknown): Promise<T> {
    const sent = whereParameter(checkWhere(where))
    const selected = sent ?? JSON.stringify(onlyRecord(await findHere(where), noun, where).id)
    const [record] = await change(method, { where: selected, single: true }, body)
    return record!
  }

  async function changeMany(method: string, where: Where<T>, body?: unknown): Promise<T[]> {
    const sent = whereParameter(checkWhere(where))
    if (sent !== undefined) return change(method, { where: sent }, body)
    const changed: T[] = []
    for (const { id } of await findHere(where)) {
      changed.push(...(await change(method, { where: JSON.stringify(id) }, body)))
    }
    return changed
  }

  /** Sends a list also for one record, because a partial record could wrongly be a list. */
  function createAll(partials: readonly unknown[]): Promise<T[]> {
    return change(
      'POST',
      {},
      partials.map((partial) => dataToJson(partial, resource)),
    )
  }

  const records = {
    async create(partial: DeepPartial<T> = {} as DeepPartial<T>) {
      const [record] = await createAll([partial])
      return record!
    },
    createMany: async (
      given: number | readonly DeepPartial<T>[],
      partial?: (index: number) => DeepPartial<T>,
    ) => createAll(checkPartials(given, partial)),
    async find(where: Where<T>) {
      const sent = whereParameter(checkWhere(where))
      const [found] =
        sent === undefined ? await findHere(where) : (await list({ where: sent, limit: 1 })).records
      return found
    },
    async findMany(where: Where<T> = {} as DeepPartial<T>) {
      const sent = whereParameter(checkWhere(where))
      return sent === undefined ? findHere(where) : listAll(sent)
    },
    async count(where?: Where<T>) {
      const sent = where === undefined ? undefined : whereParameter(checkWhere(where))
      if (where !== undefined && sent === undefined) return (await findHere(where)).length
      return (await list({ where: sent, limit: 1 })).total
    },
    update: async (where: Where<T>, changes: DeepPartial<T>) =>
      changeOne('PATCH', where, dataToJson(changes, resource)),
    updateMany: async (where: Where<T>, changes: DeepPartial<T>) =>
      changeMany('PATCH', where, dataToJson(changes, resource)),
    delete: (where: Where<T>) => changeOne('DELETE', where),
    deleteMany: (where: Where<T>) => changeMany('DELETE', where),
    clear: () => send<void>('DELETE', path),
  }
  return Object.freeze(records) as unknown as RemoteMock[Name]
}
