import { describe, expect, it } from 'vitest'
import { ConflictError, DataError, InvalidOptionError, RecordNotFoundError } from '../../src/index.js'
import type { SpaceChange } from '../../src/spaces/spaces.js'
import { ask } from '../support/ask.js'
import { thrownBy } from '../support/thrown.js'
import { createPlace } from '../control/control-place.js'

const HOUR = 3_600_000

describe('create', () => {
  it('creates a mock with the options of the server and its own', () => {
    const { spaces } = createPlace({
      base: { scenario: 'personas', seed: 7, assumptions: { 'roles.pageSize': 3 } },
    })
    expect(spaces.create('w1', { assumptions: { 'roles.lastPage': 'absent' } })).toBe('created')
    const { settings, ...mock } = spaces.require('w1')
    expect(settings).toMatchObject({ 'roles.pageSize': 3, 'roles.lastPage': 'absent' })
    expect(mock.export()).toEqual(spaces.require('default').export())
  })

  it('keeps the tokens and clients of the server', () => {
    const { spaces } = createPlace({
      base: { tokens: { base: ['user:read'] }, clients: { a: { secret: 'x' } } },
    })
    spaces.create('w1', { tokens: { own: [] } })
    const own = spaces
      .require('w1')
      .tokens.all.flatMap(({ token, origin }) => (origin === 'custom' ? [token] : []))
    expect(own).toEqual(['base', 'own'])
  })

  it('replaces the records of the server if it selects others', () => {
    const { spaces } = createPlace({ base: { data: { roles: [{ id: '1', name: 'base' }] } } })
    spaces.create('generated', { scenario: 'empty' })
    spaces.create('own', { data: { roles: [{ id: '2', name: 'own' }] } })
    spaces.create('same')
    const names = ['generated', 'own', 'same'].map((space) => spaces.require(space).roles.findMany())
    expect(names).toEqual([[], [{ id: '2', name: 'own' }], [{ id: '1', name: 'base' }]])
  })

  it('keeps a space with the same options, and replaces one with others', async () => {
    const { spaces } = createPlace()
    spaces.create('w1', { seed: 1, roles: 3 })
    const mock = spaces.require('w1')
    await mock.roles.create({ name: 'mine' })
    expect(spaces.create('w1', { roles: 3, seed: 1 })).toBe('unchanged')
    expect(spaces.require('w1')).toBe(mock)
    expect(spaces.create('w1', { seed: 2, roles: 3 })).toBe('replaced')
    expect(spaces.require('w1').roles.find({ name: 'mine' })).toBeUndefined()
    expect(spaces.create('default', {})).toBe('unchanged')
    expect(thrownBy(() => spaces.create('default', { seed: 2 }))).toBeInstanceOf(ConflictError)
  })

  it('refuses the tokens of the mock that it replaces, and goes on counting requests', async () => {
    const { spaces } = createPlace()
    spaces.create('w1', { seed: 1 })
    const before = spaces.require('w1')
    const { token } = before.tokens.issue({ scopes: ['user:read'] })
    await ask(before, '/api/v0/roles', token)
    spaces.create('w1', { seed: 1, roles: 3 })
    const after = spaces.require('w1')
    expect((await ask(after, '/api/v0/roles', token)).status).toBe(401)
    expect(after.requests.last()?.id).toBe(2)
  })

  it.each(['', 'A', 'a b', 'ä', 'a_b', '../x', 'a'.repeat(41), '__proto__'])(
    'refuses the name "%s"',
    (name) => {
      const { spaces } = createPlace()
      expect(thrownBy(() => spaces.create(name))).toBeInstanceOf(InvalidOptionError)
    },
  )

  it('allows names of 1 to 40 characters', () => {
    const { spaces } = createPlace()
    for (const name of ['a', '0', '-', 'a'.repeat(40)]) expect(spaces.create(name)).toBe('created')
  })

  it('refuses options that are not JSON or invalid, and changes nothing', () => {
    const { spaces } = createPlace()
    spaces.create('w1', { seed: 1 })
    const mock = spaces.require('w1')
    const invalid = [
      { handlers: [] },
      { baseUrl: 'http://x.example' },
      { onRequest: () => {} },
      { seed: -1 },
      { x: 1 },
      [],
      'x',
    ]
    for (const options of invalid) {
      for (const name of ['w1', 'w2']) {
        expect(thrownBy(() => spaces.create(name, options as never))).toBeInstanceOf(InvalidOptionError)
      }
    }
    expect(thrownBy(() => spaces.create('w1', { data: { roles: [{ id: 5 }] } as never }))).toBeInstanceOf(
      DataError,
    )
    expect(spaces.names).toEqual(['default', 'w1'])
    expect(spaces.require('w1')).toBe(mock)
  })

  it('creates at most 1,000 spaces, and says how to remove some', async () => {
    const { spaces } = createPlace()
    for (let index = 1; index < 1000; index++) spaces.create(`w${index}`)
    expect(() => spaces.create('one-more')).toThrow('there are already 1000 spaces; remove some with DELETE')
    expect(spaces.create('w1')).toBe('unchanged')
    expect(spaces.create('w1', { seed: 2 })).toBe('replaced')
    await spaces.delete('w1')
    expect(spaces.create('one-more')).toBe('created')
  })
})

