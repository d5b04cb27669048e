import { describe, expect, test } from 'vitest'
import { createMock, InvalidOptionError, type Fault } from '../../src/index.js'
import { ask } from '../support/ask.js'
import { thrownBy } from '../support/thrown.js'

const effect = { status: 503 }

const mistakes: [what: string, fault: unknown, option: string | undefined, reason: RegExp][] = [
  ['nothing', undefined, undefined, /plain object/],
  ['null', null, undefined, /plain object/],
  ['a list', [], undefined, /plain object/],
  ['no effect', {}, 'effect', /plain object/],
  ['a delay as text', { effect: { delay: 'soon' } }, 'effect.delay', /milliseconds, or a range such as/],
  ['an empty effect', { effect: {} }, 'effect', /must have one of: status, .*hang, delay/],
  ['an effect of undefined', { effect: { status: undefined } }, 'effect', /must have one of/],
  [
    'an unknown operation',
    { operation: 'listUsers', effect },
    'operation',
    /must be one of: getVolunteer, listRoles, token/,
  ],
  [
    'an unknown field',
    { effects: effect, effect },
    undefined,
    /unknown (option|field) "effects": .*"effect"/,
  ],
  ['an unknown effect', { effect: { stauts: 503 } }, 'effect', /unknown field "stauts": .*"status"/],
  ['a status below 400', { effect: { status: 399 } }, 'effect.status', /from 400 to 599, but is 399/],
  ['a status above 599', { effect: { status: 600 } }, 'effect.status', /from 400 to 599, but is 600/],
  ['a status with a fraction', { effect: { status: 500.5 } }, 'effect.status', /whole number/],
  [
    'a status as text',
    { effect: { status: '503' } },
    'effect.status',
    /whole number from 400 to 599, but is the string "503"$/,
  ],
  ['retryAfter alone', { effect: { retryAfter: 1 } }, 'effect', /must have one of/],
  [
    'retryAfter beside hang',
    { effect: { hang: true, retryAfter: 1 } },
    'effect.retryAfter',
    /requires "status"/,
  ],
  [
    'a negative retryAfter',
    { effect: { status: 503, retryAfter: -1 } },
    'effect.retryAfter',
    /of seconds from 0/,
  ],
  ['a negative delay', { effect: { delay: -1 } }, 'effect.delay', /whole number of milliseconds from 0/],
  ['a delay that no timer supports', { effect: { delay: 2 ** 31 } }, 'effect.delay', /milliseconds/],
  ['an endless delay', { effect: { delay: Infinity } }, 'effect.delay', /milliseconds/],
  ['a reversed range', { effect: { delay: [2, 1] } }, 'effect.delay', /a range such as \[200, 800\]/],
  ['a range of one', { effect: { delay: [1] } }, 'effect.delay', /a range such as/],
  ['a range of three', { effect: { delay: [1, 2, 3] } }, 'effect.delay', /a range such as/],
  ['dropConnection: false', { effect: { dropConnection: false } }, 'effect.dropConnection', /must be true/],
  ['hang: 1', { effect: { hang: 1 } }, 'effect.hang', /must be true/],
  ['invalidJson: null', { effect: { invalidJson: null } }, 'effect.invalidJson', /must be true/],
  ['a negative truncateBody', { effect: { truncateBody: -1 } }, 'effect.truncateBody', /of bytes from 0/],
  ['two effects', { effect: { status: 503, hang: true } }, 'effect', /can only have one of: status, hang/],
  ['an empty when', { effect, when: {} }, 'when', /exactly one of: nth, first, every, from/],
  ['two ordinals', { effect, when: { nth: 1, from: 2 } }, 'when', /exactly one of/],
  ['an unknown ordinal', { effect, when: { last: 1 } }, 'when', /unknown field "last"/],
  ['the ordinal 0', { effect, when: { nth: 0 } }, 'when.nth', /whole number from 1, but is 0/],
  ['a fraction', { effect, when: { every: 1.5 } }, 'when.every', /whole number from 1/],
  ['when as text', { effect, when: 'first' }, 'when', /plain object/],
]

describe.each(mistakes)('a fault with %s', (_, fault, option, reason) => {
  test('is an InvalidOptionError in add, and nothing is added', async () => {
    const mock = createMock()
    const error = thrownBy(() => mock.faults.add(fault as Fault))
    expect(error).toBeInstanceOf(InvalidOptionError)
    expect(error).toMatchObject({ option, reason: expect.stringMatching(reason) as string })
    expect(mock.faults.all).toEqual([])
    expect((await ask(mock, '/api/v0/roles')).status).toBe(200)
  })

  test('is an InvalidOptionError with its place in the option faults', () => {
    const error = thrownBy(() => createMock({ faults: [{ effect }, fault as Fault] }))
    expect(error).toBeInstanceOf(InvalidOptionError)
    expect(error).toMatchObject({
      option: option === undefined ? 'faults[1]' : `faults[1].${option}`,
      reason: expect.stringMatching(reason) as string,
    })
  })
})

test.each(['503', {}, null, 1])('the option faults cannot be %j', (faults) => {
  const error = thrownBy(() => createMock({ faults: faults as never }))
  expect(error).toBeInstanceOf(InvalidOptionError)
  expect(error).toMatchObject({ option: 'faults' })
})

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
  expect((await ask(mock, '/api/v0/roles')).status).toBe(500)
})
