import { afterAll, beforeAll, expect, test } from 'vitest'
import type { InstalledPackage } from '../support/packed-package.js'
import { change, installExample, type Change } from './example-project.js'
import { passNpm, runNpm } from './run-npm.js'

/** A mistake in an example that its own tests must detect. */
interface Mistake extends Change {
  /** The mistake, as the end of the title "it fails when …". */
  readonly when: string
  /** Text in the output of the tests: the name of a failing test, or its reason. */
  readonly says: string
}

/** An example whose tests run in Node. */
interface Example {
  readonly folder: string
  /** The scripts in its package.json that run its tests. */
  readonly scripts: readonly string[]
  /** Finds the number of passed tests in the output. */
  readonly passed: RegExp
  readonly mistakes: readonly Mistake[]
}

/** Installs an example before the tests of a file. They get it from the returned function. */
export function useExample(folder: string): () => InstalledPackage {
  let project: InstalledPackage | undefined
  beforeAll(async () => {
    project = await installExample(folder)
  })
  afterAll(() => project?.remove())
  return () => project!
}

/** Tests that the example compiles, with the types of the installed package instead of `any`. */
export function testTypes(project: () => InstalledPackage): void {
  test('it compiles with the types of the installed package', async () => {
    const program = `import { createMock, type User } from 'conmock'
      // @ts-expect-error There is no such field.
      export const name = (user: User) => user.nickname
      // @ts-expect-error There is no such option.
      createMock({ scenery: 'personas' })`
    project().write('src/types.ts', program)
    expect(await passNpm(project(), 'run', 'check:types')).toContain('> check:types')
  })
}

/** The tests of each example that runs in Node. */
export function testExample({ folder, scripts, passed, mistakes }: Example): () => InstalledPackage {
  const project = useExample(folder)
  testTypes(project)

  test.each(scripts)('npm run %s passes', async (script) => {
    const output = await passNpm(project(), 'run', script)
    const count = Number(passed.exec(output)?.[1])
    // If no test has passed, the message of the failure is the output.
    expect(count > 0 ? count : output).toBe(count)
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
