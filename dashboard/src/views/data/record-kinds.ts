import type { RemoteMock, RemoteRecords } from '../../../../src/admin/client/remote-mock.js'
import type { RecordLook } from '../../../../src/contract/record-look.js'
import { looks } from '../../../../src/convention/looks.js'
import type { KindName } from '../../../../src/convention/resources.js'

export type { KindName }

export interface AnyRecord {
  readonly id: string
}

/** All kinds of record. Code for one of them does not know which one it is. */
export const recordKinds = looks as unknown as Readonly<Record<KindName, RecordLook<AnyRecord>>>

export const kindNames = Object.keys(looks) as KindName[]

/** The records of one kind, of which the user may write anything. The server checks it. */
export function getRecords(mock: RemoteMock, kind: KindName): RemoteRecords<AnyRecord> {
  return mock[kind]
}
