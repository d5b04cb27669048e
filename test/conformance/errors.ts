import { describe, expect, it } from 'vitest'
import type { AssumptionInput } from '../../src/index.js'
import { connect, pagePath, ROLES, volunteerPath, type Client } from './client.js'
import { readChallenge, refused } from './expectations.js'
import type { Transport } from './transports.js'

/** One request for each kind of refusal on a known path. */
const asks: readonly (readonly [
  refusal: { readonly status: number; readonly code: string },
  ask: (client: Client) => Promise<Response>,
])[] = [
  [refused.invalidCursor, ({ get }) => get(pagePath('garbage'))],
  [refused.invalidRequest, ({ get }) => get(ROLES, 'one two')],
  [refused.malformedPath, ({ get }) => get('/api/v0/users/%zz/volunteer')],
  [refused.missingCredential, ({ fetch }) => fetch(ROLES)],
  [refused.invalidToken, ({ get }) => get(ROLES, 'unknown-token')],
  [refused.insufficientScope, ({ get }) => get(ROLES, 'mock-volunteer-read')],
  [refused.unknownUser, ({ get }) => get(volunteerPath('4711471147'))],
  [refused.noVolunteerRecord, ({ get }) => get(volunteerPath('28'))],
  [refused.trailingSlash, ({ get }) => get(`${ROLES}/`)],
  [refused.methodNotAllowed, ({ send }) => send('POST', ROLES)],
]

const refusals = asks.map(([{ code, status }, ask]) => ({ code, status, ask }))

const members = ['type', 'title', 'status', 'detail', 'hint', 'code', 'assumption']

export function errorSuite(transport: Transport): void {
  async function refuse(ask: (client: Client) => Promise<Response>, assumptions: AssumptionInput = {}) {
    return ask(await connect(transport, { assumptions }))
  }

  describe.each(refusals)('the refusal $code', ({ code, status, ask }) => {
    it.each([{}, { 'errors.body': 'problem' }] as const)(
      'has the members of RFC 9457 with %j',
      async (chosen) => {
        const response = await refuse(ask, chosen)
        expect(response.status).toBe(status)
        const body = (await response.json()) as object
        expect(Object.keys(body)).toEqual(expect.arrayContaining(members))
        expect(body).toMatchObject({ status, code })
      },
    )

    it('has no body with errors.body=empty, but the same status and headers', async () => {
      const [empty, problem] = [await refuse(ask, { 'errors.body': 'empty' }), await refuse(ask)]
      expect(empty.status).toBe(status)
      expect(await empty.text()).toBe('')
      expect(empty.headers.has('content-type')).toBe(false)
      for (const name of ['www-authenticate', 'allow']) {
        expect(empty.headers.get(name)).toBe(problem.headers.get(name))
      }
    })

    it.each(['application/json', 'application/problem+json'] as const)(
      'has the media type of errors.contentType=%s',
      async (contentType) => {
        const response = await refuse(ask, { 'errors.contentType': contentType })
        expect(response.status).toBe(status)
        expect(response.headers.get('content-type')).toBe(contentType)
        expect(await response.json()).toMatchObject({ code })
      },
    )
  })

  it('uses application/json for successes, whatever the assumptions about errors', async () => {
    const { get } = await connect(transport, {
      assumptions: { 'errors.contentType': 'application/problem+json', 'errors.body': 'empty' },
    })
    for (const path of [ROLES, volunteerPath('1')]) {
      expect((await get(path)).headers.get('content-type')).toBe('application/json')
    }
  })

  it('sends a challenge only with 401, with 403 and for a malformed credential', async () => {
    const challenged: string[] = []
    for (const { code, ask } of refusals) {
      const response = await refuse(ask)
      if (response.headers.has('www-authenticate'))
        challenged.push(`${code} ${readChallenge(response)['scope']}`)
    }
    expect(challenged).toEqual([
      'invalid_request user:read',
      'missing_credential user:read',
      'invalid_token user:read',
      'insufficient_scope user:read',
    ])
  })
}
