import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { MockCore } from '../../src/mock/mock-core.js'
import { authorized } from '../support/ask.js'
import { runs } from '../support/property.js'
import { createPlace, V1 } from './admin-place.js'

/** Everything that can be seen of a sandbox, except its clock, which runs. */
function stateOf(mock: MockCore): unknown {
  const { tokens, settings, faults, requests } = mock
  return [mock.export(), tokens.all, settings, faults.all, requests.all(), requests.dropped, mock.coverage()]
}

/** Requests to the admin API, below the path of a sandbox. */
const operations = [
  ['POST', '/users', { firstName: 'Ada' }],
  ['POST', '/volunteers', [{}, {}]],
  ['PATCH', '/roles/1', { name: 'other' }],
  ['PATCH', '/users', { lastName: 'Same' }],
  ['DELETE', '/users'],
  ['DELETE', '/volunteers'],
  ['PUT', '/data', { roles: [{ name: 'only' }] }],
  ['POST', '/reset'],
  ['POST', '/snapshot'],
  ['POST', '/restore', { id: '1' }],
  ['POST', '/tokens', { scopes: ['user:read'] }],
  ['DELETE', '/tokens/mock-all-scopes'],
  ['PATCH', '/assumptions', { 'roles.pageSize': 2 }],
  ['PATCH', '/clock', { advance: 100_000_000 }],
  ['POST', '/faults', { effect: { status: 500 } }],
  ['DELETE', '/faults'],
  ['DELETE', '/requests'],
  ['GET', '/data'],
  ['PUT', ''],
] as const satisfies readonly (readonly [string, string, unknown?])[]

const anySteps = fc.array(fc.oneof(fc.constantFrom(...operations), fc.constant('API' as const)), {
  minLength: 1,
  maxLength: 12,
})

test('property: a sandbox is not affected by requests to another sandbox', async () => {
  await fc.assert(
    fc.asyncProperty(anySteps, fc.boolean(), async (steps, isDefault) => {
      const { send, sandboxes } = createPlace()
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
        else await send(step[0], `${V1}/sandboxes/${changed}${step[1]}`, step[2])
      }
      expect(others.map((name) => stateOf(sandboxes.require(name)))).toEqual(before)
    }),
    runs(40),
  )
})
