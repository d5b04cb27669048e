import { expect, test } from 'vitest'
import { change, testExample } from './example-suite.js'
import { forgottenReset, forgottenStatus, trustedPage, unknownToken } from './mistakes.js'
import { runNpm } from './run-npm.js'

const project = testExample({
  folder: 'jest',
  scripts: ['test', 'test:commonjs'],
  passed: /^Tests: +(\d+) passed, \d+ total$/m,
  pact: { script: 'pact', count: 10 },
  mistakes: [
    { ...forgottenStatus, file: 'src/api.ts', says: '● the roles › are refused after too many requests' },
    { ...forgottenReset, file: 'test/convention.ts', says: '› may have no preferred name, in two ways' },
    { ...trustedPage, file: 'src/api.ts' },
    { ...unknownToken, file: 'test/api.test.ts' },
    {
      when: 'the mock answers differently',
      file: 'test/convention.ts',
      replace: 'createMock({ baseUrl })',
      by: "createMock({ baseUrl, assumptions: { 'auth.insufficientScope': 401 } })",
      says: '● a volunteer › is refused to a token without the scope',
    },
  ],
})

// The statements in the README of the example about other configurations.

const compiled = ['conmock', 'rettime', '@open-draft/deferred-promise', 'until-async']

test.each(compiled)('CommonJS needs %s to be compiled', async (name) => {
  change(project(), { file: 'jest.commonjs.config.js', replace: `'${name}'`, by: "'none'" })
  const { passed, output } = await runNpm(project(), ['run', 'test:commonjs'])
  expect(output).toMatch(new RegExp(`Must use import to load ES Module: .*/node_modules/${name}/`))
  expect(passed).toBe(false)
})

test("jest's own jsdom lacks globals that msw needs", async () => {
  change(project(), { file: 'test/show-volunteer.test.ts', replace: 'jest-fixed-jsdom', by: 'jsdom' })
  const { passed, output } = await runNpm(project(), ['test'])
  expect(output).toContain('ReferenceError: Request is not defined')
  expect(passed).toBe(false)
})
