import { describe } from '../common/description.js'
import { capitalized } from '../common/text.js'
import type { Api } from './api.js'
import type { CompiledApi } from './compile.js'
import { parameterNames, undescribedOperations, type Operation, type Parameter } from './operation.js'
import { laterReasons } from './refusal-reasons.js'

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

/** An OpenAPI 3.1 document, as plain JSON. */
export interface OpenApiDocument {
  readonly openapi: '3.1.1'
  readonly [key: string]: Json
}

/** Describes schemas, with references to each other below `#/components/schemas/`. */
function createComponents(schemas: Api['schemas']): Record<string, Json> {
  const names = new Map<unknown, string>(
    Object.entries(schemas).map(([name, schema]) => [describe(schema), name]),
  )
  const refer = (key: string, part: unknown) =>
    key !== '' && names.has(part) ? { $ref: `#/components/schemas/${names.get(part)}` } : part
  const entries = Array.from(names, ([schema, name]) => [name, JSON.parse(JSON.stringify(schema, refer))])
  return Object.fromEntries(entries)
}

const problem: Json = {
  type: 'object',
  description: 'What is wrong with the request and how to fix it, in the format of RFC 9457.',
  required: ['type', 'title', 'status', 'detail'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string', description: 'What is wrong with this request' },
    hint: { type: 'string', description: 'How to fix it' },
    code: { type: 'string', description: 'Machine-readable reason of the error' },
    assumption: {
      type: 'string',
      description: 'Name of the assumption that this response depends on, if there is one',
    },
  },
}

const problemContent = {
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
} as const

const challenge: Json = {
  'WWW-Authenticate': {
    description: 'The challenge of RFC 6750: `error` and the `scope` that the operation needs',
    schema: { type: 'string' },
  },
}

const refusals = {
  BadRequest: { description: 'The request is malformed, or its cursor is invalid' },
  Unauthorized: { description: 'The credential is missing or invalid', headers: challenge },
  Forbidden: { description: 'The credential lacks the scope', headers: challenge },
  NotFound: { description: 'The requested record does not exist' },
  MethodNotAllowed: {
    description: 'The method is not GET or HEAD',
    headers: { Allow: { description: 'The allowed methods', schema: { type: 'string' } } },
  },
} as const

const token = { name: 'token', description: 'A token' }

function refusal(name: keyof typeof refusals): { readonly $ref: string } {
  return { $ref: `#/components/responses/${name}` }
}

/** The refusals of all operations. */
const commonRefusals = {
  '400': refusal('BadRequest'),
  '401': refusal('Unauthorized'),
  '403': refusal('Forbidden'),
  '405': refusal('MethodNotAllowed'),
}

/** Describes the refusals of an operation that not all operations have. */
function ownRefusals({ refusals: own, checkBody }: Operation): { readonly [status: string]: Json } {
  const reasons = [...Object.values(own), ...(checkBody ? [laterReasons.body_too_long] : [])]
  const statuses = [...new Set(reasons.map(({ status }) => status))].toSorted((a, b) => a - b)
  const responses = statuses.flatMap((status) => {
    if (status in commonRefusals) return []
    const all = reasons.filter((reason) => reason.status === status)
    const description = all.map((reason) => reason.description).join('. ')
    const form = status === 404 ? refusal('NotFound') : problemContent
    return [[String(status), { ...form, description }] as const]
  })
  return Object.fromEntries(responses)
}

const jsonOf = (name: string) => ({
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
})

const PARTS = ['body', 'response'] as const

/** Returns the name of a schema that an operation describes itself: `getUserResponse`. */
function schemaName(id: string, part: (typeof PARTS)[number]): string {
  return `${id}${capitalized(part)}`
}

/** Returns the schemas that an operation describes itself, by their names in the document. */
function ownSchemas({ id, described }: Operation): [name: string, schema: Json][] {
  return PARTS.flatMap((part): [string, Json][] => {
    const schema = described?.[part]
    if (!schema) return []
    const name = schemaName(id, part)
    // References of the schema to its own parts.
    const text = JSON.stringify(schema).replaceAll('"$ref":"#', `"$ref":"#/components/schemas/${name}`)
    return [[name, JSON.parse(text)]]
  })
}

