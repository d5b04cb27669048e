import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import openapiTypescript, { astToString, type OpenAPI3 } from 'openapi-typescript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFolder, writeFile } from '../support/temporary-folder.js'
import { compile } from '../support/typescript.js'
import { createPlace } from '../control/control-place.js'
import { controlDocument } from '../control/documented.js'

/** Inside node_modules, so that the program can import openapi-fetch. */
const cache = fileURLToPath(new URL('../../node_modules/.cache', import.meta.url))

/** Controls a space from start to end. Returns what it has seen. */
const program = `
import createClient from 'openapi-fetch'
import type { components, paths } from './api.js'

export async function run(fetch: (request: Request) => Promise<Response>, callApi: () => Promise<number>) {
  const client = createClient<paths>({ baseUrl: 'http://localhost:4020', fetch, headers: { 'content-type': 'application/json' } })
  const space = { space: 'w1' }
  const params = { path: space }
  const seen: unknown[] = []

  const { data: created } = await client.PUT('/__conmock/v1/spaces/{space}', { params, body: { scenario: 'empty', assumptions: { 'roles.pageSize': 25 } } })
  const name: string | undefined = created?.name
  seen.push(name)

  const { data: made } = await client.POST('/__conmock/v1/spaces/{space}/volunteers', { params, body: { user: { id: '42', preferredName: { $absent: true } }, departments: [] } })
  const volunteer: components['schemas']['Volunteer'] | undefined = made?.records[0]
  seen.push(volunteer?.user.id, volunteer?.user.preferredName)

  await client.POST('/__conmock/v1/spaces/{space}/roles', { params, body: [{ name: 'hr:staff' }, { name: 'hr:lead' }, { name: 'art' }] })
  const names: string[] = []
  let after: string | undefined
  do {
    const { data } = await client.GET('/__conmock/v1/spaces/{space}/roles', { params: { path: space, query: { limit: 2, ...(after ? { after } : {}) } } })
    names.push(...(data?.records ?? []).map((role) => role.name))
    after = data?.next
  } while (after)
  seen.push(names)

  const where = JSON.stringify({ name: 'art' })
  const { data: renamed } = await client.PATCH('/__conmock/v1/spaces/{space}/roles', { params: { path: space, query: { where, single: true } }, body: { name: 'design' } })
  seen.push(renamed?.records.map((role) => role.name))

  const { data: snapshot } = await client.POST('/__conmock/v1/spaces/{space}/snapshot', { params })
  await client.DELETE('/__conmock/v1/spaces/{space}/roles', { params })
  await client.POST('/__conmock/v1/spaces/{space}/restore', { params, body: { id: snapshot?.id ?? '' } })
  const { data } = await client.GET('/__conmock/v1/spaces/{space}/data', { params })
  seen.push(data?.roles.length)

  const { data: fault } = await client.POST('/__conmock/v1/spaces/{space}/faults', { params, body: { operation: 'listRoles', when: { nth: 1 }, effect: { status: 503 } } })
  seen.push(await callApi(), await callApi())
  await client.DELETE('/__conmock/v1/spaces/{space}/faults/{id}', { params: { path: { ...space, id: fault?.id ?? '' } } })
  const { data: journal } = await client.GET('/__conmock/v1/spaces/{space}/requests', { params: { path: space, query: { where: JSON.stringify({ operation: 'listRoles' }), wait: 1000 } } })
  const statuses: number[] | undefined = journal?.requests.map((entry) => entry.status)
  seen.push(statuses)

  const { data: token } = await client.POST('/__conmock/v1/spaces/{space}/tokens', { params, body: { scopes: ['user:read'], expiresIn: 60 } })
  await client.DELETE('/__conmock/v1/spaces/{space}/tokens/{token}', { params: { path: { ...space, token: token?.token ?? '' } } })
  const { data: tokens } = await client.GET('/__conmock/v1/spaces/{space}/tokens', { params })
  seen.push(tokens?.tokens.find((each) => each.token === token?.token)?.revoked)

  const { data: changed } = await client.PATCH('/__conmock/v1/spaces/{space}/assumptions', { params, body: { 'roles.lastPage': 'absent' } })
  seen.push(changed?.settings['roles.lastPage'], changed?.settings['roles.pageSize'])
  const { data: before } = await client.GET('/__conmock/v1/spaces/{space}/clock', { params })
  const { data: later } = await client.PATCH('/__conmock/v1/spaces/{space}/clock', { params, body: { advance: 3600 } })
  seen.push((later?.now ?? 0) - (before?.now ?? 0) >= 3_600_000)

  const { error } = await client.POST('/__conmock/v1/spaces/{space}/users', { params, body: { phone: '5' } })
  seen.push(error?.error, error?.problems?.[0]?.path)

  const { response } = await client.DELETE('/__conmock/v1/spaces/{space}', { params })
  seen.push(response.status)
  const { data: spaces } = await client.GET('/__conmock/v1/spaces')
  seen.push(spaces?.spaces.map((each) => each.name))
  return seen
}
`

