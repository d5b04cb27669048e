import type { RemoteMock } from '../../../../src/admin/client/remote-mock.js'
import type { AnyRecord } from '../../../../src/contract/kind.js'
import { textOf, type ShownEdgeCase } from '../../../../src/contract/record-look.js'
import { isPlainObject } from '../../../../src/common/plain-object.js'
import { api } from '../../state/api.js'
import { useResource } from '../../state/resource.js'
import { getRecords } from './record-kinds.js'

/** Whether a record has all values of an edge case. */
function hasValues(record: unknown, values: unknown): boolean {
  if (!isPlainObject(record) || !isPlainObject(values)) return record === values
  return Object.entries(values).every(([name, value]) => hasValues(record[name], value))
}

/** Returns the edge case that a record shows. */
export function findEdgeCase(kind: string, record: AnyRecord): ShownEdgeCase | undefined {
  return api.value.edgeCases.find(({ records }) => kind in records && hasValues(record, records[kind]))
}

/** Returns the kind of record that makes an edge case, and the id of the record as the dashboard shows it. */
export function ownRecord({ records }: ShownEdgeCase): { readonly kind: string; readonly id: string } {
  const [kind, values] = Object.entries(records).at(-1)!
  const { columns } = api.value.kinds[kind]!
  return { kind, id: textOf(columns[0]!.text, values) }
}

/** The kinds of record that make edge cases. */
export function kindsOfEdgeCases(): readonly string[] {
  return [...new Set(api.value.edgeCases.map((edgeCase) => ownRecord(edgeCase).kind))]
}

/** Returns the names of the edge cases that a sandbox has. Their records have the lowest ids, so they are in the first page. */
async function readEdgeCases(mock: RemoteMock): Promise<ReadonlySet<string>> {
  const found = await Promise.all(
    kindsOfEdgeCases().map(async (kind) => {
      const { records } = await getRecords(mock, kind).page({ limit: 100 })
      return records.flatMap((record) => findEdgeCase(kind, record)?.name ?? [])
    }),
  )
  return new Set(found.flat())
}

/** The names of the edge cases in the selected sandbox. Not every sandbox has them, and they can be deleted. */
export function useEdgeCases() {
  return useResource('edge-cases', readEdgeCases, { changes: ['records'] })
}

/** Finds the record of an edge case that has most of it. */
export async function findRecord(mock: RemoteMock, edgeCase: ShownEdgeCase) {
  for (const [kind, values] of Object.entries(edgeCase.records)) {
    const record = await getRecords(mock, kind).find(values)
    if (record) return { kind, record }
  }
  const { kind, id } = ownRecord(edgeCase)
  throw new Error(`The ${api.value.kinds[kind]!.one} ${id} was deleted.`)
}
