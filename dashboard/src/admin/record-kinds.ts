import kinds from './record-kinds.json'

/** Name of a kind of record, a plural such as `users`. */
export type KindName = keyof typeof kinds

/** The part of a JSON schema that tells which members a value may have. */
export interface Schema {
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
}

interface RecordKind {
  /** The kind in the singular, for messages. */
  readonly noun: string
  readonly schema: Schema
  readonly example: unknown
}

/** The kinds of record that the admin API has, as its OpenAPI document describes them. */
export const recordKinds = Object.fromEntries(
  Object.entries(kinds).map(([name, { resource, ...kind }]) => [
    name,
    { ...kind, noun: resource.toLowerCase() },
  ]),
) as unknown as Readonly<Record<KindName, RecordKind>>
