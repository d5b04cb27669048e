import * as z from 'zod/mini'
import { describe, listPaths, type Description, type Field } from '../common/description.js'
import { DataError } from '../common/errors.js'
import { validate } from '../common/validate.js'
import { compiled, type CompiledApi } from './compile.js'

/** Whether a field has no fields itself. The other ones are containers: `departments`. */
function isLeaf({ schema }: Field): boolean {
  return listPaths(schema).length === 0
}

/** The fields of the successful response of each operation, as dotted paths. None if nothing describes them. */
export const responseFields = compiled(({ operations, schemas }) => {
  const entries = operations.map(({ id, response, described: own }) => {
    const body: Description = response === undefined ? (own?.response ?? {}) : describe(schemas[response]!)
    return [
      id,
      { leaves: listPaths(body, isLeaf), containers: listPaths(body, (field) => !isLeaf(field)) },
    ] as const
  })
  return Object.fromEntries(entries)
})

/** The fields that an app needs, as `conmock needs` writes them. Plain JSON. */
export interface NeedsOf<Operation extends string> {
  /** Version of the format. */
  readonly version: number
  /** The fields by operation. A parent, such as `departments`, is only listed if none of its fields is needed. */
  readonly needs: { readonly [Id in Operation]?: readonly string[] }
}

export interface Needs extends NeedsOf<string> {}

const needsSchema = compiled((api) => {
  const fields = Object.entries(responseFields(api)).map(([id, { containers, leaves }]) => {
    return [id, z.optional(z.array(z.enum([...containers, ...leaves])))] as const
  })
  return z.object({ version: z.literal(1), needs: z.object(Object.fromEntries(fields)) })
})

/** Whether the fields of the successful response of an operation are known. */
export function hasKnownFields(api: CompiledApi, id: string): boolean {
  const { leaves, containers } = responseFields(api)[id]!
  return leaves.length + containers.length > 0
}

/** Returns what an app needs of an operation. `undefined` if its fields are not known. */
export function neededFields(api: CompiledApi, { needs }: Needs, id: string): readonly string[] | undefined {
  return hasKnownFields(api, id) ? (needs[id] ?? []) : undefined
}

/**
 * @param source Where the JSON comes from, for messages: for example the name of a file.
 * @throws DataError With the JSON path of each problem.
 */
export function checkNeeds(api: CompiledApi, json: unknown, source: string): Needs {
  const { problems, value } = validate(needsSchema(api), json)
  if (problems.length > 0) throw new DataError(source, problems)
  return value as Needs
}
