import * as z from 'zod/mini'
import { DataError } from '../common/errors.js'
import { unwrapped, validate } from '../common/validate.js'
import { operations, type OperationId } from '../convention/operations.js'
import { resourceSchemas } from '../convention/resources.js'

interface Fields {
  /** The fields that have no fields themselves: `departments.name`. Lists are skipped. */
  readonly leaves: readonly string[]
  /** The other ones: `departments`. */
  readonly containers: readonly string[]
}

function listFields(schema: unknown): Fields {
  const inner = unwrapped(schema)
  if (inner instanceof z.ZodMiniArray) return listFields(inner.def.element)
  const fields = inner instanceof z.ZodMiniObject ? Object.entries(inner.shape) : []
  const found = fields.map(([name, field]) => {
    const below = listFields(field)
    const paths = (list: readonly string[]) => list.map((path) => `${name}.${path}`)
    return below.leaves.length === 0
      ? { leaves: [name], containers: [] }
      : { leaves: paths(below.leaves), containers: [name, ...paths(below.containers)] }
  })
  return {
    leaves: found.flatMap(({ leaves }) => leaves),
    containers: found.flatMap(({ containers }) => containers),
  }
}

function mapOperations<Value>(create: (id: OperationId) => Value): Record<OperationId, Value> {
  const entries = Object.values(operations).map(({ id }) => [id, create(id)])
  return Object.fromEntries(entries) as Record<OperationId, Value>
}

/** The fields in the successful response of each operation. */
export const responseFields = mapOperations((id) => listFields(resourceSchemas[operations[id].response]))

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
