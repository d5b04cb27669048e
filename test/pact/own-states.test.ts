import { describe, expect, it } from 'vitest'
import { StateUnavailableError, verifyPacts, type StateContext, type StateHandlers } from '../../src/pact.js'
import { ask } from '../support/ask.js'
import { fileOf, pactFile, pactOf, type Interaction } from './support/pacts.js'
import { expectOneProblem } from './support/failure.js'
import { recordRequests } from './support/seen-requests.js'

const mock = { scenario: 'empty' } as const

/** Verifies interactions that must succeed, and returns the paths of their requests. */
async function pathsOf(states: StateHandlers, ...interactions: readonly Interaction[]): Promise<string[]> {
  const { handlers, seen } = recordRequests()
  await verifyPacts({ pacts: pactFile(...interactions), mock: { ...mock, handlers }, states })
  return seen.map(({ path }) => path)
}

describe('a custom state', () => {
  it('receives its parameters, the mock and the URL of the mock', async () => {
    const calls: [parameters: object, context: StateContext][] = []
    const states: StateHandlers = {
      'an order': async (parameters, context) => {
        calls.push([parameters, context])
        await context.mock?.roles.create({ name: 'buyers' })
        const { body } = await ask({ fetch }, `${context.url}/api/v0/roles`)
        expect(body).toMatchObject({ data: [{ name: 'buyers' }] })
      },
    }
    const given = { number: 7, tags: ['a', 'b'], note: null }
    await pathsOf(states, { states: [['an order', given]], body: { data: [{ name: 'buyers' }] } })
    expect(calls).toMatchObject([[given, { target: 'mock' }]])
  })

  it('returns values for the request', async () => {
    const states: StateHandlers = { 'an order': () => ({ user: 'u-1', number: 7, paid: true }) }
    const paths = await pathsOf(states, {
      states: ['an order'],
      path: '/api/v0/users/0/orders?number=0&paid=0',
      fromState: { path: '/api/v0/users/${user}/orders', query: { number: '${number}', paid: '${paid}' } },
      status: 404,
    })
    expect(paths).toEqual(['/api/v0/users/u-1/orders?number=7&paid=true'])
  })

  it('can have parameters in its name', async () => {
    const calls: object[] = []
    const states: StateHandlers = {
      'an order {number} of user {userId} (paid)': (parameters) => void calls.push(parameters),
    }
    const v2 = pactOf(2, [{ states: ['an order 7 of user u.1 (paid)'] }])
    await verifyPacts({ pacts: fileOf(v2), mock, states })
    await pathsOf(states, { states: [['an order 8 of user 42 (paid)', { note: 'fast', userId: 42 }]] })
    expect(calls).toEqual([
      { number: '7', userId: 'u.1' },
      { number: '8', userId: 42, note: 'fast' },
    ])
  })

  it('replaces a state of conmock with the same name', async () => {
    const path = '/api/v0/users/42/volunteer'
    const states: StateHandlers = { 'a volunteer exists for user {userId}': () => undefined }
    const paths = await pathsOf(
      states,
      { path, states: ['a volunteer exists for user 42'], status: 404 },
      { path, states: [['a volunteer exists', { userId: 42 }]] },
    )
    expect(paths).toEqual([path, path])
  })

  it.each<[what: string, handler: StateHandlers[string], parameters: object, reason: RegExp]>([
    ['returns a text', () => 'u-1' as never, {}, /state ".*": it must return an object or nothing$/],
    ['returns a list', () => ['u-1'] as never, {}, /state ".*": it must return an object or nothing$/],
    [
      'contradicts its own name',
      () => undefined,
      { number: 8 },
      /name .* number=7, .* parameters have number=8$/,
    ],
    ['rejects with a string', () => Promise.reject('gone'), {}, /state "order 7": gone$/],
    // A mock can have every state.
    ['is unavailable', () => Promise.reject(new StateUnavailableError('no orders')), {}, /no orders$/],
  ])('that %s is a problem', async (_, handler, parameters, reason) => {
    const pacts = pactFile({ states: [['order 7', { ...parameters }]] })
    await expectOneProblem({ pacts, states: { 'order {number}': handler } }, reason)
  })
})
