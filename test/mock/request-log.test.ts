import { describe, expect, test } from 'vitest'
import {
  createMock,
  ConflictError,
  RequestLogOverflowError,
  WaitTimeoutError,
  type EntryWhere,
  type RequestEntry,
  type Mock,
} from '../../src/index.js'
import { getInternals } from '../../src/mock/mock-internals.js'
import { ask, BASE, ROLES, tokenRequest, volunteerPath } from '../support/ask.js'
import { thrownBy } from '../support/thrown.js'

/** A mock that has answered one request for roles, one for a volunteer, and one without a valid token. */
async function askedMock(options: Parameters<typeof createMock>[0] = {}): Promise<Mock> {
  const mock = createMock(options)
  await ask(mock, ROLES)
  await ask(mock, volunteerPath('1'))
  await ask(mock, ROLES, 'nobody')
  return mock
}

const idsOf = (entries: readonly RequestEntry[]) => entries.map(({ id }) => id)

describe('mock.requests', () => {
  test('lists the requests, oldest first, with ids from 1', async () => {
    const { requests } = await askedMock()
    expect(requests.all().map(({ id, operation, status }) => [id, operation, status])).toEqual([
      [1, 'listRoles', 200],
      [2, 'getVolunteer', 200],
      [3, 'listRoles', 401],
    ])
    expect(requests.last()).toEqual(requests.all()[2])
    expect([requests.count(), requests.count({ status: 500 })]).toEqual([3, 0])
    expect(requests.find({ status: 500 })).toBeUndefined()
  })

  test.each<[string, EntryWhere, number[]]>([
    ['several members', { operation: 'listRoles', status: 401 }, [3]],
    ['a member of the refusal', { refusal: { code: 'invalid_token' } }, [3]],
    ['a predicate', ({ path }) => path.endsWith('/volunteer'), [2]],
    ['no member', {}, [1, 2, 3]],
  ])('finds entries by %s', async (_, where, ids) => {
    const { requests } = await askedMock()
    expect(idsOf(requests.findMany(where))).toEqual(ids)
    expect(requests.count(where)).toBe(ids.length)
    expect(requests.find(where)?.id).toBe(ids[0])
    expect((await requests.waitFor(where)).id).toBe(ids[0])
  })

  test.each([
    [{ operatoin: 'listRoles' }, /\$\.operatoin: unknown field: did you mean "operation"\?/],
    [{ operation: 'listRole' }, /\$\.operation: has no value "listRole": did you mean "listRoles"\?/],
    [{ status: '200' }, /\$\.status: expected number, received string/],
    [{ refusal: { cod: 'x' } }, /\$\.refusal\.cod: unknown field: did you mean "code"\?/],
    [{ refusal: { code: 'unknown_usr' } }, /\$\.refusal\.code: .* did you mean "unknown_user"\?/],
    [{ cases: ['roles.page.frist'] }, /\$\.cases\[0\]: .* did you mean "roles\.page\.first"\?/],
    [{ scopes: 'user:read' }, /\$\.scopes: expected array, received string/],
    [{ query: { limit: 5 } }, /\$\.query\.limit: expected string, received number/],
    ['1', /must be an object with members of an entry, or a function/],
    [null, /must be an object/],
    [[], /must be an object/],
  ])('refuses the condition %j', async (where, message) => {
    const { requests } = await askedMock()
    const refused = { name: 'InvalidOptionError', message: expect.stringMatching(message) as string }
    for (const name of ['find', 'findMany', 'count'] as const)
      expect(thrownBy(() => requests[name](where as EntryWhere))).toMatchObject(refused)
    await expect(requests.waitFor(where as EntryWhere)).rejects.toMatchObject(refused)
  })

  test('clear removes the entries, and ids continue', async () => {
    const mock = await askedMock()
    mock.requests.clear()
    expect(mock.requests.all()).toEqual([])
    expect(mock.requests.last()).toBeUndefined()
    await ask(mock, ROLES)
    expect(idsOf(mock.requests.all())).toEqual([4])
  })

  test('returns entries that cannot be changed', async () => {
    const mock = await askedMock()
    for (const entry of mock.requests.all()) {
      expect(() => Object.assign(entry, { status: 0 })).toThrow(TypeError)
      expect(() => (entry.scopes as string[]).push('pushed')).toThrow(TypeError)
    }
    mock.requests.all().pop()
    expect(mock.requests.count()).toBe(3)
  })
})

