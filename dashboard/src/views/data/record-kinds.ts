import type { RemoteMock, RemoteRecords } from '../../../../src/admin/client/remote-mock.js'
import type { AnyRecord } from '../../../../src/contract/kind.js'

/** The records of one kind, of which the user may write anything. The server checks it. */
export function getRecords(mock: RemoteMock, kind: string): RemoteRecords<AnyRecord> {
  return mock[kind as keyof RemoteMock] as object as RemoteRecords<AnyRecord>
}
