import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { formatPact } from '../../src/pact/recording/pact-json.js'
import { meetEverything, variants } from './support/met-coverage.js'
import { buildPact } from './support/convention-pacts.js'

const names = { consumer: 'conmock-reference-consumer', provider: 'convention-read-api' }

it('the reference pact has all interactions of the catalogue, each variant in one of its own', async () => {
  const pacts = await Promise.all(
    variants.map(async (assumptions) => buildPact(await meetEverything(assumptions), names).pact),
  )
  const byDescription = new Map(
    pacts.flatMap(({ interactions }) => interactions).map((each) => [each.description, each]),
  )
  const interactions = [...byDescription.values()].toSorted((a, b) =>
    a.description < b.description ? -1 : 1,
  )
  const committed = fileURLToPath(
    new URL(`../../pacts/${names.consumer}-${names.provider}.json`, import.meta.url),
  )
  // Without this check, Vitest writes a missing file and passes.
  const isThere = existsSync(committed)
  await expect(
    formatPact({ ...pacts[0], interactions }),
    'pacts/ differs from the catalogue. If the catalogue is right, update the file: npm run pacts',
  ).toMatchFileSnapshot(committed)
  expect(isThere, 'the file was missing and is now written: check it and run the tests again').toBe(true)
})
