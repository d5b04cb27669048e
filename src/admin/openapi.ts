import { STATUS_CODES } from 'node:http'
import { API_ROOT, links } from './admin-path.js'
import type { Parameters } from './query.js'
import type { Route } from './route.js'
import { routes } from './routes.js'
import { components, type ComponentName } from './schemas/components.js'
import { componentsOf, jsonSchemaOf } from '../contract/json-schema.js'

type Json = Readonly<Record<string, unknown>>

function reference(name: ComponentName): Json {
  return { $ref: `#/components/schemas/${name}` }
}

function json(schema: ComponentName, example?: unknown): Json {
  return {
    'application/json': { schema: reference(schema), ...(example === undefined ? {} : { example }) },
  }
}

/** What the statuses of error responses mean. */
export const problems: Readonly<Record<number, string>> = {
  400: 'Malformed JSON, an invalid path or query parameter, or a wrong `Host` header',
  401: 'The token of the admin API (`--admin-token`) is missing or wrong',
  403: 'Another host, or a page of another origin',
  404: 'Unknown path, sandbox, record, token or fault; or the admin API is off',
  405: 'The path does not have this method. `Allow` lists its methods',
  409: '`ConflictError`: an id or name is taken, there are too many sandboxes, `default` would get other options, or the sandbox was replaced or the server stopped during a wait. `JournalOverflowError`: the journal has dropped entries',
  413: 'The body is longer than 10 MiB, or has more than 100,000 characters in one text, 10,000 elements in one list, or 100,000 elements in all lists',
  415: 'A change without `Content-Type: application/json`',
  422: '`DataError` or `InvalidOptionError`: the body has an invalid value or an unknown member',
}

/** The statuses with which each request may be refused. */
const ALWAYS = [400, 401, 403, 404]
const FOR_CHANGES = [413, 415, 422]

/** The name of a status in a reference, such as `NotFound`. */
function nameOf(status: number | string): string {
  return STATUS_CODES[status]!.replaceAll(/\W/g, '')
}

function refusals(statuses: readonly number[]): Json {
  const named = statuses.map((status) => [status, { $ref: `#/components/responses/${nameOf(status)}` }])
  return Object.fromEntries(named) as Json
}

function problemResponses(): Json {
  const entries = Object.entries(problems).map(([status, description]) => [
    nameOf(status),
    { description, content: { 'application/problem+json': { schema: reference('Problem') } } },
  ])
  return Object.fromEntries(entries) as Json
}

function pathParameters(path: string): Json[] {
  return Array.from(path.matchAll(/:(\w+)/g), ([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
}

function queryParameters(query: Parameters): Json[] {
  return Object.entries(query).map(([name, { description, schema }]) => ({
    name,
    in: 'query',
    required: false,
    description,
    // A condition is JSON inside of a string.
    schema: name === 'where' ? { type: 'string' } : jsonSchemaOf(schema),
  }))
}

function describeRoute(route: Route): Json {
  const { id, method, path, summary, query = {}, body, responses, conflicts } = route
  const parameters = [...pathParameters(path), ...queryParameters(query)]
  const statuses = [...ALWAYS, ...(conflicts ? [409] : []), ...(method === 'GET' ? [] : FOR_CHANGES)]
  const described = Object.entries(responses).map(([status, { description, schema }]) => [
    status,
    { description, ...(schema ? { content: json(schema) } : {}) },
  ])
  return {
    operationId: id,
    summary,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: { required: body.required, content: json(body.schema, body.example) } } : {}),
    responses: { ...(Object.fromEntries(described) as Json), ...refusals(statuses) },
  }
}

/** The paths that only have GET, and are not in the table of routes. */
const singles: Readonly<Record<string, Json>> = {
  '/': {
    operationId: 'getLinks',
    summary: 'Returns links to a client that accepts JSON, and the page of the dashboard to all others',
    responses: {
      200: { description: 'The links', content: { ...json('Links'), 'text/html': {} } },
      ...refusals(ALWAYS),
    },
  },
  [links.health]: {
    operationId: 'getHealth',
    summary: 'Tells that the server runs. Needs no token and allows every Host',
    security: [],
    responses: { 200: { description: 'The server runs', content: json('Health') }, ...refusals([400]) },
  },
  [links.openapi]: {
    operationId: 'getOpenApi',
    summary: 'Returns this document',
    responses: { 200: { description: 'The document', content: json('OpenApi') }, ...refusals(ALWAYS) },
  },
  [links.events]: {
    operationId: 'streamEvents',
    summary: 'Returns a stream of server-sent events',
    description:
      '`request`: `{ sandbox, entry }`. `change`: `{ sandbox, what }`. `sandbox`: `{ name, what }`. ' +
      '`lost`: some events after `Last-Event-ID` are gone, so read the state again.',
    parameters: [
      {
        name: 'Last-Event-ID',
        in: 'header',
        required: false,
        description: 'Id of the last event that the client knows. The stream starts with the events after it',
        schema: { type: 'integer' },
      },
    ],
    responses: {
      200: { description: 'The events', content: { 'text/event-stream': { schema: { type: 'string' } } } },
      ...refusals(ALWAYS),
    },
  },
}

function describePaths(): Json {
  const paths: Record<string, Record<string, Json>> = {}
  for (const [path, get] of Object.entries(singles)) paths[path] = { get }
  for (const route of routes) {
    const path = API_ROOT + route.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: describeRoute(route) }
  }
  return paths
}

/**
 * Creates the OpenAPI 3.1 document of the admin API.
 *
 * @param version Version of conmock.
 */
export function createAdminDocument(version: string): Json {
  return {
    openapi: '3.1.1',
    info: {
      title: 'Admin API of conmock',
      version,
      description:
        'Changes a running mock, and shows what it does. Every POST, PUT, PATCH and DELETE needs the header ' +
        '`Content-Type: application/json`, even without a body. In records and conditions, `{ "$absent": true }` stands for a ' +
        'member that is missing.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    security: [{}, { adminToken: [] }],
    tags: [],
    paths: describePaths(),
    components: {
      schemas: componentsOf(components),
      responses: problemResponses(),
      securitySchemes: {
        adminToken: {
          type: 'http',
          scheme: 'bearer',
          description: 'The token of `--admin-token`, if the server has one',
        },
      },
    },
  }
}
