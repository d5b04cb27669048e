import { expect } from 'vitest'
import { createAdminDocument } from '../../src/admin/openapi.js'
import { createValidators } from '../support/json-schema.js'

type Json = Record<string, unknown>

interface Described {
  readonly $ref?: string
  readonly content?: Readonly<Record<string, { readonly schema: { readonly $ref?: string } }>>
}

export const controlDocument = createAdminDocument('1.2.3') as unknown as {
  readonly openapi: string
  readonly paths: Readonly<Record<string, Readonly<Record<string, { responses: Record<string, Described> }>>>>
  readonly components: { readonly schemas: Json; readonly responses: Readonly<Record<string, Described>> }
}

/** Paths as regular expressions. */
const patterns = Object.keys(controlDocument.paths).map((path) => ({
  path,
  pattern: new RegExp(`^${path.replaceAll('.', String.raw`\.`).replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}))

export const validatorOf = createValidators(controlDocument.components.schemas)

/** Fails if a response is not as the OpenAPI document describes it. */
export function expectDocumented(method: string, path: string, status: number, body: unknown): void {
  const found = patterns.find(({ pattern }) => pattern.test(path))
  const operation = found && controlDocument.paths[found.path]?.[method.toLowerCase()]
  // Other paths and methods are not documented. They only have errors.
  if (!operation) return expect(status).toBeGreaterThanOrEqual(400)
  const { $ref, ...own } = operation.responses[status] ?? expect.fail(`${method} ${path}: status ${status}`)
  const response: Described =
    $ref === undefined ? own : controlDocument.components.responses[$ref.split('/').at(-1)!]!
  const type = status < 400 ? 'application/json' : 'application/problem+json'
  const schema = response.content?.[type]?.schema.$ref
  if (schema === undefined) return expect(body).toBeUndefined()
  expect(validatorOf(schema).safeParse(body).error?.issues).toBeUndefined()
}
