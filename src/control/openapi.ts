import { STATUS_CODES } from 'node:http'
import { API_ROOT, links } from './control-path.js'
import type { Parameters } from './query.js'
import type { Route, RouteResponse } from './route.js'
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

const problems: Readonly<Record<number, string>> = {
  400: 'The JSON, the path, a query parameter or the Host header is invalid',
  401: 'The token of the control plane is missing or wrong',
  403: 'The host or the origin is not allowed',
  404: 'The space or the record does not exist, or the control plane is off',
  409: 'The id or name is taken, there are too many spaces, the space was replaced during a wait, or the journal has dropped entries',
  413: 'The body is longer than 10 MiB, or has a text or a list that is too long',
  415: 'The header Content-Type is not application/json',
  422: 'The body is invalid',
}

/** The statuses with which each request may be refused. */
const ALWAYS = [400, 401, 403, 404]
const FOR_CHANGES = [413, 415, 422]

function refusals(statuses: readonly number[]): Json {
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      { $ref: `#/components/responses/${STATUS_CODES[status]!.replaceAll(/\W/g, '')}` },
    ]),
  )
}

function problemResponses(): Json {
  const entries = Object.entries(problems).map(([status, description]) => [
    STATUS_CODES[status]!.replaceAll(/\W/g, ''),
    { description, content: { 'application/problem+json': { schema: reference('Problem') } } },
  ])
  return Object.fromEntries(entries) as Json
}

function describeResponse({ description, schema }: RouteResponse): Json {
  return { description, ...(schema ? { content: json(schema) } : {}) }
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
  const described = Object.entries(responses).map(([status, response]) => [
    status,
    describeResponse(response),
  ])
  return {
    operationId: id,
    summary,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: { required: body.required, content: json(body.schema, body.example) } } : {}),
    responses: { ...(Object.fromEntries(described) as Json), ...refusals(statuses) },
  }
}

const lastEventId = {
  name: 'Last-Event-ID',
  in: 'header',
  required: false,
  description: 'Id of the last event that the client knows. The stream starts with the events after it',
  schema: { type: 'integer' },
}

const events: Json = {
  get: {
    operationId: 'streamEvents',
    summary: 'Returns a stream of server-sent events',
    description:
      '`request`: `{ space, entry }`. `change`: `{ space, what }`. `space`: `{ name, what }`. ' +
      '`lost`: some events after `Last-Event-ID` are gone, so read the state again.',
    parameters: [lastEventId],
    responses: {
      200: {
        description: 'The events',
        content: { 'text/event-stream': { schema: { type: 'string' } } },
      },
      ...refusals(ALWAYS),
    },
  },
}

const health: Json = {
  get: {
    operationId: 'getHealth',
    summary: 'Tells that the server runs. Needs no token and allows every Host',
    security: [],
    responses: { 200: { description: 'The server runs', content: json('Health') }, ...refusals([400]) },
  },
}

const root: Json = {
  get: {
    operationId: 'getLinks',
    summary: 'Returns links to a client that accepts JSON, and the page of the dashboard to all others',
    responses: {
      200: { description: 'The links', content: { ...json('Links'), 'text/html': {} } },
      ...refusals(ALWAYS),
    },
  },
}

const document: Json = {
  get: {
    operationId: 'getOpenApi',
    summary: 'Returns this document',
    responses: { 200: { description: 'The document', content: json('OpenApi') }, ...refusals(ALWAYS) },
  },
}

function describePaths(): Json {
  const paths = [...new Set(routes.map(({ path }) => path))].map((path) => {
    const methods = routes
      .filter((route) => route.path === path)
      .map((route) => [route.method.toLowerCase(), describeRoute(route)])
    return [API_ROOT + path.replaceAll(/:(\w+)/g, '{$1}'), Object.fromEntries(methods)]
  })
  return {
    '/': root,
    [links.health]: health,
    [links.openapi]: document,
    [links.events]: events,
    ...(Object.fromEntries(paths) as Json),
  }
}

/**
 * Creates the OpenAPI 3.1 document of the control plane.
 *
 * @param version Version of conmock.
 */
export function createControlDocument(version: string): Json {
  return {
    openapi: '3.1.1',
    info: {
      title: 'Control plane of conmock',
      version,
      description:
        'Changes a running mock, and shows what it does. Every POST, PUT, PATCH and DELETE needs the header ' +
        '`Content-Type: application/json`, even without a body. In records and conditions, `{ "$absent": true }` stands for a ' +
        'member that is missing.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    security: [{}, { controlToken: [] }],
    tags: [],
    paths: describePaths(),
    components: {
      schemas: componentsOf(components),
      responses: problemResponses(),
      securitySchemes: {
        controlToken: {
          type: 'http',
          scheme: 'bearer',
          description: 'The token of `--control-token`, if the server has one',
        },
      },
    },
  }
}
