import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { createOpenApiDocument } from '../../src/contract/openapi.js'
import { createMock, type Role, type Volunteer } from '../../src/index.js'

/** The resources that the benchmark requests. */
export const targets = ['volunteer', 'roles'] as const
export type Target = (typeof targets)[number]

export const targetNames: Readonly<Record<Target, string>> = {
  volunteer: 'one volunteer',
  roles: 'a page of 100 roles',
}

/** The paths of the API. */
export const apiPaths: Readonly<Record<Target, string>> = {
  volunteer: '/api/v0/users/1/volunteer',
  roles: '/api/v0/roles',
}

export const AUTHORIZATION = 'Bearer mock-all-scopes'

/** The bodies of conmock's responses. The floor and the peers serve the same records. */
export type Bodies = Readonly<Record<Target, string>>

export async function readBodies(): Promise<Bodies> {
  const mock = createMock()
  const read = async (target: Target) => {
    const headers = { authorization: AUTHORIZATION }
    const response = await mock.fetch(`http://conmock.test${apiPaths[target]}`, { headers })
    return response.text()
  }
  return { volunteer: await read('volunteer'), roles: await read('roles') }
}

/** Whether a body has the same records as the one of conmock. */
export function hasSameRecords(bodies: Bodies, target: Target, body: string): boolean {
  const [given, wanted] = [body, bodies[target]].map((text) => JSON.parse(text) as { data?: unknown })
  if (target === 'roles') return isDeepStrictEqual(given!.data, wanted!.data)
  // json-server finds a record by its own id, so there the volunteer has the id of the user.
  return isDeepStrictEqual({ ...given, id: '' }, { ...wanted, id: '' })
}

/** The paths of the input files of the servers. */
export interface ServerData {
  /** For the floor: bodies by path. */
  readonly bodies: string
  /** For json-server: two collections. */
  readonly database: string
  /** For prism: the OpenAPI document of the API, with the bodies as examples. */
  readonly openapi: string
}

interface Described {
  readonly get: {
    readonly responses: { readonly 200: { readonly content: { 'application/json': { example?: unknown } } } }
  }
}

/** Writes the input files into a folder. */
export function writeServerData(folder: string, bodies: Bodies): ServerData {
  function write(name: string, value: unknown): string {
    const file = join(folder, name)
    writeFileSync(file, JSON.stringify(value))
    return file
  }
  const volunteer = JSON.parse(bodies.volunteer) as Volunteer
  const page = JSON.parse(bodies.roles) as { readonly data: readonly Role[] }
  const more = page.data.map(({ id, name }) => ({ id: `${id}-again`, name: `${name}-again` }))
  const openapi = structuredClone(createOpenApiDocument()) as unknown as { paths: Record<string, Described> }
  function setExample(path: string, example: unknown): void {
    openapi.paths[path]!.get.responses[200].content['application/json'].example = example
  }
  setExample('/api/v0/users/{id}/volunteer', volunteer)
  setExample('/api/v0/roles', page)
  return {
    bodies: write('bodies.json', {
      [apiPaths.volunteer]: bodies.volunteer,
      [apiPaths.roles]: bodies.roles,
    }),
    database: write('database.json', {
      volunteers: [{ ...volunteer, id: '1' }],
      roles: [...page.data, ...more],
    }),
    openapi: write('openapi.json', openapi),
  }
}
