import { deepFreeze } from '../common/freeze.js'
import { operations, type Operation, type OperationId } from './operations.js'

/** A shape that the API specification allows for a response. Consumers should be tested with all of them. */
interface Shape {
  /** The operation that returns it. */
  readonly operation: OperationId
  /** What it looks like. */
  readonly description: string
}

/** Name of a shape, for example `roles.page.last`. */
export type ShapeName = { [Id in OperationId]: keyof (typeof operations)[Id]['shapes'] }[OperationId]

function shapesOf({ id, shapes: own }: Operation): [string, Shape][] {
  return Object.entries(own).map(([name, description]) => [name, { operation: id, description }])
}

/** The shapes that a successful response may have, by name. */
export const shapes: { readonly [Name in ShapeName]: Shape } = deepFreeze(
  Object.fromEntries(Object.values(operations).flatMap(shapesOf)) as { [Name in ShapeName]: Shape },
)
