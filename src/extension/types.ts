import type { StandardSchema } from './standard-schema.js'

// The types of `extendApi`. TypeScript infers each call of the chain by itself. It does not infer an object of operations.

/** A record of any kind. */
interface WithId {
  readonly id: string
}

/** A value without parts. One with a brand is an object, too. */
type Scalar = string | number | boolean | null | undefined

/** Like `T`, but read-only at every depth. */
type DeepReadonly<T> = T extends Scalar | ((...args: never) => unknown)
  ? T
  : T extends object
    ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> }
    : T

/** Some fields of a record, at every depth. */
type SomeOf<T> = T extends Scalar
  ? T
  : T extends readonly (infer Item)[]
    ? readonly SomeOf<Item>[]
    : T extends object
      ? { readonly [Key in keyof T]?: SomeOf<T[Key]> | undefined }
      : T

/** Selects records: an id, some fields, or a predicate. */
export type Selection<T> = string | SomeOf<T> | ((record: T) => boolean)

/** The records of one kind, as an answer reads them. They are the records themselves, frozen. */
export interface Reading<T> {
  /**
   * Like `find`, for a record that must exist.
   *
   * @throws RecordNotFoundError If no record matches.
   */
  get(where: Selection<T>): T
  /** Returns the first matching record in the order of ids, or `undefined`. Finding by id is fast. */
  find(where: Selection<T>): T | undefined
  /** Returns all matching records in the order of ids. Without a condition, returns all records. */
  findMany(where?: Selection<T>): readonly T[]
  /** Returns the first records in the order of ids. */
  first(count: number): readonly T[]
  /** Counts all records. */
  count(): number
}

/** The records of one kind, as an answer reads and changes them. Reads include what it has written. */
interface Writing<T> extends Reading<T> {
  /** Creates a record. The factory fills in the missing fields. */
  create(given?: SomeOf<T>): T
  /** Changes a record. Objects are merged. Lists, maps and objects whose fields the schema does not describe are replaced. */
  update(id: string, changes: SomeOf<T>): T
  /** Deletes a record. */
  delete(id: string): void
}

/** What a factory gets. */
export interface FactoryContext {
  /** Number of the record: from 0 in `initial`, and from 10,000 for those created later. */
  readonly index: number
  /** Differs for each record, and is the same in every run. */
  readonly seed: number
}

/** The readers of all kinds. */
type ReadingOf<All> = { readonly [Kind in keyof All]: Reading<DeepReadonly<All[Kind]>> }

/** Options of a collection. */
interface CollectionOptions<All, Name, One, T, Made> {
  /** The noun for one record, in answers, messages, provider states and the dashboard. */
  readonly one: One
  /** The schema of a record, with a field `id` that is a string. Records are the schema's output. */
  readonly schema: StandardSchema<T>
  /**
   * Fields, or lists of fields, that no two records share. A record with `null` or nothing in one of them is not compared.
   *
   * @default none
   */
  readonly unique?: readonly ((keyof T & string) | readonly (keyof T & string)[])[]
  /**
   * Fields with the id, or the ids, of records of another kind. Unknown ids are refused. Deleting a record also deletes
   * those that refer to it, or removes it from their lists.
   *
   * @default none
   */
  readonly references?: { readonly [Key in keyof T & string]?: (keyof All & string) | Name }
  /**
   * Returns all fields that `create` may leave out. conmock only generates an `id`, which is a number such as `10001`, unless the
   * factory returns one, such as a UUID. It must return the same in every run.
   */
  readonly factory: (context: FactoryContext) => Made
  /**
   * Returns the records of a fresh mock, at most 10,000, as you would pass them to `create`, and the same in every run. It gets
   * the fresh records of the kinds added before. Without your own `data`, it runs at the first read.
   *
   * @default none
   */
  readonly initial?: (records: ReadingOf<All>) => readonly NoInfer<SomeOf<T>>[]
}

type Field<All> = {
  [Kind in keyof All & string]: `${Kind}.${keyof All[Kind] & string}`
}[keyof All & string]

type KindOf<Name> = Name extends `${infer Kind}.${string}` ? Kind : never

/** A parameter may have a suffix: `:id.json`. */
type BeforeDot<Text extends string> = Text extends `${infer Name}.${string}` ? Name : Text

type ParamsOf<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? BeforeDot<Name> | ParamsOf<Rest>
  : Path extends `${string}:${infer Name}`
    ? BeforeDot<Name>
    : never

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
/** A status of success. */
export type Success = 200 | 201 | 202 | 204
/** A status that refuses a request. */
export type Failure = 400 | 401 | 403 | 404 | 409 | 410 | 412 | 413 | 415 | 422 | 423 | 429 | 500 | 501 | 503

