import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createOpenApiDocument } from '../../src/contract/openapi.js'
import { type Role, type Volunteer } from '../../src/index.js'
import { apiPaths, type Bodies } from './answers.js'

interface Page {
  readonly data: readonly Role[]
  readonly nextPage: string
}

/** The input files of the contestants, all with the same records. */
export interface PeerData {
  /** For the floor: bodies by path. */
  readonly bodies: string
  /** For json-server: two collections. */
  readonly database: string
  /** For prism and scalar: the API's OpenAPI document, with the bodies as examples. */
  readonly openapi: string
  /** For mockoon: an environment with two routes. */
  readonly mockoon: string
}

/** Data for json-server: `/volunteers/1` is the volunteer, and the first of two pages of roles is the page. */
function database(volunteer: Volunteer, { data }: Page): unknown {
  const more = data.map(({ id, name }) => ({ id: `${id}-again`, name: `${name}-again` }))
  return { volunteers: [{ ...volunteer, id: '1' }], roles: [...data, ...more] }
}

interface Documented {
  readonly get: {
    readonly responses: { readonly 200: { readonly content: { 'application/json': { example?: unknown } } } }
  }
}

function withExamples(volunteer: Volunteer, page: Page): unknown {
  const document = structuredClone(createOpenApiDocument()) as unknown as {
    paths: Record<string, Documented>
  }
  const give = (path: string, example: unknown) => {
    document.paths[path]!.get.responses[200].content['application/json'].example = example
  }
  give('/api/v0/users/{id}/volunteer', volunteer)
  give('/api/v0/roles', page)
  return document
}

function mockoonEnvironment(bodies: Bodies): unknown {
  const routes = (['volunteer', 'roles'] as const).map((target) => ({
    uuid: target,
    type: 'http',
    method: 'get',
    endpoint: apiPaths[target].slice(1),
    responseMode: null,
    responses: [
      {
        uuid: `${target}-200`,
        body: bodies[target],
        bodyType: 'INLINE',
        statusCode: 200,
        latency: 0,
        headers: [{ key: 'Content-Type', value: 'application/json' }],
        rules: [],
        disableTemplating: true,
        default: true,
      },
    ],
  }))
  return {
    uuid: 'conmock-bench',
    lastMigration: 33,
    name: 'benchmark',
    port: 0,
    hostname: '127.0.0.1',
    routes,
    rootChildren: routes.map(({ uuid }) => ({ type: 'route', uuid })),
  }
}

/** Writes the files into a folder, and returns their paths. */
export function writePeerData(folder: string, bodies: Bodies): PeerData {
  const volunteer = JSON.parse(bodies.volunteer) as Volunteer
  const page = JSON.parse(bodies.roles) as Page
  const write = (name: string, value: unknown) => {
    const file = join(folder, name)
    writeFileSync(file, JSON.stringify(value))
    return file
  }
  return {
    bodies: write('bodies.json', {
      [apiPaths.volunteer]: bodies.volunteer,
      [apiPaths.roles]: bodies.roles,
    }),
    database: write('database.json', database(volunteer, page)),
    openapi: write('openapi.json', withExamples(volunteer, page)),
    mockoon: write('mockoon.json', mockoonEnvironment(bodies)),
  }
}
