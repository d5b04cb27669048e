import * as z from 'zod/mini'
import { DataError } from '../common/errors.js'
import { unwrapped, validate } from '../common/validate.js'
import { operations, type OperationId } from './operations.js'
import { resourceSchemas } from './resources.js'

function leavesOf(schema: unknown): string[] {
  const inner = unwrapped(schema)
  if (inner instanceof z.ZodMiniArray) return leavesOf(inner.def.element)
  if (!(inner instanceof z.ZodMiniObject)) return []
  return Object.entries(inner.shape).flatMap(([name, field]) => {
    const below = leavesOf(field)
    return below.length === 0 ? [name] : below.map((path) => `${name}.${path}`)
  })
}

function mapOperations<Value>(create: (id: OperationId) => Value): Record<OperationId, Value> {
  const entries = Object.values(operations).map(({ id }) => [id, create(id)])
  return Object.fromEntries(entries) as Record<OperationId, Value>
}

/** The fields in the responses of each operation that have no fields themselves: `departments.name`. Lists are skipped. */
export const leafFields = mapOperations<readonly string[]>((id) =>
  leavesOf(resourceSchemas[operations[id].response]),
)

/** The fields that an app needs, as `conmock needs` writes them. Plain JSON. */
export interface Needs {
  /** Version of the format. */
  readonly version: number
  /** The fields by operation. */
  readonly needs: { readonly [Id in OperationId]?: readonly string[] }
}

const needsSchema = z.object({
  version: z.literal(1),
  needs: z.object(mapOperations((id) => z.optional(z.array(z.enum(leafFields[id] as string[]))))),
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
