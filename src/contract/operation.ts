import type { AnyRecord } from './kind.js'
import type { Settings } from './assumption.js'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly required: boolean
  readonly description: string
}

/** A reason for which the API refuses a request. */
export interface Reason {
  readonly status: 400 | 401 | 403 | 404 | 405 | 409 | 500 | 501
  readonly description: string
}

export interface Operation {
  /** Name of the operation in the OpenAPI document, in coverage files and in messages. */
  readonly id: string
  /** Name of the kind of record, if the operation returns a list of it in pages: `roles`. */
  readonly list?: string
  readonly method: Method
  /** Parameters are written as `:name`. */
  readonly path: string
  readonly summary: string
  /** What provider states call the parameters of the path: `{ id: 'userId' }`. */
  readonly stateIds?: { readonly [parameter: string]: string }
  readonly scope: string
  /** What the OpenAPI document says about the parameters. Those of the path are always there. */
  readonly parameters?: readonly Parameter[]
  /** Status of a success. @default 200 */
  readonly status?: number
  /** Name of the schema of the body of a success. Without it, a success has no body. */
  readonly response?: string
  /** The cases of a successful response, with descriptions. Clients should be tested with all of them. */
  readonly cases: { readonly [name: string]: string }
  /** The reasons for which this operation refuses a request, in addition to those of all operations. */
  readonly refusals: { readonly [code: string]: Reason }
}

/** An operation that returns a list in pages. */
export interface ListOperation extends Operation {
  readonly list: string
  readonly response: string
}

/** Returns method and path: `GET /api/v0/roles`. */
export function describeOperation({ method, path }: Pick<Operation, 'method' | 'path'>): string {
  return `${method} ${path}`
}

/** Returns the names of the parameters of a path. */
export function parameterNames(path: string): string[] {
  return Array.from(path.matchAll(/:(\w+)/g), ([, name]) => name!)
}

/** Returns the path of a request, with values for the parameters. Pass them encoded. */
export function fillPath(path: string, parameters: { readonly [name: string]: string }): string {
  return path.replaceAll(/:(\w+)/g, (written, name: string) => parameters[name] ?? written)
}

/** Who sent a request, for the request log. */
export interface Caller {
  /** The token, or `custom token 1` for the first one of the option `tokens`, which may be a real token. */
  readonly name: string
  readonly scopes: readonly string[]
}

/** Why a request is refused. */
export interface Refusal {
  readonly status: number
  /** The machine-readable reason. `undefined` if a custom handler refuses a request. */
  readonly code?: string
  readonly detail: string
  readonly hint?: string
  /** The assumption that the answer depends on, if the API specification leaves it open. */
  readonly assumption?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly caller?: Caller
  readonly members?: Readonly<Record<string, unknown>>
  readonly reportedMessage?: string
}

/** Returns the refusal for a reason of an operation. */
export function refusalOf(
  { refusals }: Pick<Operation, 'refusals'>,
  code: string,
  details: Omit<Refusal, 'code' | 'status'>,
): Refusal {
  return { status: refusals[code]!.status, code, ...details }
}

/** What an operation returns, with what the coverage and the request log need. */
export interface Success {
  /** As bytes if it is already encoded. `null` if the response has no body. */
  readonly body: string | Uint8Array<ArrayBuffer> | null
  readonly cases: readonly string[]
  /** The names of the assumptions that it depends on. */
  readonly assumed: readonly string[]
  /** A note for the developer, for the log. */
  readonly note?: string
}

/** The records of one kind that an operation reads. They never change: an update creates a new object. */
export interface ApiRecords<T extends AnyRecord = AnyRecord> {
  get(id: string): T | undefined
  /** @param key The key of a record beside its id. */
  getByKey(key: string): T | undefined
  /** @param after Returns the records after this sort key, or the first ones if it is `undefined`. */
  page(
    after: string | undefined,
    size: number,
    order?: ListOrder,
  ): {
    readonly records: readonly T[]
    readonly more: boolean
    readonly lastKey: string | undefined
  }
}

/** The orders of a list. */
export type ListOrder = 'id' | 'name' | 'created'

/** The changes of one request. It reads its own writes. Others see all of them at once, or none. */
export interface RecordChange {
  get(kind: string, id: string): AnyRecord | undefined
  /** @param key The key of a record beside its id. */
  getByKey(kind: string, key: string): AnyRecord | undefined
  create(kind: string, given: object): AnyRecord
  update(kind: string, id: string, changes: object): AnyRecord
  delete(kind: string, id: string): void
}

/** What operations read. */
export interface HandlerParts {
  readonly data: {
    readonly version: number
    readonly stores: { readonly [kind: string]: ApiRecords }
  }
  readonly settings: Settings
}

export interface OperationRequest {
  /** The parameters of the path, decoded. */
  readonly params: { readonly [name: string]: string }
  readonly query: string
}

/** Answers the requests of one operation, after the general checks. */
export interface OperationHandler {
  handle(request: OperationRequest): Success | Refusal
}

/** An operation that changes records. If it refuses or throws, nothing is changed. */
type ChangingAnswer = (
  request: OperationRequest & { readonly records: RecordChange; readonly settings: Settings },
) => Success | Refusal

/** How an operation answers: from the records, or by a change of them. */
export type OperationAnswer =
  { readonly open: (parts: HandlerParts) => OperationHandler } | { readonly change: ChangingAnswer }
