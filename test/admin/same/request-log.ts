import { expect } from 'vitest'
import type { RemoteMock } from '../../../src/server.js'
import { ask, ROLES } from '../../support/ask.js'
import { comparable, errorsOf, type Body } from './same-mock.js'

async function requestTwo(mock: RemoteMock): Promise<void> {
  await ask(mock, `${ROLES}?nextPage=x`)
  await ask(mock, '/api/v0/users/0/volunteer')
}

/** The request log. */
export const requestLog: Record<string, Body> = {
  'the request log has the requests': async (mock) => {
    await requestTwo(mock)
    const last = await mock.requests.last()
    const missing = await mock.requests.find({ status: 404 })
    expect(missing).toMatchObject({
      operation: 'getVolunteer',
      token: 'mock-all-scopes',
      scopes: expect.any(Array),
    })
    const first = await mock.requests.find({ id: 1 })
    const many = await mock.requests.findMany({ method: 'GET' })
    const all = await mock.requests.all()
    await mock.requests.clear()
    return [
      comparable([last!, missing!, first!, ...many, ...all]),
      await mock.requests.count(),
      await mock.requests.last(),
      await mock.requests.all(),
      await mock.requests.find({ status: 404 }),
    ]
  },
  'the request log counts': async (mock) => {
    await requestTwo(mock)
    return [
      await mock.requests.count(),
      await mock.requests.count({ operation: 'listRoles' }),
      await mock.requests.count({ fault: undefined }),
      await mock.requests.count({ refusal: undefined }),
      (await mock.requests.findMany()).length,
      (await mock.requests.findMany({ status: 404 })).length,
      await mock.requests.dropped,
    ]
  },
  'a request log that has dropped entries does not count': async (mock) => {
    for (let count = 0; count < 4; count++) await requestTwo(mock)
    return [
      await mock.requests.dropped,
      comparable([(await mock.requests.find({ operation: 'listRoles' }))!]),
      (await mock.requests.all()).length,
    ]
  },
  'waits for a request, past or future': async (mock) => {
    await requestTwo(mock)
    const later = mock.requests.waitFor({ operation: 'listRoles', status: 200 })
    const past = await mock.requests.waitFor({ status: 404 }, { timeout: 0 })
    await ask(mock, ROLES)
    return comparable([past, await later])
  },
  // arguments.test.ts compares the errors of wrong arguments.
  'each class of errors stays the same': async (mock) => {
    for (let count = 0; count < 4; count++) await requestTwo(mock)
    await mock.roles.create({ name: 'unique' })
    const wrong = { user: { phone: 'x' }, departments: [{ states: ['approved' as never] }] }
    return errorsOf([
      () => mock.roles.create({ name: 'unique' }),
      () => mock.roles.update('nobody', { name: 'x' }),
      () => mock.volunteers.createMany([{}, wrong]),
      () => mock.faults.add({ effect: { status: 200 } }),
      () => mock.requests.waitFor({ status: 500 }, { timeout: 5 }),
      () => mock.requests.count(),
    ])
  },
}
