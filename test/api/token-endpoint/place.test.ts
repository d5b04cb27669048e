import { http, HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import { connect } from '../../conformance/client.js'
import { readProblem } from '../../conformance/expectations.js'
import {
  aToken,
  connectToEndpoint,
  grant,
  readToken,
  builtIn,
  tokenRequest,
  TOKEN_PATH,
} from './token-client.js'

const init = tokenRequest({ ...grant, ...builtIn })

/** The parts of a response that show that a path is unknown. */
const unknownPath = { status: 404, code: 'unknown_path', allow: null }

async function refusalIn(response: Response): Promise<object> {
  const { status, code } = await readProblem(response)
  return { status, code, allow: response.headers.get('allow') }
}

const service = 'http://conmock.test/service'

describe('at its path', () => {
  it('can be turned on while the mock runs', async () => {
    const { fetch, mock } = connect()
    mock.assume({ 'token.endpoint': 'on' })
    expect(await readToken(await fetch(TOKEN_PATH, init))).toEqual(aToken)
  })

  it('is below the path of the base URL', async () => {
    const { ask } = connectToEndpoint({ baseUrl: service }, `/service${TOKEN_PATH}`)
    expect(await readToken(await ask({ ...grant, ...builtIn }))).toEqual(aToken)
  })

  it('comes after the custom handlers', async () => {
    const handlers = [http.post(`*${TOKEN_PATH}`, () => HttpResponse.json({ error: 'own' }, { status: 503 }))]
    const { ask } = connectToEndpoint({ handlers })
    expect((await ask({ ...grant, ...builtIn })).status).toBe(503)
  })

  it('names the assumption about scopes if it affects the response', async () => {
    const { ask } = connectToEndpoint({ profile: 'reported' })
    for (const scope of ['vendor:read', 'invented']) {
      const { headers } = await ask({ ...grant, ...builtIn, scope })
      expect(headers.get('conmock-assumed')).toBe('token.endpoint, token.scopes')
    }
  })
})

describe('at other paths, answers as for an unknown path:', () => {
  const others = [
    '/API/oauth/token',
    '/api/v0/oauth/token',
    '/oauth/token',
    '/api//oauth/token',
    `/other${TOKEN_PATH}`,
  ]
  it.each([`${TOKEN_PATH}/`, `${TOKEN_PATH}x`, ...others])('%s', async (path) => {
    const { fetch } = connectToEndpoint()
    expect(await refusalIn(await fetch(path, init))).toEqual(unknownPath)
  })
})
