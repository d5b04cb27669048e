import { afterAll, beforeAll, expect, test } from 'vitest'
import type { InstalledPackage } from '../support/packed-package.js'
import { change, installExample, type Change } from './example-project.js'
import { addResult } from './results.js'
import { passNpm, runNpm } from './run-npm.js'

/** A change to an example that its own tests must find. */
interface Mistake extends Change {
  /** What is wrong then: "fails when …". */
  readonly when: string
  /** What its tests print: the name of one that fails, or why it does. */
  readonly says: string
}

/** An example whose tests run in Node. */
interface Example {
  readonly folder: string
  /** Those of its packages whose versions the table names. */
  readonly packages: readonly string[]
  /** The scripts in its package.json that run its tests, with what they are in the table. */
  readonly scripts: Readonly<Record<string, string>>
  /** Finds in what a run prints how many tests have passed. */
  readonly passed: RegExp
  readonly mistakes: readonly Mistake[]
}

/** Installs an example for all tests of a file, which get it by the function. */
export function useExample(folder: string): () => InstalledPackage {
  let project: InstalledPackage | undefined
  beforeAll(async () => {
    project = await installExample(folder)
  })
  afterAll(() => project?.remove())
  return () => project!
}

/** Whether the example compiles with the types of the installed package, and not with `any`. */
export function testTypes(project: () => InstalledPackage): void {
  test('it compiles, and has the types of the installed package', async () => {
    const program = `import { createMock, type User } from 'conmock'
      // @ts-expect-error There is no such field.
      export const name = (user: User) => user.nickname
      // @ts-expect-error There is no such option.
      createMock({ scenery: 'personas' })`
    project().write('src/types.ts', program)
    expect(await passNpm(project(), 'run', 'check:types')).toContain('> check:types')
  })
}

/** The tests that every example passes which runs in Node. */
export function testExample({
  folder,
  packages,
  scripts,
  passed,
  mistakes,
}: Example): () => InstalledPackage {
  const project = useExample(folder)
  testTypes(project)

  test.each(Object.entries(scripts))('npm run %s passes', async (script, how) => {
    const output = await passNpm(project(), 'run', script)
    const count = Number(passed.exec(output)?.[1])
    // With the output in the message, for it says what has become of the tests.
    expect(count > 0 ? count : output).toBe(count)
    addResult(folder, packages, { how, seen: `${count} tests pass` })
  })

  test.each(mistakes.map((mistake) => [mistake.when, mistake] as const))(
    'it fails when %s',
    async (_, mistake) => {
      change(project(), mistake)
      const run = await runNpm(project(), 'test')
      expect(run.output).toContain(mistake.says)
      expect(run.passed).toBe(false)
    },
  )
  return project
}
