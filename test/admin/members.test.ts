import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { getters } from '../../src/admin/client/create-remote-mock.js'
import { serverMembers } from '../../src/admin/members.js'
import { isObject } from '../../src/common/plain-object.js'
import { createMock } from '../../src/index.js'
import { mockMembers } from '../support/convention.js'
import { createPlace, V1 } from './admin-place.js'

/** The paths of all members of a mock, and whether each is a value. */
function membersOf(value: object, path: readonly string[] = []): [path: string, isValue: boolean][] {
  return Object.keys(value).flatMap((name): [string, boolean][] => {
    const member: unknown = value[name as never]
    const isGroup = isObject(member) && path.length === 0 && name !== 'settings'
    if (isGroup) return membersOf(member, [name])
    return [[[...path, name].join('.'), typeof member !== 'function']]
  })
}

describe('the table', () => {
  /** They have or return a `Response`, or handlers of msw. */
  const local = new Set(['fetch', 'handlers', 'listenOptions'])
  const members = membersOf(createMock()).filter(([path]) => !local.has(path.split('.')[0]!))

  it('has every member of a mock that can be sent as JSON', () => {
    expect([...mockMembers.keys()].toSorted()).toEqual(members.map(([path]) => path).toSorted())
  })

  it('agrees with the client about which members are values', () => {
    expect(getters.toSorted()).toEqual(
      members.flatMap(([path, isValue]) => (isValue ? [path] : [])).toSorted(),
    )
  })
})

it('is listed for people with curl', async () => {
  const response = await createPlace().send('GET', V1)
  const body = (await response.json()) as Record<string, Record<string, unknown>>
  expect(body[`POST ${V1}/SANDBOX/MEMBER`]).toMatchObject({
    'tokens.issue': { parameters: 'options?', summary: 'Issues a token' },
  })
  expect(Object.keys(body[`POST ${V1}/MEMBER`]!)).toEqual([...serverMembers.keys()])
})

describe('a call', () => {
  it('returns the result as JSON, or 204 without one', async () => {
    const { call, mock } = createPlace({ base: { data: 'empty' } })
    const created = await call('default/volunteers.create', [
      { user: { id: '42', preferredName: { $absent: true } } },
    ])
    expect(created).toMatchObject({ status: 200, body: { user: { id: '42' } } })
    expect(Object.keys(created.body.user)).not.toContain('preferredName')
    expect(await call('default/volunteers.count')).toMatchObject({ status: 200, body: 1 })
    expect(await call('default/roles.find', ['1'])).toMatchObject({ status: 204, body: undefined })
    expect(await call('default/volunteers.clear')).toMatchObject({ status: 204 })
    expect(mock.volunteers.count()).toBe(0)
  })

  it('sees changes that nobody has waited for', async () => {
    const { call, mock } = createPlace({ base: { data: 'empty' } })
    void mock.roles.createMany(3)
    expect((await call('default/roles.count')).body).toBe(3)
  })

  it.each<[string, unknown[], number, object]>([
    ['default/tokens.issue', [{ scope: [] }], 422, { error: 'InvalidOptionError' }],
    [
      'default/assume',
      [{ 'roles.pageSize': 5, 'roles.lastPage': 'none' }],
      422,
      { error: 'InvalidOptionError' },
    ],
    ['default/clock.advance', [], 422, { error: 'InvalidOptionError' }],
    ['default/faults.add', [{ effect: { statu: 500 } }], 422, { option: 'effect' }],
    [
      'default/replace',
      [{ roles: [{ name: 'a' }, { name: 'a' }] }],
      422,
      { problems: [{ path: '$.roles[1].name' }] },
    ],
    ['default/roles.create', [{ name: 'mine' }], 409, { error: 'ConflictError' }],
    ['default/roles.update', ['none', {}], 404, { detail: 'no role matches "none"' }],
    ['default/reset', [{ records: true }], 422, { detail: 'reset() takes no arguments, but got 1' }],
    ['default/roles.count', [{}, {}], 422, { detail: 'roles.count(where?) takes 1 argument, but got 2' }],
    ['default/requests.waitFor', [{}, { timeout: 0 }], 404, { error: 'WaitTimeoutError' }],
    ['none/reset', [], 404, { detail: expect.stringContaining('there is no sandbox "none"') }],
    ['default/roles.fnd', [], 404, { detail: expect.stringContaining('did you mean "roles.find"?') }],
    ['sandboxes.create', ['A b'], 422, { error: 'InvalidOptionError' }],
    ['sandboxes.delete', ['none'], 404, { error: 'RecordNotFoundError' }],
  ])('that is refused changes nothing: %s %j', async (member, args, status, body) => {
    const { call, mock } = createPlace({ base: { now: 1000 } })
    await mock.roles.create({ name: 'mine' })
    const stateNow = () => [mock.export(), mock.tokens.all, mock.settings, mock.clock.now(), mock.faults.all]
    const before = stateNow()
    expect(await call(member, args)).toMatchObject({ status, body: { status, ...body } })
    expect(stateNow()).toEqual(before)
  })

  it('reaches nothing outside of the table', async () => {
    const { call, sandboxes, reported } = createPlace()
    const before = JSON.stringify(sandboxes.default.export())
    const inherited = [
      ...Object.getOwnPropertyNames(Object.prototype),
      ...'fetch prototype then volunteers tokens clock requests faults faults.constructor'.split(' '),
      ...'volunteers.__proto__ tokens.all.length reset.call roles.create.apply'.split(' '),
    ]
    const random = fc.sample(fc.string({ minLength: 1, maxLength: 20 }), { numRuns: 1000, seed: 1 })
    for (const name of [...inherited, ...random.filter((each) => !mockMembers.has(each))]) {
      const { status } = await call(`default/${encodeURIComponent(name)}`)
      expect({ name, status }).toEqual({ name, status: 404 })
    }
    expect(reported).toEqual([])
    expect(JSON.stringify(sandboxes.default.export())).toBe(before)
  })
})

