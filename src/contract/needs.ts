import * as z from 'zod/mini'
import { DataError } from '../common/errors.js'
import { validate } from '../common/validate.js'
import { operations, type OperationId } from '../convention/operations.js'
import { resourceSchemas } from '../convention/resources.js'
import { listPaths } from './fields.js'

function mapOperations<Value>(create: (id: OperationId) => Value): Record<OperationId, Value> {
  const entries = Object.values(operations).map(({ id }) => [id, create(id)])
  return Object.fromEntries(entries) as Record<OperationId, Value>
}

/** The fields in the successful response of each operation: those that have no fields themselves, and the other ones. */
export const responseFields = mapOperations((id) => {
  const paths = listPaths(resourceSchemas[operations[id].response])
  const isContainer = (path: string) => paths.some((other) => other.startsWith(`${path}.`))
  return { leaves: paths.filter((path) => !isContainer(path)), containers: paths.filter(isContainer) }
})

/** The fields of each operation that have no fields themselves. */
export const leafFields = mapOperations((id) => responseFields[id].leaves)

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
    mapOperations((id) =>
      z.optional(z.array(z.enum([...responseFields[id].containers, ...responseFields[id].leaves]))),
    ),
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
