import { Validator } from '@seriousme/openapi-schema-validator'
import * as z from 'zod'

type JsonSchema = Exclude<Parameters<typeof z.fromJSONSchema>[0], boolean>

/** Returns what an independent validator refuses in an OpenAPI document, and the references that lead to nothing. */
export async function openApiProblems(document: Record<string, unknown>): Promise<readonly unknown[]> {
  const { errors = [] } = await new Validator().validate(structuredClone(document))
  const references = JSON.stringify(document).matchAll(/"\$ref":"(#\/)?([^"]*)"/g)
  const dangling = [...references].filter(([, local, path]) => {
    const target = path!.split('/').reduce<unknown>((place, key) => Object(place)[key], document)
    return local === undefined || target === undefined
  })
  return [errors, ...dangling].flat()
}

function toDefinitions(text: string): string {
  return text.replaceAll('#/components/schemas/', '#/$defs/')
}

/** Returns a function that builds the validator of a reference such as `#/components/schemas/Role`. */
export function createValidators(schemas: object): (reference: string) => z.ZodType {
  const $defs = JSON.parse(toDefinitions(JSON.stringify(schemas))) as Record<string, JsonSchema>
  const validators = new Map<string, z.ZodType>()
  return (reference) => {
    const validator = validators.get(reference) ?? z.fromJSONSchema({ $ref: toDefinitions(reference), $defs })
    validators.set(reference, validator)
    return validator
  }
}
