import { rmSync } from 'node:fs'
import { MatchersV3, PactV4 } from '@pact-foundation/pact'
import { afterAll, expect, it, vi } from 'vitest'
import { like, providerStates as states, verifyPacts } from '../../../src/pact.js'
import { createFolder } from '../../support/temporary-folder.js'
import { exampleIn } from '../examples.js'

// Set before Pact is loaded, which would send usage data otherwise.
vi.hoisted(() => {
  process.env['PACT_DO_NOT_TRACK'] = 'true'
})

const folder = createFolder()
const pact = new PactV4({
  consumer: 'badge-printer',
  provider: 'convention-read-api',
  dir: folder,
  logLevel: 'error',
})
const fromState = MatchersV3.fromProviderState

afterAll(() => rmSync(folder, { recursive: true }))

it("Pact's own DSL, the matchers of like and the provider states make a pact that conmock verifies", async () => {
  const body = like.volunteer({
    example: {
      user: { id: fromState('${userId}', '42'), preferredName: 'Sky' },
      options: [{ type: 'multi' }],
    },
  })
  const headers = { Authorization: 'Bearer access-token' }
  await pact
    .addInteraction()
    .given(...states.volunteerWithEveryOptionType({ userId: '42' }))
    .uponReceiving('a request for the volunteer record of a user')
    .withRequest(
      'GET',
      fromState('/api/v0/users/${userId}/volunteer', '/api/v0/users/42/volunteer'),
      (request) => {
        request.headers(headers)
      },
    )
    .willRespondWith(200, (response) => {
      response.headers({ 'Content-Type': 'application/json' }).jsonBody(body)
    })
    .executeTest(async ({ url }) => {
      const response = await fetch(`${url}/api/v0/users/42/volunteer`, { headers })
      expect(await response.json()).toEqual(exampleIn(body))
    })
  const { interactions } = await verifyPacts({ pacts: folder })
  expect(interactions).toMatchObject([{ outcome: 'verified' }])
})
