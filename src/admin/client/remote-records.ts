import { kinds, type KindName, type RecordTypes } from '../../dataset/kinds.js'
import { checkPartials } from '../../dataset/records.js'
import type { DeepPartial } from '../../dataset/where.js'
import type { RemoteRecords } from './remote-mock.js'
import type { Call, Send } from './send.js'
import { dataToJson, whereParameter } from './to-json.js'

const PAGE_SIZE = 1000

interface Page<T> {
  readonly records: T[]
  readonly next?: string
  readonly total: number
}

export function createRemoteRecords<Name extends KindName>(
  send: Send,
  name: Name,
): RemoteRecords<RecordTypes[Name]> {
  type T = RecordTypes[Name]
  const { resource } = kinds[name]
  const path = `/${name}`

  function list(query: NonNullable<Call['query']>): Promise<Page<T>> {
    return send('GET', path, { query })
  }

  async function change(method: string, query: Call['query'], body?: unknown): Promise<T[]> {
    const { records } = await send<{ readonly records: T[] }>(method, path, { query, body })
    return records
  }

  async function changeOne(method: string, where: unknown, body?: unknown): Promise<T> {
    const [record] = await change(method, { where: whereParameter(where), single: true }, body)
    return record!
  }

  /** Sends a list also for one record, because a partial record could wrongly be a list. */
  function createAll(partials: readonly unknown[]): Promise<T[]> {
    return change(
      'POST',
      {},
      partials.map((partial) => dataToJson(partial, resource)),
    )
  }

  return Object.freeze({
    async create(partial = {} as DeepPartial<T>) {
      const [record] = await createAll([partial])
      return record!
    },
    createMany: async (
      given: number | readonly DeepPartial<T>[],
      partial?: (index: number) => DeepPartial<T>,
    ) => createAll(checkPartials(given, partial)),
    async find(where) {
      const { records } = await list({ where: whereParameter(where), limit: 1 })
      return records[0]
    },
    async findMany(where) {
      const sent = where === undefined ? undefined : whereParameter(where)
      const records: T[] = []
      for (let after: string | undefined; ;) {
        const page = await list({ where: sent, after, limit: PAGE_SIZE })
        records.push(...page.records)
        if (page.next === undefined) return records
        after = page.next
      }
    },
    async count(where) {
      const sent = where === undefined ? undefined : whereParameter(where)
      return (await list({ where: sent, limit: 1 })).total
    },
    update: async (where, changes) => changeOne('PATCH', where, dataToJson(changes, resource)),
    updateMany: async (where, changes) =>
      change('PATCH', { where: whereParameter(where) }, dataToJson(changes, resource)),
    delete: (where) => changeOne('DELETE', where),
    deleteMany: async (where) => change('DELETE', { where: whereParameter(where) }),
    clear: () => send('DELETE', path),
  } satisfies RemoteRecords<T>)
}
