import { expect } from 'vitest'
import type { RemoteMock } from '../../src/server.js'
import { ask, ROLES, tokenRequest } from '../support/ask.js'
import { errorOf } from './same-mock.js'

/** Tests that return what they have seen, so that two mocks can be compared. arguments.test.ts calls every member. */
export const sameMembers: Record<string, (mock: RemoteMock) => Promise<unknown>> = {
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
  'undefined omits a field, and matches a missing one': async (mock) => {
    await mock.users.create({ id: '4242', preferredName: undefined })
    const found = await mock.users.findMany({ preferredName: undefined })
    expect(found.map(({ id }) => id)).toContain('4242')
    await mock.users.create({ id: '4243', preferredName: 'Ad' })
    const updated = await mock.users.update('4243', { preferredName: undefined })
    expect('preferredName' in updated).toBe(false)
    return [found, await mock.users.count({ preferredName: undefined })]
  },
  'a conflict names the line of the call, also if the call was not awaited': async (mock) => {
    const calls = [mock.roles.create({ name: 'unique' }), mock.roles.create({ name: 'unique' })]
    // Not awaited: V8 would add the line of `await` to the stack.
    const error = await new Promise<Error>((resolve) => {
      for (const call of calls) call.catch(resolve)
    })
    expect(error.stack).toMatch(/^ConflictError: .*\n(?: .*\n)*.*admin\/same-members\.ts:/)
    return [error.message, await mock.roles.find({ name: 'unique' })]
  },
  'faults are added, listed and removed': async (mock) => {
    const first = await mock.faults.add({
      operation: 'listRoles',
      when: { first: 1 },
      effect: { status: 503 },
    })
    const second = await mock.faults.add({ operation: 'listRoles', effect: { invalidJson: true } })
    const all = await mock.faults.all
    const failed = await ask(mock, ROLES)
    await first.remove()
    await first.remove()
    const broken = await errorOf(() => ask(mock, ROLES))
    expect(broken).toMatchObject({ name: 'SyntaxError' })
    await mock.faults.remove(second.id)
    const dropped = await mock.faults.add({ effect: { dropConnection: true } })
    expect(await errorOf(() => ask(mock, ROLES))).toMatchObject({ name: 'TypeError' })
    await mock.faults.clear()
    return [[first.id, second.id, dropped.id], all, failed, await mock.faults.all, await ask(mock, ROLES)]
  },
  'waits for a request, past or future': async (mock) => {
    for (const path of [`${ROLES}?nextPage=x`, '/api/v0/users/0/volunteer']) await ask(mock, path)
    const later = mock.requests.waitFor({ operation: 'listRoles', status: 200 })
    const past = await mock.requests.waitFor({ status: 404 }, { timeout: 0 })
    await ask(mock, ROLES)
    // These members differ in each run.
    return [past, await later].map((entry) => ({ ...entry, time: 0, durationMs: 0 }))
  },
  'each class of errors stays the same': async (mock) => {
    for (let count = 0; count < 8; count++) await ask(mock, ROLES)
    await mock.roles.create({ name: 'unique' })
    const wrong = { user: { phone: 'x' }, departments: [{ states: ['approved' as never] }] }
    const errors: unknown[] = []
    for (const call of [
      () => mock.roles.create({ name: 'unique' }),
      () => mock.roles.update('nobody', { name: 'x' }),
      () => mock.volunteers.createMany([{}, wrong]),
      () => mock.faults.add({ effect: { status: 200 } }),
      () => mock.requests.waitFor({ status: 500 }, { timeout: 5 }),
      () => mock.requests.count(),
    ]) {
      errors.push(await errorOf(call))
    }
    return errors
  },
}
