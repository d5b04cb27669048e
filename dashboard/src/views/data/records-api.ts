import { control, result } from '../../control/client.js'
import { ControlProblem } from '../../control/problem.js'
import type { KindName } from '../../control/record-kinds.js'
import type { AnyRecord } from './record-looks.js'

const SPACE = '/__conmock/v1/spaces/{space}'

export interface RecordPage {
  readonly records: readonly AnyRecord[]
  readonly next?: string
  readonly total?: number
}

interface PageQuery {
  readonly where?: string
  readonly search?: string
  readonly limit?: number
  readonly after?: string
}

/** The paths of all kinds have the same parameters, so the type of one stands for all. */
function listOf(kind: KindName): `${typeof SPACE}/users` {
  return `${SPACE}/${kind as 'users'}`
}

function recordOf(kind: KindName): `${typeof SPACE}/users/{id}` {
  return `${listOf(kind)}/{id}`
}

export function listRecords(space: string, kind: KindName, query: PageQuery): Promise<RecordPage> {
  return result<RecordPage>(control.GET(listOf(kind), { params: { path: { space }, query } }))
}

export async function getRecord(space: string, kind: KindName, id: string): Promise<AnyRecord | null> {
  try {
    return await result<AnyRecord>(control.GET(recordOf(kind), { params: { path: { space, id } } }))
  } catch (error) {
    if (error instanceof ControlProblem && error.status === 404) return null
    throw error
  }
}

/** @param input A partial record, or a list of them. The server checks it. */
export async function createRecords(
  space: string,
  kind: KindName,
  input: unknown,
): Promise<readonly AnyRecord[]> {
  const { records } = await result<RecordPage>(
    control.POST(listOf(kind), { params: { path: { space } }, body: input as {} }),
  )
  return records
}

/** @param changes The changed fields. The server checks them. */
export function updateRecord(
  space: string,
  kind: KindName,
  id: string,
  changes: unknown,
): Promise<AnyRecord> {
  return result<AnyRecord>(
    control.PATCH(recordOf(kind), { params: { path: { space, id } }, body: changes as {} }),
  )
}

export async function deleteRecord(space: string, kind: KindName, id: string): Promise<void> {
  await result(control.DELETE(recordOf(kind), { params: { path: { space, id } } }))
}

export async function resetSpace(space: string): Promise<void> {
  await result(control.POST(`${SPACE}/reset`, { params: { path: { space } } }))
}
