import type { Api } from '../contract/api.js'
import { compile, type CompiledApi } from '../contract/compile.js'
import type { FixtureSchemas } from '../pact/states/definition.js'
import { inWords, type ProbeRequest, type Row } from './row.js'
import { createTable, type Rows } from './table.js'

/** What a probe needs to know of an API, as a value. */
export interface ProbeParts {
  /** The option `fixtures`: ids of records of the service. */
  readonly fixtures: FixtureSchemas
  /** What a probe asks the operations that return one record, by assumption. */
  readonly rows: Rows
}

/** An API with what a probe asks. */
export interface ProbeApi extends Pick<ProbeParts, 'fixtures'> {
  readonly api: CompiledApi
  /** The rows by assumption. */
  readonly table: ReadonlyMap<string, Row>
  /** The requests of a probe in words, each of them once. */
  readonly requests: ReadonlyMap<string, ProbeRequest>
}

export function bindProbe(value: Api, { fixtures, rows }: ProbeParts): ProbeApi {
  const api = compile(value)
  const table = createTable(api, rows)
  const requests = [...table.values()].flatMap(([request]) =>
    request ? [[inWords(request), request] as const] : [],
  )
  return { api, fixtures, table, requests: new Map(requests) }
}
