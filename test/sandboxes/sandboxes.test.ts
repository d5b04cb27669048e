import { describe, expect, it } from 'vitest'
import { ConflictError, DataError, InvalidOptionError, RecordNotFoundError } from '../../src/index.js'
import { ask } from '../support/ask.js'
import { thrownBy } from '../support/thrown.js'
import { createPlace } from '../admin/admin-place.js'

const HOUR = 3_600_000

describe('create', () => {
  it('creates a mock with the options of the server and its own', () => {
    const { sandboxes } = createPlace({
      base: { data: 'edge-cases', seed: 7, assumptions: { 'roles.pageSize': 3 } },
    })
    sandboxes.create('w1', { assumptions: { 'roles.lastPage': 'absent' } })
    const { settings, ...mock } = sandboxes.require('w1')
    expect(settings).toMatchObject({ 'roles.pageSize': 3, 'roles.lastPage': 'absent' })
    expect(mock.export()).toEqual(sandboxes.require('default').export())
  })

  it('keeps the tokens of the server', () => {
    const { sandboxes } = createPlace({ base: { tokens: { base: ['user:read'] } } })
    sandboxes.create('w1', { tokens: { own: [] } })
    const own = sandboxes
      .require('w1')
      .tokens.all.flatMap(({ token, origin }) => (origin === 'custom' ? [token] : []))
    expect(own).toEqual(['base', 'own'])
  })

  it('issues tokens that no other sandbox with the same seed knows', async () => {
    const { sandboxes } = createPlace()
    const mocks = ['w1', 'w2'].map((name) => {
      sandboxes.create(name, { seed: 3 })
      return sandboxes.require(name)
    })
    const [first, second] = mocks.map((mock) => mock.tokens.issue({ scopes: ['user:read'] }).token)
    expect(first).not.toBe(second)
    expect((await ask(mocks[0]!, '/api/v0/roles', first)).status).toBe(200)
    expect((await ask(mocks[1]!, '/api/v0/roles', first)).status).toBe(401)
  })

  it('replaces the records of the server if it selects others', () => {
    const { sandboxes } = createPlace({ base: { data: { roles: [{ id: '1', name: 'base' }] } } })
    sandboxes.create('generated', { data: 'empty' })
    sandboxes.create('own', { data: { roles: [{ id: '2', name: 'own' }] } })
    sandboxes.create('same')
    const names = ['generated', 'own', 'same'].map((sandbox) => sandboxes.require(sandbox).roles.findMany())
    expect(names).toEqual([[], [{ id: '2', name: 'own' }], [{ id: '1', name: 'base' }]])
  })

  it('keeps a sandbox with the same options, and replaces one with others', async () => {
    const { sandboxes } = createPlace()
    sandboxes.create('w1', { seed: 1, roleCount: 3 })
    const mock = sandboxes.require('w1')
    await mock.roles.create({ name: 'mine' })
    sandboxes.create('w1', { roleCount: 3, seed: 1 })
    expect(sandboxes.require('w1')).toBe(mock)
    sandboxes.create('w1', { seed: 2, roleCount: 3 })
    expect(sandboxes.require('w1').roles.find({ name: 'mine' })).toBeUndefined()
    sandboxes.create('default', {})
    expect(thrownBy(() => sandboxes.create('default', { seed: 2 }))).toBeInstanceOf(ConflictError)
  })

  it('refuses the tokens of the mock that it replaces', async () => {
    const { sandboxes } = createPlace()
    sandboxes.create('w1')
    const { token } = sandboxes.require('w1').tokens.issue({ scopes: ['user:read'] })
    sandboxes.create('w1', { roleCount: 3 })
    expect((await ask(sandboxes.require('w1'), '/api/v0/roles', token)).status).toBe(401)
  })

  it.each(['', 'A', 'a b', 'ä', 'a_b', '../x', 'a'.repeat(41), '__proto__'])(
    'refuses the name "%s"',
    (name) => {
      const { sandboxes } = createPlace()
      expect(thrownBy(() => sandboxes.create(name))).toBeInstanceOf(InvalidOptionError)
    },
  )

  it('allows names of 1 to 40 characters', () => {
    const { sandboxes } = createPlace()
    const names = ['a', '0', '-', 'a'.repeat(40)]
    for (const name of names) sandboxes.create(name)
    expect(sandboxes.names).toEqual(['default', ...names])
  })

  it('refuses options that are not JSON or invalid, and changes nothing', () => {
    const { sandboxes } = createPlace()
    sandboxes.create('w1', { seed: 1 })
    const mock = sandboxes.require('w1')
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
        expect(thrownBy(() => sandboxes.create(name, options as never))).toBeInstanceOf(InvalidOptionError)
      }
    }
    expect(thrownBy(() => sandboxes.create('w1', { data: { roles: [{ id: 5 }] } as never }))).toBeInstanceOf(
      DataError,
    )
    expect(sandboxes.names).toEqual(['default', 'w1'])
    expect(sandboxes.require('w1')).toBe(mock)
  })

  it('creates at most 1,000 sandboxes, and says how to remove some', async () => {
    const { sandboxes } = createPlace()
    for (let index = 1; index < 1000; index++) sandboxes.create(`w${index}`)
    expect(() => sandboxes.create('one-more')).toThrow(
      'there are already 1000 sandboxes; remove some with POST /__conmock/v1/sandboxes.delete',
    )
    sandboxes.create('w1')
    sandboxes.create('w1', { seed: 2 })
    await sandboxes.delete('w1')
    sandboxes.create('one-more')
  })
})

it('an unknown sandbox is an error that names at most ten sandboxes and says how to create one', () => {
  const { sandboxes } = createPlace()
  for (let index = 0; index < 11; index++) sandboxes.create(`w${index}`)
  expect(sandboxes.get('other')).toBeUndefined()
  const error = thrownBy(() => sandboxes.require('other'))
  expect(error).toBeInstanceOf(RecordNotFoundError)
  expect(error).toHaveProperty(
    'message',
    'there is no sandbox "other"; the sandboxes are: default, w0, w1, w2, w3, w4, w5, w6, w7, w8 and 2 more; ' +
      'create one with POST /__conmock/v1/sandboxes.create',
  )
})

it('delete removes a sandbox, but resets the default one', async () => {
  const { sandboxes, mock } = createPlace()
  sandboxes.create('w1')
  await mock.roles.create({ name: 'mine' })
  await sandboxes.delete('w1')
  await sandboxes.delete('default')
  expect(sandboxes.names).toEqual(['default'])
  expect(mock.roles.find({ name: 'mine' })).toBeUndefined()
  await expect(sandboxes.delete('w1')).rejects.toThrow(RecordNotFoundError)
})

it('a sandbox that is not used is evicted after an hour, with a message for the developer', () => {
  const { sandboxes, pass, reported } = createPlace()
  for (const name of ['w1', 'w2', 'w3']) sandboxes.create(name)
  pass(HOUR / 2)
  sandboxes.get('w2')
  sandboxes.create('w3')
  pass(HOUR / 2 - 1)
  sandboxes.evict()
  expect(sandboxes.names).toHaveLength(4)
  pass(1)
  expect(sandboxes.all()).toEqual([{ name: 'default' }, { name: 'w2' }, { name: 'w3' }])
  expect(reported).toEqual(['removed sandboxes without a request for 60 minutes: w1'])
  pass(HOUR)
  sandboxes.create('w4')
  expect(sandboxes.names).toEqual(['default', 'w4'])
  expect(reported.slice(1)).toEqual(['removed sandboxes without a request for 60 minutes: w2, w3'])
})