function describeSuccess({ id, response, described }: Operation, status: number): Json {
  const name = response ?? (described?.response && schemaName(id, 'response'))
  if (status === 204 || (name === undefined && !described?.isAny)) return { description: 'Done' }
  if (name === undefined) return { description: 'Any JSON', content: { 'application/json': {} } }
  return { description: `The ${name}`, ...jsonOf(name) }
}

/** Adds the parameters of the path that the operation does not describe. */
function parametersOf({ path, parameters = [] }: Operation): readonly Parameter[] {
  const missing = parameterNames(path).filter((name) => !parameters.some((each) => each.name === name))
  const added = missing.map((name): Parameter => ({
    name,
    in: 'path',
    required: true,
    description: `The ${name}`,
  }))
  return [...added, ...parameters]
}

function describeOperation(operation: Operation, credential: string): Json {
  const { id, status = 200, replies = [], origin, described } = operation
  const successes = [status, ...replies].map((each) => [String(each), describeSuccess(operation, each)])
  return {
    operationId: id,
    ...(origin !== undefined && { tags: [origin] }),
    summary: operation.summary,
    security: [{ [credential]: operation.scope === undefined ? [] : [operation.scope] }],
    description:
      operation.scope === undefined ? 'Needs any valid token.' : `Needs the scope \`${operation.scope}\`.`,
    parameters: parametersOf(operation).map((parameter) => ({ ...parameter, schema: { type: 'string' } })),
    ...(operation.checkBody && {
      requestBody: {
        required: true,
        ...(described?.body ? jsonOf(schemaName(id, 'body')) : { content: { 'application/json': {} } }),
      },
    }),
    responses: {
      ...(Object.fromEntries(successes) as { readonly [status: string]: Json }),
      ...commonRefusals,
      ...ownRefusals(operation),
    },
  }
}

/**
 * Creates an OpenAPI 3.1 document of the API. Its errors follow the profile `spec`.
 *
 * @example
 * writeFileSync('openapi.json', JSON.stringify(createOpenApiDocument(api)))
 */
export function createOpenApiDocument(api: CompiledApi): OpenApiDocument {
  const { title, version, operations, schemas, scopes, isReadOnly, credential = token } = api
  const paths = new Map<string, { [method: string]: Json }>()
  for (const operation of operations) {
    const path = operation.path.replaceAll(/:(\w+)/g, '{$1}')
    paths.set(path, {
      ...paths.get(path),
      [operation.method.toLowerCase()]: describeOperation(operation, credential.name),
    })
  }
  const responses = Object.entries(refusals).map(([name, description]): [string, Json] => [
    name,
    {
      ...description,
      ...(name === 'MethodNotAllowed' && !isReadOnly && { description: 'The path does not have the method' }),
      ...problemContent,
    },
  ])
  return {
    openapi: '3.1.1',
    info: {
      title,
      version,
      description: `${api.description} Where the API specification leaves something open, the assumptions of conmock apply.`,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: 'http://127.0.0.1:4020' }],
    tags: [...new Set(operations.flatMap(({ origin }) => origin ?? []))].map((name) => {
      const undescribed = undescribedOperations(operations.filter(({ origin }) => origin === name))
      return { name, description: ['Not in the API specification.', ...undescribed].join(' ') }
    }),
    paths: Object.fromEntries(paths),
    components: {
      schemas: {
        ...createComponents(schemas),
        ...Object.fromEntries(operations.flatMap(ownSchemas)),
        Problem: problem,
      },
      responses: Object.fromEntries(responses),
      securitySchemes: {
        [credential.name]: {
          type: 'http',
          scheme: 'bearer',
          description: `${credential.description}. Scopes: ${scopes.join(', ')}.`,
        },
      },
    },
  }
}
