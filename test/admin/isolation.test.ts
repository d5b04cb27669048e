import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { MockCore } from '../../src/mock/mock-core.js'
import { authorized } from '../support/ask.js'
import { runs } from '../support/property.js'
import { createPlace } from './admin-place.js'

/** Everything that can be seen of a sandbox, except its clock, which runs. */
function stateOf(mock: MockCore): unknown {
  const { tokens, settings, faults, requests } = mock
  return [mock.export(), tokens.all, settings, faults.all, requests.all(), requests.dropped, mock.coverage()]
}

/** Calls of members. */
const calls = [
  ['users.create', { firstName: 'Ada' }],
  ['volunteers.createMany', [{}, {}]],
  ['roles.update', '1', { name: 'other' }],
  ['users.updateMany', {}, { lastName: 'Same' }],
  ['users.clear'],
  ['volunteers.deleteMany', {}],
  ['replace', { roles: [{ name: 'only' }] }],
  ['reset'],
  ['tokens.issue', { scopes: ['user:read'] }],
  ['tokens.revoke', 'mock-all-scopes'],
  ['assume', { 'roles.pageSize': 2 }],
  ['clock.advance', 100_000_000],
  ['faults.add', { effect: { status: 500 } }],
  ['faults.clear'],
  ['requests.clear'],
  ['export'],
] as const satisfies readonly (readonly [string, ...unknown[]])[]

const anySteps = fc.array(fc.oneof(fc.constantFrom(...calls), fc.constant('API' as const)), {
  minLength: 1,
  maxLength: 12,
})

test('property: a sandbox is not affected by calls of another sandbox', async () => {
  await fc.assert(
    fc.asyncProperty(anySteps, fc.boolean(), async (steps, isDefault) => {
      const { call, sandboxes } = createPlace()
      for (const name of ['w1', 'w2']) {
        sandboxes.create(name)
        const mock = sandboxes.require(name)
        await mock.users.create({ firstName: name })
        await mock.fetch(authorized('/api/v0/roles'))
      }
      const [changed, others] = isDefault ? ['default', ['w1', 'w2']] : ['w1', ['default', 'w2']]
      const before = others.map((name) => stateOf(sandboxes.require(name)))
      for (const step of steps) {
        if (step === 'API') await sandboxes.require(changed).fetch(authorized('/api/v0/roles'))
        else await call(`${changed}/${step[0]}`, step.slice(1))
      }
      expect(others.map((name) => stateOf(sandboxes.require(name)))).toEqual(before)
    }),
    runs(40),
  )
})