describe('an unknown space', () => {
  it('is an error that names at most ten spaces and says how to create one', () => {
    const { spaces } = createPlace()
    for (let index = 0; index < 11; index++) spaces.create(`w${index}`)
    expect(spaces.get('other')).toBeUndefined()
    const error = thrownBy(() => spaces.require('other'))
    expect(error).toBeInstanceOf(RecordNotFoundError)
    expect(error).toHaveProperty(
      'message',
      'there is no space "other"; the spaces are: default, w0, w1, w2, w3, w4, w5, w6, w7, w8 and 2 more; ' +
        'create one with PUT /__conmock/v1/spaces/NAME',
    )
  })
})

describe('delete', () => {
  it('removes a space, but resets the default one', async () => {
    const { spaces, mock } = createPlace()
    spaces.create('w1')
    await mock.roles.create({ name: 'mine' })
    await spaces.delete('w1')
    await spaces.delete('default')
    expect(spaces.names).toEqual(['default'])
    expect(mock.roles.find({ name: 'mine' })).toBeUndefined()
    await expect(spaces.delete('w1')).rejects.toThrow(RecordNotFoundError)
  })
})

describe('a space that is not used', () => {
  it('is evicted after an hour, with a message for the developer', () => {
    const { spaces, pass, reported } = createPlace()
    for (const name of ['w1', 'w2', 'w3']) spaces.create(name)
    pass(HOUR / 2)
    spaces.get('w2')
    spaces.create('w3')
    pass(HOUR / 2 - 1)
    spaces.evict()
    expect(spaces.names).toHaveLength(4)
    pass(1)
    expect(spaces.list()).toEqual([
      { name: 'default', idleSeconds: 3600 },
      { name: 'w2', idleSeconds: 1800 },
      { name: 'w3', idleSeconds: 1800 },
    ])
    expect(reported).toEqual(['removed spaces without a request for 60 minutes: w1'])
    pass(HOUR)
    spaces.create('w4')
    expect(spaces.names).toEqual(['default', 'w4'])
    expect(reported.slice(1)).toEqual(['removed spaces without a request for 60 minutes: w2, w3'])
  })
})

describe('restart', () => {
  it('starts every space again, with the new options of the server and its own', async () => {
    const { spaces } = createPlace({ base: { scenario: 'personas' } })
    spaces.create('w1', { assumptions: { 'roles.lastPage': 'absent' } })
    const { token } = spaces.require('w1').tokens.issue()
    await spaces.require('w1').roles.create({ name: 'mine' })
    const changes: SpaceChange[] = []
    spaces.subscribe((change) => changes.push(change))
    spaces.restart({ scenario: 'personas', profile: 'reported' })
    const restarted = spaces.require('w1')
    expect(restarted.settings).toEqual({ ...spaces.default.settings, 'roles.lastPage': 'absent' })
    expect(restarted.roles.find({ name: 'mine' })).toBeUndefined()
    expect(restarted.tokens.issue().token).not.toBe(token)
    expect(changes.map(({ name, what }) => `${name} ${what}`)).toEqual(['default created', 'w1 created'])
    spaces.create('w2')
    expect(spaces.require('w2').settings).toEqual(spaces.default.settings)
  })

  it('changes nothing if the new options are invalid in one space', () => {
    const { spaces } = createPlace({ base: { scenario: 'personas' } })
    spaces.create('w1', { data: { roles: [{ name: 'same' }] } })
    const before = [spaces.default, spaces.require('w1')]
    expect(() => spaces.restart({ faults: 'wrong' as never })).toThrow('"faults" must be a list of faults')
    expect([spaces.default, spaces.require('w1')]).toEqual(before)
  })
})
