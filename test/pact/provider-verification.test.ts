import { expect, it } from 'vitest'
import { createMock } from '../../src/index.js'
import { providerVerification } from '../../src/pact.js'

type Mock = ReturnType<typeof createMock>

/** Filters a request of the verifier, and returns the scopes of the token that it sends then. */
async function filtered(mock: Mock, verification: ReturnType<typeof providerVerification>, path: string) {
  const headers = { authorization: 'Bearer of-the-pact' }
  let failure: unknown
  await verification.requestFilter({ path, headers }, undefined, (error) => (failure = error))
  expect(failure).toBeUndefined()
  const sent = headers.authorization.replace('Bearer ', '')
  return mock.tokens.all.find(({ token }) => token === sent)?.scopes
}

it('sends a token with only the scope of the operation, and none where the token is unknown to conmock', async () => {
  const mock = createMock()
  const verification = providerVerification(mock)
  expect(await filtered(mock, verification, '/api/v0/roles')).toEqual(['user:read'])
  expect(await filtered(mock, verification, '/api/v0/users/1/volunteer')).toEqual(['volunteer:read'])
  expect(await filtered(mock, verification, '/_pactSetup')).toBeUndefined()
})

it('sends the token of the provider states, and forgets it and their records before the next interaction', async () => {
  const mock = createMock({ data: 'empty' })
  const verification = providerVerification(mock)
  await verification.stateHandlers['the token lacks scope']!({ scope: 'user:read' })
  await verification.stateHandlers['roles exist']!({ count: 2 })
  expect(await filtered(mock, verification, '/api/v0/roles')).not.toContain('user:read')
  expect(mock.roles.count()).toBe(2)
  await verification.stateHandlers['no roles exist']!()
  expect(mock.roles.count()).toBe(0)
  expect(await filtered(mock, verification, '/api/v0/roles')).toEqual(['user:read'])
})