declare const replied: unique symbol

/** What `page`, `reply` and `refuse` return. */
interface Reply {
  readonly [replied]: true
}

/** Why a request is refused. */
export interface ReplyProblem {
  /** What is wrong, for the developer. */
  readonly message: string
  /** The key of the error in the envelope of the service, such as `logic`. @default that of the status */
  readonly kind?: string | undefined
  /** The code of the error in the envelope of the service. */
  readonly code?: number | undefined
}

interface PageOf<Each, Element> {
  /**
   * Which records are in the list.
   *
   * @default all
   */
  readonly where?: Selection<Each> | undefined
  /**
   * The ids of the records to look at. The others are not read.
   *
   * @default all
   */
  readonly ids?: readonly string[] | undefined
  /**
   * How many records a page has.
   *
   * @default the page size of the API
   */
  readonly limit?: number | undefined
  /** Maps a record to a page element. */
  readonly each?: (record: Each) => Element
}

/** `each` is required if a record does not match `response`. In brackets, because a record may be a union. */
type PageArguments<Each, Element> = [Each] extends [Element]
  ? [request?: PageOf<Each, Element>]
  : [request: PageOf<Each, Element> & { readonly each: (record: Each) => Element }]

/** What the answer of your own operation gets. */
interface Call<
  All,
  Nouns,
  Assumed,
  Path extends string,
  Params,
  Body,
  Result,
  Pages,
  Replied extends number,
  Refused extends number,
> {
  /** The parameters of the path, decoded. */
  readonly params: { readonly [Name in ParamsOf<Path>]: string }
  /**
   * The records `params` names. With `{ id: 'pickups.userId' }`, `found.pickup` is the one whose `userId` is `:id`. If there is
   * none, the request gets 404 (`unknown_record`), and the answer does not run.
   */
  readonly found: {
    readonly [Name in keyof Params as Nouns[KindOf<Params[Name]> & keyof Nouns] & string]: DeepReadonly<
      All[KindOf<Params[Name]> & keyof All]
    >
  }
  /** The query of the URL. */
  readonly query: URLSearchParams
  /** The JSON body, as its schema returns it. Any other body gets 400 (`invalid_body`), even for a record that does not exist. */
  readonly body: Body
  /** The time of the mock's clock, in milliseconds since 1970. */
  readonly now: number
  /**
   * All records (frozen): `get`, `find`, `findMany`, `first` and `count`, and unless the operation is `readOnly`, `create`,
   * `update` and `delete`.
   */
  readonly records: { readonly [Kind in keyof All]: Writing<DeepReadonly<All[Kind]>> }
  /** The variants of your assumptions. */
  readonly assumptions: Assumed
  /**
   * `page({ where, ids, limit, each })` returns a page of the collection in `pages`. It reads the cursor itself: `nextPage` of
   * the query or the body. `ids` says which records to look at, and `each` returns what a record becomes.
   */
  readonly page: (
    ...request: Pages extends keyof All
      ? PageArguments<DeepReadonly<All[Pages]>, DeepReadonly<Result>>
      : [never]
  ) => Reply
  /** `reply(status, body)` returns a success with one of the statuses in `replies`. Without `replies`, return the value itself: it gets 200. */
  readonly reply: (status: Replied, body?: DeepReadonly<Result>) => Reply
  /** `refuse(status, message)` returns an error in the API's form, with one of the statuses in `refuses`. Return it, and nothing changes. */
  readonly refuse: (status: Refused, problem: string | ReplyProblem) => Reply
}

/** Options of an operation of your own. */
interface OperationOptions<
  All,
  Path extends string,
  Params,
  Body,
  Result,
  Pages,
  Replied extends number,
  Refused extends number,
> {
  /**
   * The scope that a token needs.
   *
   * @default any valid token
   */
  readonly scope?: string
  /**
   * What it does, for OpenAPI and the dashboard.
   *
   * @default its name in words, such as `Get user`
   */
  readonly summary?: string
  /**
   * The field of a record that each parameter of the path stands for: `{ id: 'users.id' }`. The answer gets this record in
   * `found`. Two fields of one collection select one record together.
   *
   * @default none
   */
  readonly params?: {
    readonly [Name in keyof Params]: Name extends ParamsOf<Path> ? Params[Name] & Field<All> : never
  }
  /**
   * The schema of the JSON body. Any other body gets 400, with the path of each problem.
   *
   * @default the body is ignored
   */
  readonly body?: StandardSchema<Body>
  /**
   * The schema of the body of a success. For a page, it describes one element, and defaults to the collection's schema. Each
   * success is checked, except a `Response`, which is sent as it is.
   *
   * @default any JSON
   */
  readonly response?: StandardSchema<Result>
  /**
   * The collection that `page()` returns pages of.
   *
   * @default none
   */
  readonly pages?: Pages & keyof All
  /**
   * The statuses of a success.
   *
   * @default [200]
   */
  readonly replies?: readonly Replied[]
  /**
   * The statuses that `refuse` may have.
   *
   * @default none
   */
  readonly refuses?: readonly Refused[]
  /**
   * Whether it changes nothing.
   *
   * @default true for GET, false for other methods
   */
  readonly readOnly?: boolean
  /**
   * Whether it replaces the operation with this name, or with this method and path.
   *
   * @default false
   */
  readonly replaces?: boolean
  /**
   * A request for the recorded pact. Needed if the body must not be `{}`, or the answer needs a query.
   *
   * @default a request without a query, with the body `{}` if there is a schema
   */
  readonly example?: {
    readonly body?: DeepReadonly<NoInfer<Body>>
    readonly query?: Readonly<Record<string, string>>
  }
}

