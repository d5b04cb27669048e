import * as z from 'zod/mini'
import { DataError } from '../common/errors.js'
import { validate } from '../common/validate.js'
import { operations, type OperationId } from '../convention/operations.js'
import { resourceSchemas } from '../convention/resources.js'
import { isWithin, listPaths } from './fields.js'

function mapOperations<Value>(create: (id: OperationId) => Value): Record<OperationId, Value> {
  const entries = Object.values(operations).map(({ id }) => [id, create(id)])
  return Object.fromEntries(entries) as Record<OperationId, Value>
}

const responseFields = mapOperations((id) => listPaths(resourceSchemas[operations[id].response]))

function hasFields(id: OperationId, path: string): boolean {
  return responseFields[id].some((other) => other !== path && isWithin(other, path))
}

/** The fields in the successful response of each operation that have no fields themselves. */
export const leafFields = mapOperations((id) => responseFields[id].filter((path) => !hasFields(id, path)))

/** The other ones: `departments`. */
export const containerFields = mapOperations((id) => responseFields[id].filter((path) => hasFields(id, path)))

/** The fields that an app needs, as `conmock needs` writes them. Plain JSON. */
export interface Needs {
  /** Version of the format. */
  readonly version: number
  /** The fields by operation. One with fields of its own, such as `departments`, is only there if none of these is needed. */
  readonly needs: { readonly [Id in OperationId]?: readonly string[] }
}

const needsSchema = z.object({
  version: z.literal(1),
  needs: z.object(
    mapOperations((id) => z.optional(z.array(z.enum([...containerFields[id], ...leafFields[id]])))),
  ),
})

/**
 * @param source Where the JSON comes from, for messages: for example the name of a file.
 * @throws DataError With the JSON path of each problem.
 */
export function checkNeeds(json: unknown, source: string): Needs {
  const { problems, value } = validate(needsSchema, json)
  if (problems.length > 0) throw new DataError(source, problems)
  return value as Needs
}
