import { InvalidOptionError } from '../common/errors.js'
import { memberAt } from '../common/json-path.js'
import { decodeAbsent, isPlainObject } from '../common/plain-object.js'
import { didYouMean, pluralize } from '../common/text.js'
import { compiled } from '../contract/compile.js'
import type { AnyRecord, Kind } from '../contract/kind.js'
import type { Records } from '../dataset/records.js'
import { createTest } from '../dataset/where.js'
import type { EntryWhere } from '../mock/request-log.js'
import type { MockCore } from '../mock/mock-core.js'
import { getInternals } from '../mock/mock-internals.js'
import type { Sandboxes } from '../sandboxes/sandboxes.js'
import { MEMBERS_PATH } from './admin-path.js'
import { AdminError } from './answers.js'

type Signals = readonly AbortSignal[]

/** A member that can be called over HTTP. */
interface Member<Target> {
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

type Row = readonly [parameters: string, summary: string]

/** The parts of a mock that have members, except records. TypeScript refuses a row that is missing or has no member. */
type Group = 'tokens' | 'clock' | 'faults' | 'requests'
const groups: { readonly [Name in Group]: { readonly [Each in keyof MockCore[Name]]: Row } } = {
  tokens: {
    all: ['', 'Returns the tokens that the mock accepts'],
    issue: ['options?', 'Issues a token'],
    revoke: ['token', 'Makes a token invalid'],
  },
  clock: {
    now: ['', 'Returns the time of the mock, in milliseconds since 1970'],
    advance: ['seconds', 'Advances the clock'],
  },
  faults: {
    all: ['', 'Returns the faults in use'],
    operations: ['', 'Returns the operations that can fail'],
    add: ['fault', 'Adds a fault: slow or failing responses. Returns its id'],
    remove: ['id', 'Removes a fault'],
    release: ['options?', 'Releases the requests that faults hold, and removes these faults: { order }'],
    clear: ['', 'Removes all faults'],
  },
  requests: {
    all: ['', 'Returns the requests that the mock has answered, oldest first'],
    find: ['where', 'Returns the first request that matches'],
    findMany: ['where?', 'Returns all requests that match'],
    count: ['where?', 'Counts the requests that match'],
    last: ['', 'Returns the newest request'],
    response: ['id', 'Returns the response that was sent to a request'],
    waitFor: ['where, options?', 'Waits for a request that matches, at most { timeout } milliseconds'],
    dropped: ['', 'Returns how many older requests the log has dropped'],
    clear: ['', 'Removes all entries from the request log'],
  },
}

const ofMock: {
  readonly [Name in Exclude<keyof MockCore, Group | 'fetch'>]: Row
} = {
  settings: ['', 'Returns the value of every assumption'],
  assume: ['assumptions', 'Changes assumptions from the next request on'],
  coverage: ['', 'Returns which cases of the API the mock has sent'],
  reset: ['', 'Resets records, tokens, assumptions, clock, faults and the request log'],
  export: ['', 'Returns all records as JSON'],
  replace: ['data', 'Replaces all records. Missing fields are generated'],
}

function createRows({ one, many }: Kind): { readonly [Name in keyof Records<AnyRecord>]: Row } {
  return {
    create: ['partial?', `Creates a ${one}, and returns it. Missing fields are generated`],
    createMany: ['partials | count', `Creates one ${one} for each partial record, or a number of them`],
    find: ['where', `Returns the first ${one} that matches`],
    findMany: ['where?', `Returns all ${many} that match`],
    count: ['where?', `Counts the ${many} that match`],
    page: ['options?', `Returns a page of ${many}: { search, after, limit }`],
    update: ['where, changes', `Changes exactly one ${one}, and returns it`],
    updateMany: ['where, changes', `Changes all ${many} that match, and returns them`],
    delete: ['where', `Deletes exactly one ${one}, and returns it`],
    deleteMany: ['where', `Deletes all ${many} that match, and returns them`],
    clear: ['', `Deletes all ${many}`],
  }
}

const ofSandboxes: { readonly [Name in 'all' | 'create' | 'delete']: Row } = {
  all: ['', 'Returns the sandboxes, default first'],
  create: ['name, options?', 'Creates a sandbox, or replaces it if its options differ'],
  delete: ['name', 'Removes a sandbox. default is reset'],
}

/** Maximum length of a list in a call or its result. More records and their JSON do not fit into the memory of a small server. */
export const MAX_LIST_LENGTH = 10_000

const advice: Readonly<Record<string, string>> = {
  findMany: 'add a condition, or call page',
  updateMany: 'update fewer in one call',
  deleteMany: 'delete fewer in one call, or call clear',
  export: 'conmock export writes all of them',
}

function tooMany(member: string, count: number | string): InvalidOptionError {
  const help = advice[member] ?? 'call it several times'
  return new InvalidOptionError(
    `the admin API returns at most ${MAX_LIST_LENGTH} records of a kind, and ${member} would return ${count}; ${help}`,
  )
}

/**
 * Checks how many records a member of a kind would return, before it is called. Only reads records if the kind has too many.
 *
 * @throws InvalidOptionError If it would return too many, or the condition is invalid.
 */
function checkResultSize(mock: MockCore, kind: string, member: string, argument?: unknown): void {
  if (member === 'createMany' && typeof argument === 'number' && argument > MAX_LIST_LENGTH)
    throw tooMany(member, argument)
  const { api, records: all } = getInternals(mock)
  const records = all[kind]!
  const count = member in advice ? records.count() : 0
  if (count <= MAX_LIST_LENGTH) return
  if (argument === undefined) throw tooMany(member, count)
  // The member refuses any other condition. A key selects at most one record.
  const hasKey = api.kinds[kind]!.keys.some((key) => key && memberAt(argument, key.path) !== undefined)
  if (!isPlainObject(argument) || hasKey || records.find(argument) === undefined) return
  const isWanted = createTest<unknown>(argument)
  let matching = 0
  if (records.find((record) => isWanted(record) && ++matching > MAX_LIST_LENGTH) !== undefined)
    throw tooMany(member, `more than ${MAX_LIST_LENGTH}`)
}

/** The members that are called in another way than from JavaScript. */
const special: Readonly<Record<string, Member<never>['call']>> = {
  'requests.waitFor': (mock: MockCore, signals, where: EntryWhere, options?: { readonly timeout?: number }) =>
    getInternals(mock).requestLog.waitFor(where, options, signals),
  export: (mock: MockCore) => {
    for (const kind of getInternals(mock).api.kindNames) checkResultSize(mock, kind, 'export')
    return mock.export()
  },
}

/** Turns rows into members. The names come from the rows, and never from a request. */
function createMembers<Target>(
  prefix: string,
  rows: Readonly<Record<string, Row>>,
  selectOwner: (target: Target) => object,
  check?: (target: Target, name: string, argument: unknown) => void,
): (readonly [string, Member<Target>])[] {
  return Object.entries(rows).map(([name, [parameters, summary]]) => {
    function call(target: Target, _signals: Signals, ...args: readonly unknown[]): unknown {
      check?.(target, name, args[0])
      const owner = selectOwner(target)
      const member: unknown = owner[name as never]
      return typeof member === 'function' ? (Reflect.apply(member, owner, args) as unknown) : member
    }
    const path = prefix + name
    return [path, { parameters, summary, call: (special[path] as Member<Target>['call']) ?? call }]
  })
}

/** The members of a mock that can be called at `/__conmock/v1/<sandbox>/<member>`. */
export const mockMembers = compiled(
  ({ kinds }): ReadonlyMap<string, Member<MockCore>> =>
    new Map([
      ...Object.entries(kinds).flatMap(([name, kind]) =>
        createMembers(
          `${name}.`,
          createRows(kind),
          (mock: MockCore) => getInternals(mock).records[name]!,
          (mock, member, argument) => checkResultSize(mock, name, member, argument),
        ),
      ),
      ...(Object.keys(groups) as Group[]).flatMap((group) =>
        createMembers(`${group}.`, groups[group], (mock: MockCore) => mock[group]),
      ),
      ...createMembers('', ofMock, (mock: MockCore) => mock),
    ]),
)

/** The members of the server itself, at `/__conmock/v1/<member>`. */
export const serverMembers: ReadonlyMap<string, Member<Sandboxes>> = new Map(
  createMembers('sandboxes.', ofSandboxes, (sandboxes: Sandboxes) => sandboxes),
)

/**
 * Finds a member in its table, and calls it. The table is a Map, so that no name reaches an inherited member.
 *
 * @throws AdminError If the member does not exist.
 * @throws InvalidOptionError If there are too many arguments.
 */
export async function callMember<Target>(
  members: ReadonlyMap<string, Member<Target>>,
  name: string,
  target: Target,
  args: readonly unknown[],
  signals: Signals,
): Promise<unknown> {
  const found = members.get(name)
  if (!found) {
    const start = name.slice(0, 40)
    throw new AdminError(
      404,
      `there is no member "${start}"${didYouMean(start, [...members.keys()])} GET ${MEMBERS_PATH} lists all`,
    )
  }
  const parameters = found.parameters === '' ? [] : found.parameters.split(', ')
  if (args.length > parameters.length) {
    throw new InvalidOptionError(
      `${name}(${found.parameters}) takes ${parameters.length === 0 ? 'no arguments' : pluralize(parameters.length, 'argument')}, but got ${args.length}`,
    )
  }
  return found.call(target, signals, ...args.map((each) => decodeAbsent(each)))
}

/** Calls a member of a mock. Waits for pending changes first, so that the result includes them. */
export async function callMockMember(
  mock: MockCore,
  name: string,
  args: readonly unknown[],
  signals: Signals,
): Promise<unknown> {
  const { api, dataset } = getInternals(mock)
  await dataset.settled
  return callMember(mockMembers(api), name, mock, args, signals)
}
