import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it, vi } from 'vitest'
import { pactFileName, removeWrittenPact, writtenPact } from './reference-pact.js'
import { roles } from './roles.js'
import { volunteers } from './volunteers.js'

// Set before Pact is loaded, which would send usage data otherwise.
vi.hoisted(() => {
  process.env['PACT_DO_NOT_TRACK'] = 'true'
})

const committed = fileURLToPath(new URL(`../../../pacts/${pactFileName}`, import.meta.url))

afterAll(removeWrittenPact)

// One test file writes the whole pact: parallel files would overwrite each other's interactions.
volunteers()
roles()

it('the written pact is the same as in pacts/', async () => {
  // Without this check, Vitest writes a missing file and passes.
  const isThere = existsSync(committed)
  await expect(
    writtenPact(),
    `pacts/${pactFileName} differs from what these tests write. If the tests are right, update it: npm run pacts`,
  ).toMatchFileSnapshot(committed)
  expect(isThere, 'the file was missing and is now written: check it and run the tests again').toBe(true)
})
