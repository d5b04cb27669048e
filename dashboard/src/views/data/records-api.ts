import { control, result } from '../../admin/client.js'
import { AdminProblem } from '../../admin/problem.js'
import type { KindName } from '../../admin/record-kinds.js'
import type { AnyRecord } from './record-looks.js'

const SANDBOX = '/__conmock/v1/sandboxes/{sandbox}'

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
function listOf(kind: KindName): `${typeof SANDBOX}/users` {
  return `${SANDBOX}/${kind as 'users'}`
}

function recordOf(kind: KindName): `${typeof SANDBOX}/users/{id}` {
  return `${listOf(kind)}/{id}`
}

export function listRecords(sandbox: string, kind: KindName, query: PageQuery): Promise<RecordPage> {
  return result<RecordPage>(control.GET(listOf(kind), { params: { path: { sandbox }, query } }))
}

export async function getRecord(sandbox: string, kind: KindName, id: string): Promise<AnyRecord | null> {
  try {
    return await result<AnyRecord>(control.GET(recordOf(kind), { params: { path: { sandbox, id } } }))
  } catch (error) {
    if (error instanceof AdminProblem && error.status === 404) return null
    throw error
  }
}

/** @param input A partial record, or a list of them. The server checks it. */
export async function createRecords(
  sandbox: string,
  kind: KindName,
  input: unknown,
): Promise<readonly AnyRecord[]> {
  const { records } = await result<RecordPage>(
    control.POST(listOf(kind), { params: { path: { sandbox } }, body: input as {} }),
  )
  return records
}

/** @param changes The changed fields. The server checks them. */
export function updateRecord(
  sandbox: string,
  kind: KindName,
  id: string,
  changes: unknown,
): Promise<AnyRecord> {
  return result<AnyRecord>(
    control.PATCH(recordOf(kind), { params: { path: { sandbox, id } }, body: changes as {} }),
  )
}

export async function deleteRecord(sandbox: string, kind: KindName, id: string): Promise<void> {
  await result(control.DELETE(recordOf(kind), { params: { path: { sandbox, id } } }))
}

export async function resetSandbox(sandbox: string): Promise<void> {
  await result(control.POST(`${SANDBOX}/reset`, { params: { path: { sandbox } } }))
}
