import type { Answer } from '../../src/api/answer.js'
import { SpaceSelector } from '../../src/control/select-space.js'
import { internalsOf } from '../../src/mock/internals.js'
import { requestOf } from '../../src/mock/mock-request.js'
import type { MockOptions } from '../../src/mock/options.js'
import { bearer } from '../support/running-server.js'
import { createPlace } from './control-place.js'

const BASE = 'http://localhost:4020'
export const ROLES = '/api/v0/roles'
export const TOKEN = '/api/oauth/token'
export const all = bearer('mock-all-scopes')

interface Answered {
  readonly status: number
  // oxlint-disable-next-line typescript/no-explicit-any -- tests check the values
  readonly body: any
}

/** A selector for two spaces, each with a role that has the name of the space. */
export async function createSelector(
  options: { readonly isRequired?: boolean; readonly base?: MockOptions } = {},
) {
  const base: MockOptions = { scenario: 'empty', assumptions: { 'token.endpoint': 'on' }, ...options.base }
  const { spaces } = createPlace({ base })
  for (const name of ['w1', 'w2']) spaces.create(name)
  for (const name of spaces.names) await spaces.require(name).roles.create({ name })
  const selector = new SpaceSelector({
    find(name) {
      const mock = spaces.get(name)
      return mock && internalsOf(mock)
    },
    first: () => internalsOf(spaces.default),
    names: () => spaces.names,
    isRequired: options.isRequired ?? false,
  })

  async function answer(request: Request): Promise<Answer> {
    const given = requestOf(request)
    const selected = selector.select(given)
    return 'detail' in selected ? selector.refuse(given, selected) : selector.answer(selected)
  }

  async function ask(
    path: string,
    headers: Record<string, string> = all,
    init?: RequestInit,
  ): Promise<Answered> {
    const url = path.startsWith('/') ? BASE + path : path
    const { status, body } = await answer(new Request(url, { ...init, headers }))
    return { status, body: (await new Response(body).json()) as unknown }
  }

  return {
    spaces,
    ask,
    /** Returns the space that answers a request for the roles, or the status and the reason of the refusal. */
    spaceOf: async (path: string, headers?: Record<string, string>): Promise<string> => {
      const { status, body } = await ask(path, headers)
      return status === 200 ? String(body.data[0].name) : `${status}: ${body.detail}`
    },
    /** Requests a token, and returns it. */
    token: async (
      client: string,
      how: 'form' | 'basic' | 'both',
      more: Partial<{ path: string; headers: object }> = {},
    ) => {
      const { path = TOKEN, headers } = more
      const body = new URLSearchParams({ grant_type: 'client_credentials' })
      if (how !== 'basic') body.set('client_id', client)
      if (how === 'form') body.set('client_secret', 'conmock-secret')
      const credentials = btoa(`${encodeURIComponent(client).replaceAll('%20', '+')}:conmock-secret`)
      const basic = how === 'form' ? {} : { authorization: `Basic ${credentials}` }
      const answered = await ask(
        path,
        { 'content-type': 'application/x-www-form-urlencoded', ...basic, ...headers },
        { method: 'POST', body: body.toString() },
      )
      return { ...answered, token: answered.body?.access_token as string | undefined }
    },
  }
}

export const DIFFERENT = /^400: The request names different spaces: "\S+" and "\S+"\.$/
