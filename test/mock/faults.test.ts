import { describe, expect, test } from 'vitest'
import { operations } from '../../src/convention/operations.js'
import { createMock, InvalidOptionError, type FaultWhen, type Mock, type Fault } from '../../src/index.js'
import { ask, authorized, BASE, ROLES, volunteerPath } from '../support/ask.js'
import { thrownBy } from '../support/thrown.js'

const VOLUNTEER = volunteerPath('1')

async function statuses(mock: Mock, count: number, path = ROLES): Promise<number[]> {
  const all: number[] = []
  for (let sent = 0; sent < count; sent++) all.push((await mock.fetch(authorized(path))).status)
  return all
}

describe('a fault is for', () => {
  test.each<[string, FaultWhen | undefined, number[]]>([
    ['every request', undefined, [503, 503, 503, 503, 503, 503]],
    ['the nth', { nth: 2 }, [200, 503, 200, 200, 200, 200]],
    ['the first ones', { first: 2 }, [503, 503, 200, 200, 200, 200]],
    ['every second', { every: 2 }, [200, 503, 200, 503, 200, 503]],
    ['all from one on', { from: 3 }, [200, 200, 503, 503, 503, 503]],
  ])('%s', async (_, when, expected) => {
    const mock = createMock()
    mock.faults.add({ when, effect: { status: 503 } })
    expect(await statuses(mock, 6)).toEqual(expected)
  })

  test('the requests since it was added, counted for each operation', async () => {
    const mock = createMock()
    await statuses(mock, 3)
    mock.faults.add({ when: { nth: 2 }, effect: { status: 503 } })
    expect(await statuses(mock, 1)).toEqual([200])
    expect(await statuses(mock, 2, VOLUNTEER)).toEqual([200, 503])
    expect(await statuses(mock, 2)).toEqual([503, 200])
  })

  test('its operation only', async () => {
    const mock = createMock({ assumptions: { 'token.endpoint': 'on' } })
    mock.faults.add({ operation: 'token', effect: { status: 500 } })
    mock.faults.add({ operation: 'getVolunteer', effect: { status: 502 } })
    expect(await statuses(mock, 1)).toEqual([200])
    expect(await statuses(mock, 1, VOLUNTEER)).toEqual([502])
    expect(await statuses(mock, 1, '/api/oauth/token')).toEqual([500])
  })

  test('refused requests too, but not for unknown paths', async () => {
    const mock = createMock({ faults: [{ effect: { status: 503 } }] })
    expect((await ask(mock, ROLES, 'nobody')).status).toBe(503)
    expect((await mock.fetch(new URL(ROLES, BASE), { method: 'DELETE' })).status).toBe(503)
    expect((await ask(mock, '/nowhere')).status).toBe(404)
    expect(mock.requests.last()).toMatchObject({ fault: undefined })
    // The token endpoint does not exist by default.
    expect((await ask(mock, '/api/oauth/token')).status).toBe(404)
  })

  test('exactly its requests, if 50 come together', async () => {
    const mock = createMock()
    mock.faults.add({ when: { every: 5 }, effect: { status: 503 } })
    mock.faults.add({ when: { nth: 7 }, effect: { dropConnection: true } })
    mock.faults.add({ when: { first: 10 }, effect: { delay: [0, 5] } })
    const ended = await Promise.all(
      Array.from({ length: 50 }, () =>
        mock.fetch(authorized(ROLES)).then(
          ({ status }) => status,
          () => 0,
        ),
      ),
    )
    const expected = ended.map((_, place) => (place === 6 ? 0 : (place + 1) % 5 === 0 ? 503 : 200))
    expect(ended).toEqual(expected)
  })
})

describe('several faults', () => {
  test('use the first effect and the longest delay', async () => {
    const mock = createMock({
      faults: [
        { effect: { delay: 1 } },
        { effect: { status: 500, delay: 3 } },
        { effect: { status: 502, delay: 2 } },
      ],
    })
    const response = await mock.fetch(authorized(ROLES))
    expect(response.status).toBe(500)
    expect(response.headers.get('conmock-fault')).toBe('status=500, delay=3')
  })

  test('are counted even if another one is used', async () => {
    const mock = createMock()
    mock.faults.add({ when: { first: 2 }, effect: { status: 500 } })
    mock.faults.add({ when: { nth: 3 }, effect: { status: 502 } })
    expect(await statuses(mock, 4)).toEqual([500, 500, 502, 200])
  })

  test('are removed by their handles or ids', async () => {
    const mock = createMock()
    const [first, second] = [500, 502].map((status) => mock.faults.add({ effect: { status } }))
    expect(mock.faults.all).toEqual([
      { id: first!.id, effect: { status: 500 }, hits: 0 },
      { id: second!.id, effect: { status: 502 }, hits: 0 },
    ])
    first!.remove()
    first!.remove()
    expect(await statuses(mock, 1)).toEqual([502])
    mock.faults.remove(second!.id)
    expect(await statuses(mock, 1)).toEqual([200])
    expect(() => mock.faults.remove(second!.id)).toThrow(InvalidOptionError)
    expect(() => mock.faults.remove(second!.id)).toThrow(/there is no fault with the id "2"/)
  })

  test('count the requests that they match', async () => {
    const mock = createMock()
    const hits = () => mock.faults.all.map((fault) => fault.hits)
    mock.faults.add({ when: { first: 2 }, effect: { status: 500 } })
    mock.faults.add({ operation: 'getVolunteer', effect: { status: 502 } })
    await statuses(mock, 1)
    expect(hits()).toEqual([1, 0])
    await statuses(mock, 2)
    expect(hits()).toEqual([2, 0])
  })

  test('are removed by clear, and reset() brings back those of the options, with new counts', async () => {
    const mock = createMock({ faults: [{ when: { first: 1 }, effect: { status: 500 } }] })
    const added = mock.faults.add({ effect: { status: 502 } })
    expect(await statuses(mock, 2)).toEqual([500, 502])
    await mock.reset()
    expect(await statuses(mock, 2)).toEqual([500, 200])
    // The handle of a removed fault must not remove another one.
    await mock.reset()
    added.remove()
    expect(await statuses(mock, 2)).toEqual([500, 200])
    await mock.reset()
    mock.faults.clear()
    expect(mock.faults.all).toEqual([])
    expect(await statuses(mock, 1)).toEqual([200])
  })
})

