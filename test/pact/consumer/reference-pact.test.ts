import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it, vi } from 'vitest'
import { pactFileName, removeWrittenPact, writtenPact } from './reference-pact.js'
import { roles } from './roles.js'
import { volunteers } from './volunteers.js'

// Before Pact is loaded: it counts its users otherwise.
vi.hoisted(() => {
  process.env['PACT_DO_NOT_TRACK'] = 'true'
})

const committed = fileURLToPath(new URL(`../../../pacts/${pactFileName}`, import.meta.url))

afterAll(removeWrittenPact)

// One file writes them all, one after the other: files side by side lose interactions of the pact that they share.
volunteers()
roles()

it('the pact is the one in pacts/', async () => {
  // Else Vitest would write it where it is missing, and pass.
  const isThere = existsSync(committed)
  await expect(
    writtenPact(),
    `pacts/${pactFileName} is not what these tests write. If they say what you mean, renew it: npm run pacts`,
  ).toMatchFileSnapshot(committed)
  expect(isThere, 'the file was missing; it is there now, so look at it and run the tests again').toBe(true)
})