describe('a full request log', () => {
  test('keeps the newest entries, and counts the dropped ones, until reset()', async () => {
    const { requests, reset } = await askedMock({ requestLogSize: 2 })
    expect(idsOf(requests.all())).toEqual([2, 3])
    expect(requests.last()?.id).toBe(3)
    expect(requests.dropped).toBe(1)
    await reset()
    expect([requests.all(), requests.dropped]).toEqual([[], 0])
  })

  test('throws where the result could be wrong, and only there', async () => {
    const { requests } = await askedMock({ requestLogSize: 2 })
    const message = /dropped 1 of 3 entries.*clear\(\).*"requestLogSize"/
    expect(() => requests.count()).toThrow(message)
    expect(() => requests.count()).toThrow(RequestLogOverflowError)
    expect(() => requests.findMany({ status: 401 })).toThrow(message)
    expect(() => requests.find({ status: 500 })).toThrow(message)
    expect(requests.find({ status: 401 })?.id).toBe(3)
    requests.clear()
    expect(requests.count()).toBe(0)
  })

  test('has 1,000 entries by default', async () => {
    const mock = createMock()
    const send = () => mock.fetch(new URL(ROLES, BASE), { method: 'HEAD' })
    for (let sent = 0; sent < 1000; sent++) await send()
    expect(mock.requests.count()).toBe(1000)
    await send()
    expect(mock.requests.all()).toHaveLength(1000)
    expect(mock.requests.dropped).toBe(1)
  })

  test('with requestLogSize: 0 records nothing, and says how to turn it on', async () => {
    const seen: number[] = []
    const { requests } = await askedMock({ requestLogSize: 0, onRequest: ({ id }) => seen.push(id) })
    expect(requests.all()).toEqual([])
    expect(requests.last()).toBeUndefined()
    expect(() => requests.count()).toThrow(/The request log is off: remove "requestLogSize: 0"/)
    expect(() => requests.find({})).toThrow(RequestLogOverflowError)
    expect(seen).toEqual([1, 2, 3])
  })
})

describe('mock.requests.waitFor', () => {
  test.each([1000, 0])('resolves with a later request, with requestLogSize: %i', async (requestLogSize) => {
    const mock = await askedMock({ requestLogSize })
    const waiting = mock.requests.waitFor({ status: 404 })
    await ask(mock, volunteerPath('nobody'))
    expect(await waiting).toMatchObject({ id: 4, path: volunteerPath('nobody') })
  })

  test('rejects after its timeout, and names the last requests', async () => {
    const { requests } = await askedMock()
    const waiting = requests.waitFor({ operation: 'token' }, { timeout: 5 })
    await expect(waiting).rejects.toThrow(WaitTimeoutError)
    await expect(waiting).rejects.toThrow(
      `no request matched {"operation":"token"} within 5 ms. The last requests were: GET ${ROLES} 200, GET ${volunteerPath('1')} 200, GET ${ROLES} 401.`,
    )
  })

  test('rejects after its timeout, and says that the log has dropped entries', async () => {
    const mock = createMock({ requestLogSize: 0 })
    await ask(mock, ROLES)
    const waiting = mock.requests.waitFor({ status: 200 }, { timeout: 0 })
    await expect(waiting).rejects.toThrow('Earlier entries that the request log has dropped: 1.')
  })

  test('rejects after its timeout without any request', async () => {
    const waiting = createMock().requests.waitFor(() => true, { timeout: 0 })
    await expect(waiting).rejects.toThrow('the predicate within 0 ms. There were no requests.')
  })

  test.each([
    ...[-1, Number.NaN, Infinity, 3_600_001, '5'].map((timeout) => ({ timeout })),
    { timout: 5 },
    null,
  ])('rejects the options %o', async (options) => {
    const waiting = createMock().requests.waitFor({}, options as object)
    await expect(waiting).rejects.toMatchObject({
      name: 'InvalidOptionError',
      message: expect.stringMatching(/timeout|options/),
    })
  })

  test('rejects with the error of a predicate that fails for a later request', async () => {
    const mock = createMock()
    const waiting = mock.requests.waitFor(({ refusal }) => refusal!.code === 'unknown_user')
    await Promise.all([expect(waiting).rejects.toThrow(/undefined/), ask(mock, ROLES)])
    expect(mock.requests.last()).toMatchObject({ status: 200 })
  })

  test('leaves no listener behind', async () => {
    const mock = createMock()
    const { events } = getInternals(mock)
    const waiting = mock.requests.waitFor({ status: 200 })
    expect(events.isObserved).toBe(true)
    await ask(mock, ROLES)
    await waiting
    await expect(mock.requests.waitFor({ status: 500 }, { timeout: 1 })).rejects.toThrow(WaitTimeoutError)
    expect(events.isObserved).toBe(false)
  })
})

test('a change that is not a request is an event for listeners', async () => {
  const mock = createMock({ assumptions: { 'token.endpoint': 'on' } })
  const seen: string[] = []
  getInternals(mock).events.subscribe((event) => seen.push(event.type === 'change' ? event.what : event.type))
  mock.tokens.revoke(mock.tokens.issue().token)
  mock.tokens.issue({ token: 'named' })
  await mock.fetch(tokenRequest())
  mock.clock.advance(1)
  mock.assume({ 'roles.pageSize': 5 })
  mock.faults.add({ effect: { delay: 0 } }).remove()
  mock.requests.clear()
  const byToken = ['tokens', 'tokens', 'tokens', 'tokens', 'request']
  expect(seen).toEqual([...byToken, 'clock', 'assumptions', 'faults', 'faults', 'requests'])
})

test('a wait for a client that has already gone ends at once', async () => {
  const { requestLog } = getInternals(createMock())
  const gone = [AbortSignal.abort()]
  await expect(requestLog.waitFor({}, { timeout: 60_000 }, gone)).rejects.toThrow(ConflictError)
})
