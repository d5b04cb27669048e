import { testExample } from './example-suite.js'
import { forgottenStatus, unknownToken } from './mistakes.js'

testExample({
  folder: 'node-test',
  scripts: ['test'],
  passed: /^(?:#|ℹ) pass (\d+)$/m,
  pact: { script: 'pact', count: 9 },
  mistakes: [
    { ...forgottenStatus, file: 'src/api.js', says: 'says why there are none, and ends with 1' },
    { ...unknownToken, file: 'test/api.test.js' },
    {
      when: 'the client expects a cursor in every page',
      file: 'src/api.js',
      replace: 'cursor = page.nextPage',
      by: 'cursor = page.nextPage === null ? null : page.nextPage.slice()',
      says: 'fails when roles.lastPage=absent',
    },
    {
      when: 'the mock answers differently',
      file: 'test/print-roles.test.js',
      replace: "data: 'edge-cases'",
      by: "data: 'edge-cases', assumptions: { 'auth.invalid': 403 }",
      says: 'The API answered with 403.',
    },
  ],
})
