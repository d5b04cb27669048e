import { testExample } from './example-suite.js'
import { forgottenReset, forgottenStatus, trustedPage, unknownToken } from './mistakes.js'

testExample({
  folder: 'vitest-react',
  scripts: ['test'],
  passed: /^ +Tests +(\d+) passed \(\d+\)$/m,
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
