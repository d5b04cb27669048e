import type { TokenOptions } from '../api/credentials.js'
import type { AssumptionInput } from '../contract/assumptions.js'
import type { MockDataInput } from '../dataset/data-file.js'
import { kinds, type KindName } from '../dataset/kinds.js'
import type { PageOptions } from '../dataset/page.js'
import type { Records } from '../dataset/records.js'
import type { Fault } from '../mock/fault.js'
import type { EntryWhere } from '../mock/journal.js'
import type { MockCore } from '../mock/mock-core.js'
import { internalsOf } from '../mock/mock-internals.js'
import type { SandboxOptions } from '../sandboxes/sandbox.js'
import type { Sandboxes } from '../sandboxes/sandboxes.js'

export type Signals = readonly AbortSignal[]

/** A member that can be called over HTTP. */
export interface Member<Target> {
  /** Its parameters, as in a signature: `where?, options?`. */
  readonly parameters: string
  /** What it does, as one sentence without a period. */
  readonly summary: string
  /**
   * Calls it. The member itself checks the arguments. A method, so that the rows may say which arguments they expect.
   *
   * @param signals Abort when nobody waits for the result any more.
   */
  call(this: void, target: Target, signals: Signals, ...args: readonly unknown[]): unknown
}

function ofMock(parameters: string, summary: string, call: Member<MockCore>['call']): Member<MockCore> {
  return { parameters, summary, call }
}

function ofServer(parameters: string, summary: string, call: Member<Sandboxes>['call']): Member<Sandboxes> {
  return { parameters, summary, call }
}

interface AnyRecord {
  readonly id: string
}

type Where = string | Partial<AnyRecord>

function membersOf(kind: KindName): Readonly<Record<string, Member<MockCore>>> {
  const { noun } = kinds[kind]
  const records = (mock: MockCore) => mock[kind] as unknown as Records<AnyRecord>
  return {
    [`${kind}.create`]: ofMock(
      'partial?',
      `Creates a ${noun}, and returns it. Missing fields are generated`,
      (mock, _, partial?: object) => records(mock).create(partial),
    ),
    [`${kind}.createMany`]: ofMock(
      'partials | count',
      `Creates one ${noun} for each partial record, or a number of them`,
      (mock, _, partials: readonly object[]) => records(mock).createMany(partials),
    ),
    [`${kind}.find`]: ofMock('where', `Returns the first ${noun} that matches`, (mock, _, where: Where) =>
      records(mock).find(where),
    ),
    [`${kind}.findMany`]: ofMock('where?', `Returns all ${kind} that match`, (mock, _, where?: Where) =>
      records(mock).findMany(where),
    ),
    [`${kind}.count`]: ofMock('where?', `Counts the ${kind} that match`, (mock, _, where?: Where) =>
      records(mock).count(where),
    ),
    [`${kind}.page`]: ofMock(
      'options?',
      `Returns a page of ${kind}: { search, after, limit }`,
      (mock, _, options?: PageOptions) => records(mock).page(options),
    ),
    [`${kind}.update`]: ofMock(
      'where, changes',
      `Changes exactly one ${noun}, and returns it`,
      (mock, _, where: Where, changes: object) => records(mock).update(where, changes),
    ),
    [`${kind}.updateMany`]: ofMock(
      'where, changes',
      `Changes all ${kind} that match, and returns them`,
      (mock, _, where: Where, changes: object) => records(mock).updateMany(where, changes),
    ),
    [`${kind}.delete`]: ofMock(
      'where',
      `Deletes exactly one ${noun}, and returns it`,
      (mock, _, where: Where) => records(mock).delete(where),
    ),
    [`${kind}.deleteMany`]: ofMock(
      'where',
      `Deletes all ${kind} that match, and returns them`,
      (mock, _, where: Where) => records(mock).deleteMany(where),
    ),
    [`${kind}.clear`]: ofMock('', `Deletes all ${kind}`, (mock) => records(mock).clear()),
  }
}

