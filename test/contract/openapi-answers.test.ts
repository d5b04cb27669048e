import { describe, expect, it } from 'vitest'
import { operations } from '../../src/convention/operations.js'
import { edgeCases } from '../../src/index.js'
import { connect } from '../conformance/client.js'
import { lists } from '../conformance/operations.js'
import { createValidators } from '../support/json-schema.js'
import { provoke, refusals } from '../support/refusals.js'
import { createOpenApiDocument } from '../support/convention.js'

type Json = Record<string, unknown>

const api = createOpenApiDocument() as unknown as {
  paths: Record<string, { get: { responses: Record<string, Json> } }>
  components: { schemas: Json; responses: Record<string, Json> }
}

const validatorOf = createValidators(api.components.schemas)

function answerOf(path: string, status: number) {
  const described = api.paths[path]?.get.responses[String(status)]
  const reference = described?.['$ref'] as string | undefined
  const response =
    reference === undefined ? described : api.components.responses[reference.split('/').at(-1)!]
  const { content } = response as { content: Record<string, { schema: { $ref: string } }> }
  return validatorOf(content['application/json']!.schema.$ref)
}

const PATHS = {
  getVolunteer: operations.getVolunteer.path.replace(':id', '{id}'),
  listRoles: operations.listRoles.path,
}
const { getVolunteer: VOLUNTEER, listRoles: ROLES } = PATHS

const { get: ask } = connect()

/** The parts of a response that the OpenAPI document does not describe. */
async function undescribed(path: string, response: Response): Promise<unknown[]> {
  const body: unknown = await response.json()
  return answerOf(path, response.status).safeParse(body).error?.issues ?? []
}

describe('the OpenAPI document describes the responses of the mock', () => {
  const withRecord = Object.values(edgeCases).flatMap(({ volunteer }) => volunteer?.user.id ?? [])

  it.each(withRecord)('with the record of the user %s', async (id) => {
    expect(await undescribed(VOLUNTEER, await ask(`/api/v0/users/${id}/volunteer`))).toEqual([])
  })

  it.each(lists)('with every page of $list', async ({ path: list }) => {
    let cursor: string | null | undefined = ''
    while (cursor !== null && cursor !== undefined) {
      const path: string = cursor === '' ? list : `${list}?nextPage=${cursor}`
      expect(await undescribed(list, await ask(path))).toEqual([])
      cursor = ((await (await ask(path)).json()) as { nextPage?: string | null }).nextPage
    }
  })

  // No client needs the refusal of a slash at the end.
  it.each(refusals.filter(({ code }) => code !== 'trailing_slash'))('with $what', async (refusal) => {
    const response = await provoke(connect({ assumptions: refusal.assumptions }), refusal)
    expect(response.status).toBe(refusal.status)
    expect(await undescribed(PATHS[refusal.operation], response)).toEqual([])
  })
})

it.each([
  [VOLUNTEER, 200, {}],
  [ROLES, 200, { data: [{ id: 1, name: 'staff' }] }],
  [ROLES, 401, { error: 'invalid_token' }],
])('the OpenAPI document does not describe a response of %s with status %s and body %j', (...args) => {
  const [path, status, body] = args
  expect(answerOf(path, status).safeParse(body).success).toBe(false)
})
