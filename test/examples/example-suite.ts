import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { installPackage, type InstalledPackage } from '../support/packed-package.js'
import { profiles } from '../../src/contract/settings.js'
import type { AnyExtension } from '../../src/extension/types.js'
import { verifyPacts } from '../../src/pact.js'
import { passNpm, runNpm } from './run-npm.js'

export const examplesFolder = fileURLToPath(new URL('../../examples', import.meta.url))

/** A replacement in one file. */
interface Change {
  readonly file: string
  readonly replace: string
  readonly by: string
}

/**
 * Replaces a text in a project until the end of the test.
 *
 * @throws Error If the file does not contain the text, because then the test would check nothing.
 */
export function change(project: InstalledPackage, { file, replace, by }: Change): void {
  const text = readFileSync(project.path(file), 'utf8')
  if (!text.includes(replace)) throw new Error(`${file} has no ${replace}`)
  const changed = text.replace(replace, () => by)
  project.write(file, changed)
  onTestFinished(() => void project.write(file, text))
}

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
  /** The script that writes a pact, and the number of its interactions. */
  readonly pact: { readonly script: string; readonly count: number }
}

/** Installs a copy of an example, with the packed package, before the tests of a file. They get it from the function. */
export function useExample(folder: string): () => InstalledPackage {
  let project: InstalledPackage | undefined
  beforeAll(async () => {
    project = await installPackage({ template: join(examplesFolder, folder), packages: [] })
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
      createMock({ scenery: 'edge-cases' })`
    project().write('src/types.ts', program)
    expect(await passNpm(project(), ['run', 'check:types'])).toContain('> check:types')
  })
}

/** Verifies the pact of a project with both profiles. Returns how many interactions the mock fulfills with each. */
export function verifiedInteractions(project: InstalledPackage, extend?: AnyExtension): Promise<number[]> {
  const verified = profiles.map(async (profile) => {
    const options = { pacts: project.path('pacts'), mock: { profile } }
    const { interactions } = await verifyPacts(extend ? { ...options, extend } : options)
    return interactions.length
  })
  return Promise.all(verified)
}

/** The tests of each example that runs in Node. */
export function testExample({ folder, scripts, passed, mistakes, pact }: Example): () => InstalledPackage {
  const project = useExample(folder)
  testTypes(project)

  test.each(scripts)('npm run %s passes', async (script) => {
    const output = await passNpm(project(), ['run', script])
    const count = Number(passed.exec(output)?.[1])
    // If no test has passed, the message of the failure is the output.
    expect(count > 0 ? count : output).toBe(count)
  })

  test('its tests give a pact that conmock verifies', async () => {
    await passNpm(project(), ['run', pact.script])
    expect(await verifiedInteractions(project())).toEqual([pact.count, pact.count])
  })

  test.each(mistakes)('it fails when $when', async (mistake) => {
    change(project(), mistake)
    const run = await runNpm(project(), ['test'])
    expect(run.output).toContain(mistake.says)
    expect(run.passed).toBe(false)
  })
  return project
}