/** The members of a mock that can be called at `/__conmock/v1/<sandbox>/<member>`. */
export const mockMembers: ReadonlyMap<string, Member<MockCore>> = new Map(
  Object.entries({
    ...membersOf('volunteers'),
    ...membersOf('users'),
    ...membersOf('roles'),
    'tokens.all': ofMock('', 'Returns the tokens that the mock accepts', (mock) => mock.tokens.all),
    'tokens.issue': ofMock('options?', 'Issues a token', (mock, _, options?: TokenOptions) =>
      mock.tokens.issue(options),
    ),
    'tokens.revoke': ofMock('token', 'Makes a token invalid', (mock, _, token: string) =>
      mock.tokens.revoke(token),
    ),
    'clock.now': ofMock('', 'Returns the time of the mock, in milliseconds since 1970', (mock) =>
      mock.clock.now(),
    ),
    'clock.advance': ofMock('seconds', 'Advances the clock', (mock, _, seconds: number) =>
      mock.clock.advance(seconds),
    ),
    settings: ofMock('', 'Returns the value of every assumption', (mock) => mock.settings),
    assume: ofMock(
      'assumptions',
      'Changes assumptions from the next request on',
      (mock, _, assumptions: AssumptionInput) => mock.assume(assumptions),
    ),
    'faults.all': ofMock('', 'Returns the faults in use', (mock) => mock.faults.all),
    'faults.add': ofMock(
      'fault',
      'Adds a fault, which makes responses slow or wrong. Returns its id',
      (mock, _, fault: Fault) => ({ id: mock.faults.add(fault).id }),
    ),
    'faults.remove': ofMock('id', 'Removes a fault', (mock, _, id: string) => mock.faults.remove(id)),
    'faults.clear': ofMock('', 'Removes all faults', (mock) => mock.faults.clear()),
    'requests.all': ofMock('', 'Returns the requests that the mock has answered, oldest first', (mock) =>
      mock.requests.all(),
    ),
    'requests.find': ofMock('where', 'Returns the first request that matches', (mock, _, where: EntryWhere) =>
      mock.requests.find(where),
    ),
    'requests.findMany': ofMock('where?', 'Returns all requests that match', (mock, _, where?: EntryWhere) =>
      mock.requests.findMany(where),
    ),
    'requests.count': ofMock('where?', 'Counts the requests that match', (mock, _, where?: EntryWhere) =>
      mock.requests.count(where),
    ),
    'requests.last': ofMock('', 'Returns the newest request', (mock) => mock.requests.last()),
    'requests.response': ofMock(
      'id',
      'Returns the response that was sent to a request',
      (mock, _, id: number) => mock.requests.response(id),
    ),
    'requests.waitFor': ofMock(
      'where, options?',
      'Waits for a request that matches, at most { timeout } milliseconds',
      (mock, signals, where: EntryWhere, options?: { readonly timeout?: number }) =>
        internalsOf(mock).journal.waitFor(where, options, signals),
    ),
    'requests.dropped': ofMock(
      '',
      'Returns how many older requests the log has dropped',
      (mock) => mock.requests.dropped,
    ),
    'requests.clear': ofMock('', 'Removes all entries from the request log', (mock) => mock.requests.clear()),
    coverage: ofMock('', 'Returns which cases of the API the mock has sent', (mock) => mock.coverage()),
    reset: ofMock('', 'Resets records, tokens, assumptions, clock, faults and the request log', (mock) =>
      mock.reset(),
    ),
    snapshot: ofMock('', 'Remembers the state, and returns an id for restore', (mock) => mock.snapshot()),
    restore: ofMock('id', 'Returns to a snapshot', (mock, _, id: string) => mock.restore(id)),
    export: ofMock('', 'Returns all records as JSON', (mock) => mock.export()),
    replace: ofMock(
      'data',
      'Replaces all records. Missing fields are generated',
      (mock, _, data: MockDataInput) => mock.replace(data),
    ),
  }),
)

/** The members of the server itself, at `/__conmock/v1/<member>`. */
export const serverMembers: ReadonlyMap<string, Member<Sandboxes>> = new Map(
  Object.entries({
    'sandboxes.all': ofServer('', 'Returns the sandboxes, default first', (sandboxes) => sandboxes.list()),
    'sandboxes.create': ofServer(
      'name, options?',
      'Creates a sandbox, or replaces it if the options are others',
      (sandboxes, _, name: string, options?: SandboxOptions) => void sandboxes.create(name, options),
    ),
    'sandboxes.delete': ofServer(
      'name',
      'Removes a sandbox. default is reset',
      (sandboxes, _, name: string) => sandboxes.delete(name),
    ),
  }),
)
