import { mergedPaths } from '../dataset/build.js'
import {
  describe,
  exampleOf,
  fieldsOf,
  isPlain,
  listPaths,
  withoutNull,
  type Description,
} from '../common/description.js'
import { capitalized, inWords } from '../common/text.js'
import { validate } from '../common/validate.js'
import type { Api, BuiltInData } from '../contract/api.js'
import type { CompiledApi } from '../contract/compile.js'
import type { AnyRecord, Kind } from '../contract/kind.js'
import type { Operation } from '../contract/operation.js'
import {
  columnsOf,
  type DashboardParts,
  type RecordLook,
  type ShownEdgeCase,
} from '../contract/record-look.js'

/** A kind of record, and how the dashboard shows it. */
export interface KindDescription extends RecordLook, Pick<Kind, 'one' | 'many'> {
  /** The dotted paths of optional fields. A path through a list continues with the fields of its elements. */
  readonly optional: readonly string[]
  /** The dotted paths of the fields whose values `update` merges. All others are replaced as a whole. */
  readonly merged: readonly string[]
}

/** An operation, and what a form for its requests needs. */
interface OperationDescription extends Pick<
  Operation,
  'id' | 'list' | 'method' | 'path' | 'scope' | 'origin' | 'paramFields'
> {
  /** The JSON body, if the operation reads one. */
  readonly body?: {
    readonly example: unknown
    /** The dotted paths of optional fields. */
    readonly optional: readonly string[]
  }
}

/** What a client such as the dashboard needs to know of an API. Plain JSON, and the same for each sandbox. */
export interface ApiDescription extends Pick<
  CompiledApi,
  'title' | 'scopes' | 'assumptions' | 'assumptionNames'
> {
  readonly operations: readonly OperationDescription[]
  readonly tokenEndpoint?: Pick<NonNullable<Api['tokenEndpoint']>, 'path' | 'client'>
  readonly builtInData: { readonly [name: string]: Pick<BuiltInData, 'description' | 'edgeCases'> }
  /** The kinds of record by name, in the order of a data file. */
  readonly kinds: { readonly [many: string]: KindDescription }
  readonly edgeCases: readonly ShownEdgeCase[]
}

/** The id, then texts, then other values without parts. */
function defaultColumns({ schema }: Kind): RecordLook['columns'] {
  const plain = fieldsOf(describe(schema)).filter((field) => isPlain(field.schema))
  const texts = plain.filter((field) => withoutNull(field.schema).type === 'string')
  return columnsOf([...new Set([...texts, ...plain])].map(({ name }) => name))
}

/** What goes with a record of a kind, or loses its id. */
function describeDeletion(name: string, kinds: CompiledApi['kinds']): string {
  const referring = Object.values(kinds).filter(({ references }) =>
    Object.values(references ?? {}).includes(name),
  )
  const labels = referring.map(({ many }) => many).join(' and ')
  return labels && `${capitalized(labels)} that refer to it are deleted, or drop it from their lists.`
}

/** Whether a record can be created without any values. The factory of a team's collection may not make all required fields. */
function needsNoValues(kind: Kind): boolean {
  try {
    return validate(kind.schema, kind.complete({}, {})).problems.length === 0
  } catch {
    return false
  }
}

function describeKind(
  kind: Kind,
  kinds: CompiledApi['kinds'],
  look: Partial<RecordLook> = {},
): KindDescription {
  const { one, many, schema } = kind
  const { columns = defaultColumns(kind), deletion } = look
  const description = describe(schema)
  const { id: _generated, ...example } = (exampleOf(description) ?? {}) as Partial<AnyRecord>
  return {
    one,
    many,
    optional: optionalPaths(description),
    merged: mergedPaths(description),
    label: inWords(many),
    templates: {
      ...(needsNoValues(kind) && { 'All values generated': {} }),
      ...(Object.keys(example).length > 0 && { 'All required fields': example }),
    },
    ...look,
    columns,
    deletion: [deletion, describeDeletion(many, kinds)].filter(Boolean).join(' '),
  }
}

function optionalPaths(description: Description): string[] {
  return listPaths(description, ({ isOptional }) => isOptional)
}

function describeRequest(operation: Operation): OperationDescription {
  const { id, list, method, path, scope, origin, paramFields, checkBody, described } = operation
  const body: Description = described?.body ?? {}
  return {
    id,
    ...(list !== undefined && { list }),
    method,
    path,
    ...(scope !== undefined && { scope }),
    ...(origin !== undefined && { origin }),
    ...(paramFields && { paramFields }),
    ...(checkBody && {
      body: { example: described?.exampleBody ?? exampleOf(body) ?? {}, optional: optionalPaths(body) },
    }),
  }
}

/** @param dashboard What the dashboard shows differently from its default. */
export function describeApi(api: CompiledApi, dashboard: DashboardParts): ApiDescription {
  const { title, scopes, assumptions, assumptionNames, tokenEndpoint } = api
  const { looks = {}, edgeCases = [] } = dashboard
  return {
    title,
    operations: api.operations.map(describeRequest),
    scopes,
    ...(tokenEndpoint && { tokenEndpoint: { path: tokenEndpoint.path, client: tokenEndpoint.client } }),
    assumptions,
    assumptionNames,
    builtInData: Object.fromEntries(
      Object.entries(api.builtInData).map(([name, { description, edgeCases: has }]) => [
        name,
        { description, edgeCases: has },
      ]),
    ),
    kinds: Object.fromEntries(
      Object.entries(api.kinds).map(([name, kind]) => [name, describeKind(kind, api.kinds, looks[name])]),
    ),
    edgeCases,
  }
}