/** JSON that is no promise: an answer is synchronous. The second type allows any names in an object literal. */
type Plain =
  (object & { readonly then?: never }) | { readonly [name: string]: unknown; readonly then?: never } | null

/** A copy of any JSON would have no names. */
type Sent<Result> = Plain extends Result ? Result : DeepReadonly<Result>

/** What an answer may return as it is: a success with the status 200. */
type Returned<Result, Replied> = [Replied] extends [never]
  ? Sent<Result>
  : 200 extends Replied
    ? Sent<Result>
    : never

/** An assumption of your own. */
export interface OwnAssumption<Variant extends string> {
  /** What the documentation of the service leaves open. */
  readonly question: string
  /** The possible answers. The first one is the default. */
  readonly variants: readonly [Variant, ...Variant[]]
  /** Where the default comes from. */
  readonly source?: string
  /** How sure the source is. */
  readonly confidence?: 'high' | 'medium' | 'low'
}

/** What is hidden in the types of an extension. */
export interface ExtensionTypes {
  readonly records: object
  readonly assumptions: object
  readonly operation: string
}

/** Any extension. */
export interface AnyExtension {
  /** Only in the types. */
  readonly '~types'?: ExtensionTypes
}

/** Your own operations and collections. Each call returns a new extension. */
export interface Extension<All, Nouns, Assumed = {}, Operation extends string = never> {
  /** Only in the types. */
  readonly '~types'?: { readonly records: All; readonly assumptions: Assumed; readonly operation: Operation }
  /**
   * Returns the same extension with another origin for what you add next.
   *
   * @param options.origin What coverage, OpenAPI and the dashboard call the next operations. By default, `yours`.
   */
  extend(options?: { readonly origin?: string | undefined }): Extension<All, Nouns, Assumed, Operation>
  /**
   * Adds a question that the documentation of the service leaves open.
   *
   * @throws InvalidOptionError For an invalid or taken name, or without variants.
   */
  assumption<const Name extends `${string}.${string}`, const Variant extends string>(
    name: Name,
    options: OwnAssumption<Variant>,
  ): Extension<All, Nouns, Assumed & { readonly [Key in Name]: Variant }, Operation>
  /**
   * Adds a kind of record. `mock.registrations` then has the members of `mock.roles`.
   *
   * @throws InvalidOptionError For an invalid or taken name, or a wrong option.
   */
  collection<
    const Name extends string,
    const One extends string,
    T extends WithId,
    const Made extends SomeOf<T>,
  >(
    name: Name,
    options: CollectionOptions<All, Name, One, T, Made>,
  ): Extension<
    All & { readonly [Key in Name]: T },
    Nouns & { readonly [Key in Name]: One },
    Assumed,
    Operation
  >
  /**
   * Adds an operation.
   *
   * @param name Its name in faults, coverage and the request log: `getRegistration`.
   * @param request Method and path: `GET /api/v0/users/:id/registration`.
   * @param answer Returns JSON, or what `page`, `reply` or `refuse` returns. It is synchronous.
   * @throws InvalidOptionError For an invalid or taken name or path, or a wrong option.
   */
  operation<
    const Name extends string,
    const Path extends string,
    const Params = {},
    Body = undefined,
    Result = Plain,
    const Pages = never,
    const Replied extends Success = never,
    const Refused extends Failure = never,
  >(
    name: Name,
    request: `${Method} ${Path}`,
    options: OperationOptions<All, Path, Params, Body, Result, Pages, Replied, Refused>,
    answer: (
      call: Call<All, Nouns, Assumed, Path, Params, NoInfer<Body>, NoInfer<Result>, Pages, Replied, Refused>,
    ) => NoInfer<Returned<Result, Replied>> | Reply | Response,
  ): Extension<All, Nouns, Assumed, Operation | Name>
}
