import { expect } from 'vitest'
import { tokenRequest } from '../../support/ask.js'
import type { Body } from './same-mock.js'

/** Requests to the API. */
export const api: Record<string, Body> = {
  'requests may have any origin, and may be a Request': async (mock) => {
    const headers = { authorization: 'Bearer mock-all-scopes' }
    const first = await mock.fetch(new Request('http://mock/api/v0/roles', { headers }))
    const second = await mock.fetch(new URL('http://mock/api/v0/roles?x=1'), { headers })
    const third = await mock.fetch(new Request('http://mock/api/v0/roles'), { headers, method: 'HEAD' })
    return [await first.json(), await second.json(), third.status, await third.text()]
  },
  'requests may have a body': async (mock) => (await mock.fetch(tokenRequest())).json(),
  'requests may be aborted, and invalid URLs are errors': async (mock) => {
    const reason = new Error('enough')
    await expect(mock.fetch('http://mock/api/v0/roles', { signal: AbortSignal.abort(reason) })).rejects.toBe(
      reason,
    )
    await expect(mock.fetch('http://')).rejects.toThrow(TypeError)
  },
}
