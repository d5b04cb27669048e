import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { examplesFolder, testExample } from './example-suite.js'
import { forgottenReset, forgottenStatus, trustedPage, unknownToken } from './mistakes.js'

const project = testExample({
  folder: 'vitest-react',
  scripts: ['test'],
  passed: /^ +Tests +(\d+) passed \(\d+\)$/m,
  pact: { script: 'test', count: 12 },
  mistakes: [
    { ...forgottenStatus, file: 'src/api.ts', says: '> survives an expired token' },
    { ...forgottenReset, file: 'test/setup.ts', says: '> every test begins with the same convention' },
    { ...trustedPage, file: 'src/api.ts' },
    { ...unknownToken, file: 'test/VolunteerCard.test.tsx' },
    {
      when: 'the mock answers differently',
      file: 'test/convention.ts',
      replace: "'roles.pageSize': 4",
      by: "'roles.pageSize': 4, 'auth.insufficientScope': 401",
      says: '> says that the token must not read volunteers',
    },
  ],
})

test('its folder has the pact that its tests write, because with CI they compare it', async () => {
  const file = 'pacts/volunteer-desk-convention-read-api.json'
  await expect(readFileSync(project().path(file), 'utf8')).toMatchFileSnapshot(
    join(examplesFolder, 'vitest-react', file),
  )
})
