import type * as z from 'zod/mini'
import type { Assumption } from './assumption.js'
import type { AnyRecord, Kind } from './kind.js'
import type { Operation, OperationAnswer } from './operation.js'

/** A set of records with a name, such as `edge-cases`. */
export interface BuiltInData {
  readonly description: string
  readonly edgeCases: boolean
  /** @param pageSize Records on a page of the API. `undefined` if the API has no list of this kind. */
  total(kind: Kind, pageSize: number | undefined): number
}

/** An OAuth 2.0 client-credentials endpoint, which the assumption `token.endpoint` turns on. */
export interface TokenEndpoint {
  readonly path: string
  /** The only client. */
  readonly client: { readonly id: string; readonly secret: string }
  /** The scopes that the real service grants to clients. In a mock, only those of operations have an effect. */
  readonly scopes: readonly string[]
}

/** An API that conmock mocks, as a value. The engine only knows the APIs that it is given. */
export interface Api {
  readonly title: string
  /** For the OpenAPI document. */
  readonly version: string
  /** For the OpenAPI document. */
  readonly description: string
  /** The start of all paths: `/api/v0`. */
  readonly prefix: string
  /** Its name in pacts, if the user gives none. */
  readonly provider: string
  /** The kinds of record by name, in the order of a data file. */
  readonly kinds: { readonly [many: string]: Kind }
  /** The options that set numbers of records, and the kind that each of them counts: `{ roleCount: 'roles' }`. */
  readonly countOptions: { readonly [option: string]: string }
  /** The built-in data by name. It has at least `default` and `empty`. */
  readonly builtInData: { readonly [name: string]: BuiltInData }
  /** The schemas of responses and of what they contain, by name. */
  readonly schemas: { readonly [name: string]: z.ZodMiniType }
  readonly operations: { readonly [id: string]: Operation }
  /** How the operations that return no list answer. */
  readonly answers: { readonly [operation: string]: OperationAnswer }
  /** What the specification leaves open, by name, in the order of the table. */
  readonly assumptions: { readonly [name: string]: Assumption }
  /** The list whose assumptions the pages of added operations have. */
  readonly pageForm?: string
  /** Where operations are that the API does not have, for the hint about an unknown path. */
  readonly moreOperations?: string | undefined
  readonly tokenEndpoint?: TokenEndpoint
  /** What the OpenAPI document calls a token. @default `token` */
  readonly credential?: { readonly name: string; readonly description: string }
  /** The fixtures, for the help of the command line: whose ids they are, and the names of those that a probe uses. */
  readonly fixtures?: { readonly of: string; readonly probed: readonly string[] }
  /** Returns paths to try with the records of a mock. @param find Returns the first record of a kind. */
  examplePaths(find: (kind: string) => AnyRecord | undefined): readonly string[]
}

/** The member of an extension with what it adds to an API. Another copy of conmock knows it, too. */
export const EXTENSION = Symbol.for('conmock.extension')
