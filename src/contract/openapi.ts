import * as z from 'zod/mini'
import { InvalidOptionError } from './errors.js'
import { operations, type Operation } from './operations.js'
import { scopes } from './scopes.js'
import { refusalReasons } from './refusal-reasons.js'
import { descriptions } from './schemas.js'
import { checkOptionNames, shown } from './settings.js'

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

/** An OpenAPI 3.1 document, as plain JSON. */
export interface OpenApiDocument {
  readonly openapi: '3.1.1'
  readonly [key: string]: Json
}

const problem: Json = {
  type: 'object',
  description: 'What was wrong with the request, with the members of RFC 9457, and how to mend it.',
  required: ['type', 'title', 'status', 'detail'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string', description: 'What was wrong with this request' },
    hint: { type: 'string', description: 'How to mend it' },
    code: { type: 'string', description: 'The kind of refusal, for programs' },
    assumption: {
      type: 'string',
      description: 'Name of the assumption that this answer rests on: the document is silent here',
    },
  },
}

const challenge: Json = {
  'WWW-Authenticate': {
    description: 'The challenge of RFC 6750: `error` and the `scope` that the operation needs',
    schema: { type: 'string' },
  },
}

const refusals = {
  BadRequest: { description: 'The request is malformed, or its cursor was never issued' },
  Unauthorized: { description: 'No credential, or one that is not good', headers: challenge },
  Forbidden: { description: 'The credential lacks the scope', headers: challenge },
  NotFound: { description: 'No such user, or no volunteer record for the user' },
  MethodNotAllowed: {
    description: 'Another method than GET or HEAD',
    headers: { Allow: { description: 'The methods that are', schema: { type: 'string' } } },
  },
} as const

function refusal(name: keyof typeof refusals): Json {
  return { $ref: `#/components/responses/${name}` }
}

/** Schemas of the resources as JSON Schema, referring to each other below `#/components/schemas`. */
function componentSchemas(): Record<string, Json> {
  const { schemas } = z.toJSONSchema(descriptions, {
    metadata: descriptions,
    uri: (id) => `#/components/schemas/${id}`,
    io: 'input',
    override: ({ jsonSchema }) => {
      delete jsonSchema.id
    },
  })
  const entries = Object.entries(schemas).map(([id, schema]) => {
    const { $schema: _dialect, $id: _address, ...rest } = schema
    return [id, rest]
  })
  return Object.fromEntries(entries) as Record<string, Json>
}

function describeOperation(operation: Operation): Json {
  return {
    [operation.method.toLowerCase()]: {
      operationId: operation.id,
      summary: operation.summary,
      security: [{ serviceIntegration: [operation.scope] }],
      description: `Needs the scope \`${operation.scope}\`.`,
      parameters: operation.parameters.map((parameter) => ({ ...parameter, schema: { type: 'string' } })),
      responses: {
        '200': {
          description: `The ${operation.response}`,
          content: {
            'application/json': { schema: { $ref: `#/components/schemas/${operation.response}` } },
          },
        },
        '400': refusal('BadRequest'),
        '401': refusal('Unauthorized'),
        '403': refusal('Forbidden'),
        ...(operation.refusals.some((reason) => refusalReasons[reason].status === 404)
          ? { '404': refusal('NotFound') }
          : {}),
        '405': refusal('MethodNotAllowed'),
      },
    },
  }
}

function checkedServerUrl(url: unknown): string {
  if (typeof url === 'string' && /^https?:/i.test(url) && URL.canParse(url)) return url
  throw new InvalidOptionError(
    `"serverUrl" (--server-url) must be a http or https URL such as https://reg.example.com, but is "${shown(url)}"`,
  )
}

/**
 * The API as an OpenAPI 3.1 document, made from the schemas and the operations. Error answers are described as the
 * profile `document` gives them.
 *
 * @param options.serverUrl Base address of the one server that it names. Default `http://127.0.0.1:4020`.
 * @throws InvalidOptionError For an option that does not exist, and for an address that is not an `http` or `https` URL.
 */
export function createOpenApiDocument(options: { readonly serverUrl?: string } = {}): OpenApiDocument {
  checkOptionNames(options, ['serverUrl'])
  const serverUrl = checkedServerUrl(options.serverUrl ?? 'http://127.0.0.1:4020')
  const paths = Object.values(operations).map((operation): [string, Json] => [
    operation.path.replaceAll(/:(\w+)/g, '{$1}'),
    describeOperation(operation),
  ])
  const responses = Object.entries(refusals).map(([name, description]): [string, Json] => [
    name,
    { ...description, content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } } },
  ])
  return {
    openapi: '3.1.1',
    info: {
      title: 'Convention Volunteer and Role Read API',
      version: 'v0',
      description:
        'Two read-only operations of a convention registration service, as the stand-in conmock serves them. ' +
        'What the document of the API leaves open is answered as the assumptions of conmock say.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: serverUrl }],
    tags: [],
    paths: Object.fromEntries(paths),
    components: {
      schemas: { ...componentSchemas(), Problem: problem },
      responses: Object.fromEntries(responses),
      securitySchemes: {
        serviceIntegration: {
          type: 'http',
          scheme: 'bearer',
          description: `A Service Integration credential. Scopes: ${scopes.join(', ')}.`,
        },
      },
    },
  }
}
