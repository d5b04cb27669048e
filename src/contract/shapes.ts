import { deepFreeze } from './freeze.js'
import { operations, type Operation, type OperationId } from './operations.js'

/** A shape that the API specification allows a response to have. A consumer should have received each of them. */
interface Shape {
  readonly operation: OperationId
  readonly description: string
}

/** Name of a legal shape. */
export type ShapeName = { [Id in OperationId]: keyof (typeof operations)[Id]['shapes'] }[OperationId]

function shapesOf({ id, shapes: own }: Operation): [string, Shape][] {
  return Object.entries(own).map(([name, description]) => [name, { operation: id, description }])
}

/** The legal shapes of a successful response, by name. */
export const shapes: { readonly [Name in ShapeName]: Shape } = deepFreeze(
  Object.fromEntries(Object.values(operations).flatMap(shapesOf)) as { [Name in ShapeName]: Shape },
)
