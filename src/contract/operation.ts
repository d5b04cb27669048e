import type { AnyRecord, Rows } from './kind.js'
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
  readonly status: number
  readonly description: string
}

export interface Operation {
  /** Name of the operation in the OpenAPI document, in coverage files and in messages. */
  readonly id: string
  /** Name of the kind of record, if the operation returns a list of it in pages: `roles`. */
  readonly list?: string
  /** Name of the kind of record, if an operation of a team returns pages of it. They have the assumptions of a list of the API. */
  readonly pages?: string
  readonly method: Method
  /** Parameters are written as `:name`. */
  readonly path: string
  readonly summary: string
  /** What provider states call the parameters of the path: `{ id: 'userId' }`. */
  readonly stateIds?: { readonly [parameter: string]: string }
  /** The field of a record that a parameter of the path is: `{ id: { kind: 'users', field: 'id' } }`. A field may be a dotted path. */
  readonly paramFields?: { readonly [parameter: string]: { readonly kind: string; readonly field: string } }
  /** The scope that a token needs. Without it, any valid token will do. */
  readonly scope?: string
  /** Who says that the operation exists, if the API specification does not: `yours`. */
  readonly origin?: string
  /** Whether it changes nothing. @default whether the method is GET */
  readonly readOnly?: boolean
  /** Checks the JSON body of a request. Without it, no body is read. */
  readonly checkBody?: (body: unknown) => CheckedBody
  /** What the OpenAPI document says about the parameters. Those of the path are always there. */
  readonly parameters?: readonly Parameter[]
  /** Status of a success. @default 200 */
  readonly status?: number
  /** Further statuses of a success. */
  readonly replies?: readonly number[]
  /** Name of the schema of the body of a success. Without it, a success has no body. */
  readonly response?: string
  /** The JSON Schemas of the bodies, if none has a name. */
  readonly described?: {
    readonly body?: object | undefined
    /** A body that the operation takes. */
    readonly exampleBody?: unknown
    readonly response?: object | undefined
    /** Whether a success has a body without a schema. */
    readonly isAny: boolean
  }
  /** The cases of a successful response, with descriptions. Clients should be tested with all of them. */
  readonly cases: { readonly [name: string]: string }
  /** The reasons for which this operation refuses a request, in addition to those of all operations. */
  readonly refusals: { readonly [code: string]: Reason }
}

/** The body of a request, or what is wrong with it. */
interface CheckedBody {
  readonly issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[]
  readonly value?: unknown
}

/** An operation that returns a list in pages. */
export interface ListOperation extends Operation {
  readonly list: string
  readonly scope: string
  readonly response: string
}

/** Returns method and path: `GET /api/v0/roles`. */
export function describeOperation({ method, path }: Pick<Operation, 'method' | 'path'>): string {
  return `${method} ${path}`
}

/** Adds who says that an operation exists, if the API specification does not: `getUser (yours)`. */
export function withOrigin(text: string, origin: string | undefined): string {
  return origin === undefined ? text : `${text} (${origin})`
}

/** Says which operations do not describe their successes, if there are any. */
export function undescribedOperations(operations: readonly Pick<Operation, 'id' | 'described'>[]): string[] {
  const ids = operations.filter(({ described }) => described?.isAny).map(({ id }) => id)
  return ids.length === 0 ? [] : [`Without a schema of the response: ${ids.join(', ')}`]
}

/** Returns the case that a request had a filter: a field of its body or a parameter of its query. */
export function filterCase({ id }: Pick<Operation, 'id'>, filter: string): string {
  return `${id}.with.${filter}`
}

/** Returns the names of the parameters of a path. */
export function parameterNames(path: string): string[] {
  return Array.from(path.matchAll(/:(\w+)/g), ([, name]) => name!)
}

/** Encodes the values of parameters for a path. */
export function encodeParams(values: { readonly [name: string]: unknown }): {
  readonly [name: string]: string
} {
  const encoded = Object.entries(values).map(([name, value]) => [name, encodeURIComponent(String(value))])
  return Object.fromEntries(encoded)
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
  /** The key and the code of the error in an envelope, if the status does not decide them. */
  readonly envelope?: { readonly kind?: string | undefined; readonly code?: number | undefined }
  /** The further assumptions that it depends on. */
  readonly assumed?: readonly string[]
  /** What only the request log says: an error in the code of the user. */
  readonly logged?: string
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
  /** @default that of the operation */
  readonly status?: number
  /** As bytes if it is already encoded. `null` if the response has no body. */
  readonly body: string | Uint8Array<ArrayBuffer> | null
  readonly cases: readonly string[]
  /** The names of the assumptions that it depends on. */
  readonly assumed: readonly string[]
  /** A note for the developer, for the log. */
  readonly note?: string
  /** A file, in place of JSON. */
  readonly response?: Response
}

/** The records of one kind that an operation reads. */
export interface ApiRecords<T extends AnyRecord = AnyRecord> extends Rows<T> {
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
  rows(kind: string): Rows
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
  /** The time of the mock's clock. */
  readonly now: () => number
}

export interface OperationRequest {
  /** The parameters of the path, decoded. */
  readonly params: { readonly [name: string]: string }
  readonly query: string
  /** The JSON body, as `checkBody` returns it. */
  readonly body?: unknown
  /** The JSON body, as it was sent: the schema of a team may drop the cursor. */
  readonly sentBody?: unknown
}

/** Answers the requests of one operation, after the general checks. */
export interface OperationHandler {
  handle(request: OperationRequest): Success | Refusal
}

/** An operation that changes records. If it refuses or throws, nothing is changed. */
type ChangingAnswer = (
  request: OperationRequest & Omit<HandlerParts, 'data'> & { readonly records: RecordChange },
) => Success | Refusal

/** How an operation answers: from the records, or by a change of them. */
export type OperationAnswer =
  { readonly open: (parts: HandlerParts) => OperationHandler } | { readonly change: ChangingAnswer }
