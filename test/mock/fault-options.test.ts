import { expect, test } from 'vitest'
import { createMock, type Fault } from '../../src/index.js'
import { ask, ROLES } from '../support/ask.js'
import { thrownBy } from '../support/thrown.js'

const effect = { status: 503 }

const mistakes: [fault: unknown, option: string | undefined, reason: RegExp][] = [
  [undefined, undefined, /plain object/],
  [null, undefined, /plain object/],
  [[], undefined, /plain object/],
  [{}, 'effect', /plain object/],
  [{ effect: { delay: 'soon' } }, 'effect.delay', /milliseconds, or a range such as/],
  [{ effect: {} }, 'effect', /must have one of: status, .*hang, delay/],
  [{ effect: { status: undefined } }, 'effect', /must have one of/],
  [{ operation: 'listUsers', effect }, 'operation', /must be one of: getVolunteer, listRoles, token/],
  [{ effects: effect, effect }, undefined, /unknown (option|field) "effects": .*"effect"/],
  [{ effect: { stauts: 503 } }, 'effect', /unknown field "stauts": .*"status"/],
  [{ effect: { status: 399 } }, 'effect.status', /from 400 to 599, but is 399/],
  [{ effect: { status: 600 } }, 'effect.status', /from 400 to 599, but is 600/],
  [{ effect: { status: 500.5 } }, 'effect.status', /whole number/],
  [{ effect: { status: '503' } }, 'effect.status', /whole number from 400 to 599, but is the string "503"$/],
  [{ effect: { retryAfter: 1 } }, 'effect', /must have one of/],
  [{ effect: { hang: true, retryAfter: 1 } }, 'effect.retryAfter', /requires "status"/],
  [{ effect: { status: 503, retryAfter: -1 } }, 'effect.retryAfter', /of seconds from 0/],
  [{ effect: { delay: -1 } }, 'effect.delay', /whole number of milliseconds from 0/],
  [{ effect: { delay: 2 ** 31 } }, 'effect.delay', /milliseconds/],
  [{ effect: { delay: Infinity } }, 'effect.delay', /milliseconds/],
  [{ effect: { delay: [2, 1] } }, 'effect.delay', /a range such as \[200, 800\]/],
  [{ effect: { delay: [1] } }, 'effect.delay', /a range such as/],
  [{ effect: { delay: [1, 2, 3] } }, 'effect.delay', /a range such as/],
  [{ effect: { dropConnection: false } }, 'effect.dropConnection', /must be true/],
  [{ effect: { hang: 1 } }, 'effect.hang', /must be true/],
  [{ effect: { invalidJson: null } }, 'effect.invalidJson', /must be true/],
  [{ effect: { truncateBody: -1 } }, 'effect.truncateBody', /of bytes from 0/],
  [{ effect: { status: 503, hang: true } }, 'effect', /can only have one of: status, hang/],
  [{ effect, when: {} }, 'when', /exactly one of: nth, first, every, from/],
  [{ effect, when: { nth: 1, from: 2 } }, 'when', /exactly one of/],
  [{ effect, when: { last: 1 } }, 'when', /unknown field "last"/],
  [{ effect, when: { nth: 0 } }, 'when.nth', /whole number from 1, but is 0/],
  [{ effect, when: { every: 1.5 } }, 'when.every', /whole number from 1/],
  [{ effect, when: 'first' }, 'when', /plain object/],
]

test.each(mistakes)(
  'the fault %o is refused with its place, and not added',
  async (fault, option, reason) => {
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
  },
)

test('there can be at most 1,000 faults', () => {
  const mock = createMock()
  for (let added = 0; added < 1000; added++) mock.faults.add({ effect })
  expect(() => mock.faults.add({ effect })).toThrow(/at most 1000 faults; remove some first/)
  expect(mock.faults.all).toHaveLength(1000)
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
