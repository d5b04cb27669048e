import { describe, fieldsOf, listPaths, withoutNull } from '../common/description.js'
import { capitalized } from '../common/text.js'
import type { Api, BuiltInData } from '../contract/api.js'
import type { CompiledApi } from '../contract/compile.js'
import type { Kind } from '../contract/kind.js'
import type { Operation } from '../contract/operation.js'
import type { DashboardParts, RecordLook, ShownEdgeCase } from '../contract/record-look.js'

/** A kind of record, and how the dashboard shows it. */
export interface KindDescription extends RecordLook, Pick<Kind, 'one' | 'many'> {
  /** The dotted paths of optional fields. A path through a list continues with the fields of its elements. */
  readonly optional: readonly string[]
}

/** What a client such as the dashboard needs to know of an API. Plain JSON, and the same for each sandbox. */
export interface ApiDescription extends Pick<
  CompiledApi,
  'title' | 'scopes' | 'assumptions' | 'assumptionNames'
> {
  readonly operations: readonly Pick<Operation, 'id' | 'list' | 'method' | 'path' | 'scope'>[]
  readonly tokenEndpoint?: Pick<NonNullable<Api['tokenEndpoint']>, 'path' | 'client'>
  readonly builtInData: { readonly [name: string]: Pick<BuiltInData, 'description' | 'edgeCases'> }
  /** The kinds of record by name, in the order of a data file. */
  readonly kinds: { readonly [many: string]: KindDescription }
  readonly edgeCases: readonly ShownEdgeCase[]
}

/** Writes the name of a field as words: `dueDate` is `Due date`. */
function labelOf(field: string): string {
  return capitalized(field.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`))
}

/** The id, and the first texts. */
function defaultColumns({ schema }: Kind): RecordLook['columns'] {
  const texts = fieldsOf(describe(schema)).filter(
    ({ name, schema: field }) => name !== 'id' && withoutNull(field).type === 'string',
  )
  return (['id', 'name', 'short', 'long'] as const).flatMap((look, place) => {
    const field = place === 0 ? 'id' : texts[place - 1]?.name
    return field === undefined ? [] : [{ label: labelOf(field), text: `{${field}}`, look }]
  })
}

function describeKind(kind: Kind, look: Partial<RecordLook> = {}): KindDescription {
  const { one, many } = kind
  return {
    one,
    many,
    optional: listPaths(describe(kind.schema), ({ isOptional }) => isOptional),
    label: capitalized(many),
    columns: look.columns ?? defaultColumns(kind),
    templates: { 'All values generated': {} },
    deletion: '',
    ...look,
  }
}

/** @param dashboard What the dashboard shows differently from its default. */
export function describeApi(api: CompiledApi, dashboard: DashboardParts): ApiDescription {
  const { title, scopes, assumptions, assumptionNames, tokenEndpoint } = api
  const { looks = {}, edgeCases = [] } = dashboard
  return {
    title,
    operations: api.operations.map(({ id, list, method, path, scope }) => ({
      id,
      ...(list !== undefined && { list }),
      method,
      path,
      ...(scope !== undefined && { scope }),
    })),
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
      Object.entries(api.kinds).map(([name, kind]) => [name, describeKind(kind, looks[name])]),
    ),
    edgeCases,
  }
}