describe('a result that is too large for the memory of a server', () => {
  const base = { roleCount: 10_001 }

  it.each<[member: string, args: readonly unknown[], returned: string]>([
    ['volunteers.createMany', [200_000], '200000; call it'],
    ['roles.findMany', [], '10001; add'],
    ['roles.findMany', [{}], 'more than 10000; add'],
    ['roles.updateMany', [{}, {}], 'more than 10000; update'],
    ['roles.deleteMany', [{}], 'more than 10000; delete'],
    ['export', [], '10001; conmock export'],
  ])('is refused before it begins: %s %j', async (member, args, returned) => {
    const { call, sandboxes } = createPlace({ base })
    const { status, body } = await call(`default/${member}`, args)
    expect([status, body.error]).toEqual([422, 'InvalidOptionError'])
    const would = `${member.split('.').at(-1)} would return ${returned}`
    expect(body.detail).toContain(`the admin API returns at most 10000 records of a kind, and ${would}`)
    const { roles, volunteers } = sandboxes.require('default')
    expect([roles.count(), volunteers.count()]).toEqual([10_001, 200])
  })

  it('is not one that has just few enough records', async () => {
    const { call } = createPlace({ base })
    const statuses = [{ id: '1' }, { name: 'staff' }, { name: 'none' }, { name: 5 }, '1'].map(
      async (where) => (await call('default/roles.findMany', [where])).status,
    )
    expect(await Promise.all(statuses)).toEqual([200, 200, 200, 422, 200])
    await call('default/roles.delete', ['1'])
    expect((await call('default/roles.findMany')).body).toHaveLength(10_000)
  })
})

describe('requests.waitFor', () => {
  it('ends when the server closes or the client gives up', async () => {
    const { call, close } = createPlace()
    const wait = [{ status: 404 }, { timeout: 60_000 }]
    const client = new AbortController()
    const abandoned = call('default/requests.waitFor', wait, { signal: client.signal })
    const closed = call('default/requests.waitFor', wait)
    await new Promise(setImmediate)
    client.abort()
    expect((await abandoned).status).toBe(409)
    close()
    expect(await closed).toMatchObject({ status: 409, body: { error: 'ConflictError' } })
  })

  it.each([
    ['removed', 'sandboxes.delete', ['w1']],
    ['replaced', 'sandboxes.create', ['w1', { seed: 2 }]],
  ])('ends when its sandbox is %s, and says so', async (_, member, args) => {
    const { call, sandboxes } = createPlace()
    sandboxes.create('w1')
    const wait = [{ status: 404 }, { timeout: 60_000 }]
    const waiting = call('w1/requests.waitFor', wait)
    await new Promise(setImmediate)
    // This one has only found its sandbox.
    const late = call('w1/requests.waitFor', wait)
    expect((await call(member, args)).status).toBe(204)
    const detail = 'the sandbox "w1" was removed or replaced during the wait for a request'
    for (const ended of [waiting, late]) {
      expect(await ended).toMatchObject({ status: 409, body: { error: 'ConflictError', detail } })
    }
  })
})