/** Calls with mistakes that the compiler must report. */
const mistakes = [
  {
    what: 'a scenario that does not exist',
    call: `PUT('/__conmock/v1/spaces/{space}', { params, body: { scenario: 'emtpy' } })`,
  },
  {
    what: 'an assumption with an unknown variant',
    call: `PATCH('/__conmock/v1/spaces/{space}/assumptions', { params, body: { 'roles.lastPage': 'none' } })`,
  },
  {
    what: '$absent for a required field',
    call: `POST('/__conmock/v1/spaces/{space}/users', { params, body: { id: { $absent: true } } })`,
  },
  {
    what: 'a fault without an effect',
    call: `POST('/__conmock/v1/spaces/{space}/faults', { params, body: { operation: 'listRoles' } })`,
  },
  { what: 'a path without its parameter', call: `GET('/__conmock/v1/spaces/{space}/clock', {})` },
]

const callOf = (call: string) => `
import createClient from 'openapi-fetch'
import type { paths } from './api.js'
const params = { path: { space: 'w1' } }
await createClient<paths>().${call}
`

let folder: string
let problems: string[]

beforeAll(async () => {
  folder = createFolder(cache)
  writeFile(folder, 'package.json', '{ "type": "module" }')
  const types = await openapiTypescript(controlDocument as unknown as OpenAPI3)
  writeFile(folder, 'api.ts', astToString(types))
  // One compilation for all files, because reading the types of the libraries takes most of the time.
  problems = compile([
    writeFile(folder, 'client.ts', program),
    ...mistakes.map(({ call }, index) => writeFile(folder, `mistake-${index}.ts`, callOf(call))),
  ])
}, 120_000)

afterAll(() => rmSync(folder, { recursive: true }))

describe('a client with the types of openapi-typescript', () => {
  it('compiles', () => {
    expect(problems.filter((problem) => !problem.startsWith('mistake-'))).toEqual([])
  })

  it('controls a space from start to end', async () => {
    const { spaces, send } = createPlace()
    const { run } = (await import(/* @vite-ignore */ pathToFileURL(join(folder, 'client.js')).href)) as {
      run: (
        fetch: (request: Request) => Promise<Response>,
        callApi: () => Promise<number>,
      ) => Promise<unknown[]>
    }
    const headers = { authorization: 'Bearer mock-all-scopes' }
    const callApi = async () => {
      const response = await spaces.require('w1').fetch('http://mock/api/v0/roles', { headers })
      return response.status
    }
    const fetch = async (request: Request) =>
      send(request.method, request.url, request.body ? await request.text() : undefined, {
        headers: request.headers,
      })
    expect(await run(fetch, callApi)).toEqual([
      'w1',
      '42',
      undefined,
      ['hr:staff', 'hr:lead', 'art'],
      ['design'],
      3,
      503,
      200,
      [503, 200],
      true,
      'absent',
      25,
      true,
      'DataError',
      '$.phone',
      204,
      ['default'],
    ])
  })

  it.each(mistakes)('does not compile with $what', (mistake) => {
    const file = `mistake-${mistakes.indexOf(mistake)}.ts`
    expect(problems.filter((problem) => problem.startsWith(`${file}(`))).not.toEqual([])
  })
})
