import { expect } from 'vitest'
import { ask, ROLES } from '../../support/ask.js'
import { errorOf, type Body } from './same-mock.js'

/** The state of a mock besides its records. */
export const state: Record<string, Body> = {
  'the records are exported and replaced': async (mock) => {
    const data = {
      volunteers: [{ user: { id: '42', preferredName: undefined } }],
      roles: [{ name: 'staff' }],
    }
    await mock.replace(data)
    return mock.export()
  },
  'a reset restores everything': async (mock) => {
    const start = await mock.export()
    await mock.roles.clear()
    await mock.roles.create({ name: 'later' })
    await mock.clock.advance(60)
    await mock.faults.add({ effect: { hang: true } })
    await mock.assume({ 'roles.pageSize': 7 })
    await mock.reset()
    expect(await mock.export()).toEqual(start)
    return [await mock.settings, await mock.faults.all, await mock.clock.now()]
  },
  'tokens are issued and revoked': async (mock) => {
    const issued = await mock.tokens.issue({ scopes: ['user:read'], expiresIn: 60 })
    const before = await ask(mock, ROLES, issued.token)
    await mock.tokens.revoke(issued.token)
    return [
      issued,
      before,
      await ask(mock, ROLES, issued.token),
      await mock.tokens.issue(),
      await mock.tokens.issue({ scopes: undefined, token: 'my/own+token==' }),
      await mock.tokens.revoke('my/own+token=='),
      await mock.tokens.all,
    ]
  },
  'the clock advances, and tokens expire': async (mock) => {
    const { token } = await mock.tokens.issue({ scopes: ['user:read'], expiresIn: 60 })
    const start = await mock.clock.now()
    await mock.clock.advance(60.5)
    expect((await mock.clock.now()) - start).toBe(60_500)
    return [await ask(mock, ROLES, token), await mock.users.create()]
  },
  'assumptions change': async (mock) => {
    await mock.assume({ 'roles.pageSize': 2, 'roles.limit': undefined })
    return [await mock.settings, await ask(mock, ROLES), await mock.coverage()]
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
}
