import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import openapiTypescript, { astToString, type OpenAPI3 } from 'openapi-typescript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOpenApiDocument } from '../../src/contract/openapi.js'
import { createMock } from '../../src/index.js'
import { runServer } from '../support/running-server.js'
import { createFolder, writeFile } from '../support/temporary-folder.js'
import { compile } from '../support/typescript.js'

const run = promisify(execFile)

/** Inside node_modules, so that the program can import openapi-fetch. */
const cache = fileURLToPath(new URL('../../node_modules/.cache', import.meta.url))

/** A typical client with these types. It prints all roles, a volunteer, and the detail of a refusal. */
const program = `
import createClient from 'openapi-fetch'
import type { components, paths } from './api.js'

const baseUrl = process.argv[2]!
const client = createClient<paths>({ baseUrl, headers: { authorization: 'Bearer mock-all-scopes' } })

const roles: components['schemas']['Role'][] = []
let nextPage: string | null | undefined
do {
  const { data } = await client.GET('/api/v0/roles', { params: { query: nextPage ? { nextPage } : {} } })
  roles.push(...(data?.data ?? []))
  nextPage = data?.nextPage
} while (nextPage)

const { data: volunteer, error } = await client.GET('/api/v0/users/{id}/volunteer', { params: { path: { id: '9' } } })
if (error) throw new Error(error.detail)
const states: ('experience' | 'interest' | 'avoid' | 'assignment' | 'request')[] = volunteer.departments.flatMap((department) => department.states)
const name: string = volunteer.user.preferredName ?? volunteer.user.firstName

const refused = await client.GET('/api/v0/roles', { headers: { authorization: 'Bearer mock-no-scopes' } })
const reason: string | undefined = refused.error?.detail
const { status } = refused.response
console.log(JSON.stringify({ roles, volunteer, states, name, status, reason }))
`

/** Mistakes in the same program that the compiler must report. */
const mistakes = [
  { what: 'an unknown field of a volunteer', from: 'volunteer.departments', to: 'volunteer.department' },
  { what: 'a nullable field taken for a string', from: ' ?? volunteer.user.firstName', to: '' },
  { what: 'a state left out', from: "'avoid' | ", to: '' },
  { what: 'a query parameter that does not exist', from: '{ nextPage }', to: '{ cursor: nextPage }' },
  { what: 'a path without its parameter', from: "{ path: { id: '9' } }", to: '{}' },
]

let folder: string
let problems: string[]

beforeAll(async () => {
  folder = createFolder(cache)
  writeFile(folder, 'package.json', '{ "type": "module" }')
  const types = await openapiTypescript(createOpenApiDocument() as unknown as OpenAPI3)
  writeFile(folder, 'api.ts', astToString(types))
  const files = [
    writeFile(folder, 'client.ts', program),
    ...mistakes.map(({ from, to }, index) =>
      writeFile(folder, `mistake-${index}.ts`, program.replace(from, to)),
    ),
  ]
  // One compilation for all files, because reading the types of the libraries takes most of the time.
  problems = compile(files)
}, 120_000)

afterAll(() => rmSync(folder, { recursive: true }))

describe('a client with the types of openapi-typescript', () => {
  it('compiles', () => {
    expect(problems.filter((problem) => !problem.startsWith('mistake-'))).toEqual([])
  })

  it('reads the data of the server', async () => {
    const { url } = await runServer()
    const { stdout } = await run(process.execPath, [join(folder, 'client.js'), url])
    const mock = createMock()
    const volunteer = mock.volunteers.find({ user: { id: '9' } })!
    expect(JSON.parse(stdout)).toEqual({
      roles: mock.roles.findMany(),
      volunteer,
      states: volunteer.departments.flatMap(({ states }) => states),
      name: volunteer.user.preferredName ?? volunteer.user.firstName,
      status: 403,
      reason: 'This operation needs the scope user:read. The token has no scopes.',
    })
  })

  it.each(mistakes)('does not compile with $what', (mistake) => {
    expect(program).toContain(mistake.from)
    const file = `mistake-${mistakes.indexOf(mistake)}.ts`
    expect(problems.filter((problem) => problem.startsWith(`${file}(`))).not.toEqual([])
  })
})
