import { EXTENSION } from '../contract/api.js'
import type { StandardSchema } from './standard-schema.js'
import type { FactoryContext, Failure, Method, OwnAssumption, Success } from './types.js'

/** A kind of record that an extension adds. */
export interface OwnCollection {
  readonly name: string
  readonly one: string
  readonly schema: StandardSchema
  readonly unique: readonly (readonly string[])[]
  readonly references: { readonly [field: string]: string }
  readonly factory: (context: FactoryContext) => object
  readonly initial?: (records: object) => readonly object[]
}

/** An operation that an extension adds. */
export interface OwnOperation {
  readonly name: string
  /** What coverage, OpenAPI and dashboard call it. */
  readonly origin: string
  readonly method: Method
  readonly path: string
  readonly scope?: string
  readonly summary?: string
  /** The field of a record that each parameter is. */
  readonly params: { readonly [parameter: string]: { readonly kind: string; readonly field: string } }
  readonly body?: StandardSchema
  readonly response?: StandardSchema
  readonly pages?: string
  readonly replies: readonly Success[]
  readonly refuses: readonly Failure[]
  readonly readOnly: boolean
  /** Where it is defined: `at conmock.config.ts:12:4`. */
  readonly place?: string | undefined
  /** A request for the recorded pact. */
  readonly example?: { readonly body?: unknown; readonly query?: { readonly [name: string]: string } }
  readonly answer: (call: object) => unknown
}

/** What an extension adds to an API, as plain data. */
export interface ExtensionData {
  /** The origin of what is added next. */
  readonly origin: string
  readonly collections: readonly OwnCollection[]
  readonly operations: readonly OwnOperation[]
  readonly assumptions: { readonly [name: string]: OwnAssumption<string> & { readonly origin: string } }
  /** The names of the operations of the API that others replace. */
  readonly replaced: readonly string[]
}

/** Returns the kinds of record that the parameters of an operation name. */
export function kindsOf({ params }: OwnOperation): string[] {
  return [...new Set(Object.values(params).map(({ kind }) => kind))]
}

export function withData<Members extends object>(members: Members, data: ExtensionData): Members {
  return Object.freeze(Object.defineProperty(members, EXTENSION, { value: data }))
}

/** Returns what an extension adds. `undefined` if the value is no extension. */
export function dataOf(value: unknown): ExtensionData | undefined {
  return (value as { readonly [EXTENSION]?: ExtensionData } | null | undefined)?.[EXTENSION]
}
