import { DataError, RecordNotFoundError } from '../../common/errors.js'
import { isPlainObject, type PlainObject } from '../../common/plain-object.js'
import { compareIds } from '../../dataset/ids.js'
import { kinds, type KindName } from '../../dataset/kinds.js'
import { createRecords, type Records } from '../../dataset/records.js'
import type { Store } from '../../dataset/store.js'
import { checkWhere } from '../../dataset/where.js'
import { internalsOf } from '../../mock/mock-internals.js'
import type { MockCore } from '../../mock/mock-core.js'
import { decodeAbsent } from '../../common/undefined-marker.js'
import { createPause } from '../pause.js'
import { AdminError, withStatus } from '../problems.js'
import { afterId, DEFAULT_LIMIT, limit, search, single, where, type Query } from '../query.js'
import { route, type Route, type RouteInput } from '../route.js'
import type { ComponentName } from '../schemas/components.js'
import { searchRecords } from '../search-records.js'

interface AnyRecord {
  readonly id: string
}

const selection = { where, single }
const paging = { where, search, limit, after: afterId }

function recordsOf(mock: MockCore, kind: KindName): Records<AnyRecord> {
  return mock[kind] as unknown as Records<AnyRecord>
}

/** Returns the condition of a change to exactly one record; `undefined` if the request may change several. */
function onlyOne(query: Query<typeof selection>): string | object | undefined {
  if (query.single && query.where === undefined) {
    throw new AdminError(400, 'the query parameter "single" needs "where"')
  }
  return query.single ? query.where : undefined
}

/** Returns one page of records. Without a condition, its time does not depend on the number of records. */
async function page(mock: MockCore, kind: KindName, query: Query<typeof paging>): Promise<unknown> {
  const { dataset } = internalsOf(mock)
  await dataset.settled
  const { limit: size = DEFAULT_LIMIT, after, search: text } = query
  if (text !== undefined) {
    const store = () => dataset.stores[kind] as unknown as Store<AnyRecord>
    const condition = withStatus(400, () => checkWhere<AnyRecord>(query.where ?? {}, kinds[kind].schema))
    return searchRecords({ store, text, where: condition, after, size })
  }
  const all =
    query.where === undefined ? undefined : withStatus(400, () => recordsOf(mock, kind).findMany(query.where))
  const following = all?.filter(({ id }) => after === undefined || compareIds(id, after) > 0)
  const { records, more } = following
    ? { records: following.slice(0, size), more: following.length > size }
    : dataset.stores[kind].page(after, size)
  const total = all?.length ?? dataset.stores[kind].size
  return { records, ...(more ? { next: records.at(-1)!.id } : {}), total }
}

async function find({ mock, param }: RouteInput, kind: KindName): Promise<AnyRecord> {
  const { dataset } = internalsOf(mock)
  await dataset.settled
  const id = param('id')
  const record = recordsOf(mock, kind).find(id)
  if (record) return record
  throw new RecordNotFoundError(`no ${kinds[kind].noun} matches "${id}"`)
}

function create(mock: MockCore, kind: KindName, body: unknown = {}): Promise<AnyRecord[]> {
  const partial = decodeAbsent(body) as object
  const partials = Array.isArray(partial) ? partial : [partial]
  return createRecords(internalsOf(mock).dataset, kind, partials, createPause())
}

/** @throws DataError If the body is not an object, because a change needs members. */
function changesIn(body: unknown, kind: KindName): PlainObject {
  const changes = decodeAbsent(body)
  if (isPlainObject(changes)) return changes
  throw new DataError(kinds[kind].resource, [{ path: '$', reason: 'expected an object with changes' }])
}

function routesOf(kind: KindName): Route[] {
  const { resource, noun, example } = kinds[kind]
  const list = `/sandboxes/:sandbox/${kind}`
  const plural = kind[0]!.toUpperCase() + kind.slice(1)
  const input: ComponentName = `${resource as 'Volunteer'}Input`
  const changed = { schema: `${resource as 'Volunteer'}Records` } as const
  const one = { description: `The ${noun}`, schema: resource as 'Volunteer' } as const
  return [
    route('GET', list, `list${plural}`, {
      summary: `Returns ${kind} in the order of their ids`,
      query: paging,
      responses: { 200: { description: 'One page', schema: `${resource as 'Volunteer'}Page` } },
      answer: ({ mock, query }) => page(mock, kind, query),
    }),
    route('POST', list, `create${plural}`, {
      summary: `Creates one ${noun} or a list of them. Missing fields are generated`,
      body: { schema: `${resource as 'Volunteer'}Inputs`, required: false, example },
      responses: { 201: { description: `The new ${kind}`, ...changed } },
      conflicts: true,
      answer: async ({ mock, body }) => ({ records: await create(mock, kind, body) }),
    }),
    route('PATCH', list, `update${plural}`, {
      summary: `Makes the same changes to all ${kind} that match`,
      query: selection,
      body: { schema: input, required: true, example },
      responses: { 200: { description: `The changed ${kind}`, ...changed } },
      conflicts: true,
      async answer({ mock, query, body }) {
        const changes = changesIn(body, kind)
        const only = onlyOne(query)
        const records = recordsOf(mock, kind)
        if (only !== undefined) return { records: [await records.update(only, changes)] }
        return { records: await records.updateMany(query.where ?? {}, changes) }
      },
    }),
    route('DELETE', list, `delete${plural}`, {
      summary: `Deletes all ${kind}, or those that match`,
      query: selection,
      responses: {
        200: { description: `The deleted ${kind}, if the request has a condition`, ...changed },
        204: { description: `All ${kind} are deleted` },
      },
      async answer({ mock, query }) {
        const only = onlyOne(query)
        const records = recordsOf(mock, kind)
        if (only !== undefined) return { records: [await records.delete(only)] }
        if (query.where !== undefined) return { records: await records.deleteMany(query.where) }
        return records.clear()
      },
    }),
    route('GET', `${list}/:id`, `get${resource}`, {
      summary: `Returns the ${noun} with an id`,
      responses: { 200: one },
      answer: (request) => find(request as unknown as RouteInput, kind),
    }),
    route('PATCH', `${list}/:id`, `update${resource}`, {
      summary: `Changes the ${noun} with an id. Objects are merged, lists are replaced`,
      body: { schema: input, required: true, example },
      responses: { 200: one },
      conflicts: true,
      answer: ({ mock, param, body }) => recordsOf(mock, kind).update(param('id'), changesIn(body, kind)),
    }),
    route('DELETE', `${list}/:id`, `delete${resource}`, {
      summary: `Deletes the ${noun} with an id`,
      responses: { 200: one },
      answer: ({ mock, param }) => recordsOf(mock, kind).delete(param('id')),
    }),
  ]
}

export const recordRoutes = (Object.keys(kinds) as KindName[]).flatMap(routesOf)