const effect = { status: 503 }

const mistakes: [fault: unknown, option: string | undefined, reason: RegExp][] = [
  [undefined, undefined, /plain object/],
  [null, undefined, /plain object/],
  [{}, 'effect', /plain object/],
  [{ effect: { delay: 'soon' } }, 'effect.delay', /milliseconds, or a range such as/],
  [{ effect: {} }, 'effect', /must have one of: status, .*hang, delay/],
  [
    { operation: 'listUsers', effect },
    'operation',
    new RegExp(
      String.raw`did you mean "listRoles"\? Known values: ${Object.keys(operations).join(', ')}, token`,
    ),
  ],
  [{ effects: effect, effect }, undefined, /unknown (option|field) "effects": .*"effect"/],
  [{ effect: { stauts: 503 } }, 'effect', /unknown field "stauts": .*"status"/],
  [{ effect: { status: 399 } }, 'effect.status', /from 400 to 599, but is 399/],
  [{ effect: { status: 600 } }, 'effect.status', /from 400 to 599, but is 600/],
  [{ effect: { status: 500.5 } }, 'effect.status', /whole number/],
  [{ effect: { status: '503' } }, 'effect.status', /whole number from 400 to 599, but is the string "503"$/],
  [{ effect: { hang: true, retryAfter: 1 } }, 'effect.retryAfter', /requires "status"/],
  [{ effect: { status: 503, retryAfter: -1 } }, 'effect.retryAfter', /of seconds from 0/],
  [{ effect: { delay: -1 } }, 'effect.delay', /whole number of milliseconds from 0/],
  [{ effect: { delay: 2 ** 31 } }, 'effect.delay', /milliseconds/],
  [{ effect: { delay: [2, 1] } }, 'effect.delay', /a range such as \[200, 800\]/],
  [{ effect: { delay: [1, 2, 3] } }, 'effect.delay', /a range such as/],
  [{ effect: { dropConnection: false } }, 'effect.dropConnection', /must be true/],
  [{ effect: { truncateBody: -1 } }, 'effect.truncateBody', /of bytes from 0/],
  [{ effect: { status: 503, hang: true } }, 'effect', /can only have one of: status, hang/],
  [{ effect: { html: true, invalidJson: true } }, 'effect', /can only have one of: invalidJson, html/],
  [{ effect, when: {} }, 'when', /exactly one of: nth, first, every, from/],
  [{ effect, when: { nth: 1, from: 2 } }, 'when', /exactly one of/],
  [{ effect, when: { last: 1 } }, 'when', /unknown field "last"/],
  [{ effect, when: { nth: 0 } }, 'when.nth', /whole number from 1, but is 0/],
  [{ effect, when: { every: 1.5 } }, 'when.every', /whole number from 1/],
  [{ effect, when: 'first' }, 'when', /plain object/],
]

test.each(mistakes)('the fault %o is refused with its place, not added', async (fault, option, reason) => {
  const mock = createMock()
  const refused = (place: string | undefined) => ({
    name: 'InvalidOptionError',
    option: place,
    reason: expect.stringMatching(reason) as string,
  })
  expect(thrownBy(() => mock.faults.add(fault as Fault))).toMatchObject(refused(option))
  expect(mock.faults.all).toEqual([])
  expect((await ask(mock, ROLES)).status).toBe(200)
  const place = option === undefined ? 'faults[1]' : `faults[1].${option}`
  expect(thrownBy(() => createMock({ faults: [{ effect }, fault as Fault] }))).toMatchObject(refused(place))
})

test('valid faults are accepted', () => {
  const faults: Fault[] = [
    { effect: { status: 400 } },
    { effect: { status: 599, retryAfter: 0, delay: 0 } },
    {
      operation: undefined,
      when: undefined,
      effect: { hang: true, delay: [0, 2 ** 31 - 1], status: undefined },
    },
    { operation: 'token', when: { first: 1, nth: undefined }, effect: { truncateBody: 0 } },
  ]
  expect(createMock({ faults }).faults.all).toHaveLength(4)
})

test('a fault is a copy of the given one, and faults.all are copies', async () => {
  const mock = createMock()
  const given = { effect: { status: 500 } }
  mock.faults.add(given)
  given.effect.status = 501
  Object.assign(mock.faults.all[0]!.effect, { status: 502 })
  expect((await ask(mock, ROLES)).status).toBe(500)
})
