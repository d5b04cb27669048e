import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { verifyPacts } from '../../src/pact.js'
import { profiles } from '../../src/contract/assumptions.js'

const pacts = fileURLToPath(new URL('../../pacts', import.meta.url))

it.each(profiles)('the reference pacts are verified with the profile %s', async (profile) => {
  const { interactions } = await verifyPacts({ pacts, mock: { profile } })
  expect(interactions.length).toBeGreaterThan(20)
  expect(interactions.filter(({ outcome }) => outcome !== 'verified')).toEqual([])
})
