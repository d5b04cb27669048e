import { describe, type Description } from '../common/description.js'
import { check } from '../common/validate.js'
import type { Kind } from '../contract/kind.js'
import { checkWith, jsonSchemaOf, missingFields, notJson, type Issue } from './checked-schema.js'
import type { OwnOperation } from './extension-data.js'

// A result is the body of a success or, of a page, an element. Its schema is that of the operation. Without one, an element is like
// the records of its collection.

/** Describes a result. `undefined` if it has no schema, and empty if nothing is known of the schema. @param kind The collection of a page. */
export function describeResult({ response }: OwnOperation, kind: Kind | undefined): Description | undefined {
  // The body of a response is what the schema takes.
  if (response) return jsonSchemaOf(response, 'input') ?? {}
  return kind && describe(kind.schema)
}

/** Finds what is wrong with a result. @param kind The collection of a page. */
export function checkResult(
  { name, response }: OwnOperation,
  kind: Kind | undefined,
  value: unknown,
): readonly Issue[] {
  if (!response) {
    if (!kind) return notJson(value)
    const { issues, value: record } = check(kind.schema, value)
    // The schema adds fields that have a default, but each record has them.
    return issues.length > 0 ? issues : missingFields(record, value, 'is missing')
  }
  const { issues } = checkWith(`the response of ${name}`, response, value)
  return issues.length > 0 ? issues : notJson(value)
}
