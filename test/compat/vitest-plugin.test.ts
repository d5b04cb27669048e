// oxlint-disable vitest/no-conditional-expect -- What is expected depends on the layout of the project.
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { versions as browserVersions } from '../browser/versions.js'
import { installPackage, type InstalledPackage } from '../support/packed-package.js'
import { stacks } from './matrix.js'
import type { Project } from './projects.js'
import {
  asking,
  browserPackages,
  OPTIONS,
  PACT,
  runFiles,
  workspace,
  type Layout,
  type Run,
} from './vitest-projects.js'

const versions = [...new Map(stacks.map((stack) => [stack.vitest, stack]))]
const node = inject('installations').nodes.at(-1)!

const declarations = ['inline', 'inline with extends', 'in files'] as const
const places = ['root', 'project', 'both'] as const

/** Each place and declaration in Node; in Chromium, those in which vitest starts the browser in another way. */
const layouts: readonly Layout[] = [
  ...places.flatMap((plugin) =>
    declarations.map((declared) => ({ plugin, declared, environments: ['Node', 'Node'] as const })),
  ),
  { plugin: 'root', declared: 'inline', environments: ['Node', 'Chromium'] },
  { plugin: 'root', declared: 'inline with extends', environments: ['Node', 'Chromium'] },
  { plugin: 'root', declared: 'in files', environments: ['Chromium'] },
  { plugin: 'project', declared: 'inline', environments: ['Node', 'Chromium'] },
  { plugin: 'project', declared: 'in files', environments: ['Node', 'Chromium'] },
  { plugin: 'both', declared: 'inline with extends', environments: ['Node', 'Chromium'] },
  { plugin: 'both', declared: 'in files', environments: ['Chromium'] },
]

const ADD = 'Add `extends: true` to an inline project, or conmock() to the plugins of the project\n'

/** Whether each project has the plugin. Since vitest 5, inline projects extend the root configuration by default. */
function isSeen({ plugin, declared }: Layout, isOld: boolean): boolean {
  return plugin !== 'root' || declared === 'inline with extends' || (declared === 'inline' && !isOld)
}

/** The ways to run less than all tests, and what conmock says about each. */
const partial: readonly (readonly [args: string, more: string, reason: string])[] = [
  ['run a.test', '', 'b.test.js did not run'],
  ['run -t roles', '', 'the test "asks for /users/6/volunteer" in b.test.js did not run'],
  ['run --shard=1/2', '', '.test.js did not run'],
  ['run --exclude b.test.js', '', 'the option "exclude" of the command line hides test files'],
  ['run --dir .', '', 'the option "dir" of the command line hides test files'],
  ['run --project one', '', 'the option "project" of the command line hides test files'],
  ['related --run a.js', '', 'b.test.js did not run'],
  ['run', "test.skip('x', () => {})", 'the test "x" in a.test.js did not run'],
  ['run', "test.skipIf(true)('x', () => {})", 'the test "x" in a.test.js did not run'],
  ['run', "test('x', ({ skip }) => skip())", 'the test "x" in a.test.js did not run'],
  ['run', "test.todo('x', () => {})", 'the test "x" in a.test.js did not run'],
  ['run', "test.only('x', () => {})", 'the test "asks for /roles" in a.test.js did not run'],
  [
    'run',
    "let tries = 0\ntest('x', { retry: 1 }, () => expect(++tries).toBe(2))",
    'the test "x" in a.test.js failed before it passed',
  ],
  ['run --bail=1', "test.only('x', () => expect(1).toBe(2))", 'a test in a.test.js failed'],
]

describe.each(versions)('vitest %s', (version, stack) => {
  const isOld = !version.startsWith('5.')
  let installed: InstalledPackage
  let project: Project

  beforeAll(async () => {
    const packages = [`msw@${stack.msw}`, ...browserPackages(version, browserVersions.playwright)]
    installed = await installPackage({ packages })
    project = { stack, folder: installed.path('') }
  })
  afterAll(() => installed.remove())

  function run(files: Readonly<Record<string, string>>, ...args: readonly string[]): Promise<Run> {
    return runFiles(node, project, files, args)
  }

  test.each(layouts.filter((layout) => isSeen(layout, isOld)))(
    'works with the plugin in $plugin, projects $declared, tests in $environments',
    { timeout: 300_000 },
    async (layout) => {
      const result = await run(workspace(version, layout), 'run')
      expect(result).toMatchObject({ code: 0, printed: 1, isPactWritten: true })
      expect(result.stderr).not.toContain('conmock: ')
      const covered = [
        ['listRoles', 1],
        ['getVolunteer', 1],
      ]
      expect(result.covered?.toReversed()).toEqual(covered.slice(0, layout.environments.length))
    },
  )

  test.each(layouts.filter((layout) => !isSeen(layout, isOld)))(
    'fails with the plugin in $plugin, projects $declared, tests in $environments',
    { timeout: 300_000 },
    async (layout) => {
      const result = await run(workspace(version, layout), 'run')
      expect(result).toMatchObject({ code: 1, printed: 0, covered: undefined, isPactWritten: false })
      expect(result.stderr).toContain(
        `conmock: the plugin in the root configuration does not see the tests of any project. ${ADD}`,
      )
    },
  )

  test('a project without the plugin of the root fails the run, and is named', async () => {
    const config = `import { conmock } from 'conmock/vitest'
export default { plugins: [conmock(${OPTIONS})], test: { projects: [
  { extends: true, test: { name: 'one', include: ['a.test.js'] } },
  { extends: false, test: { name: 'two', include: ['b.test.js'] } },
] } }`
    const files = { 'a.test.js': asking('/roles'), 'b.test.js': asking('/users/6/volunteer') }
    const result = await run({ 'vitest.config.js': config, ...files }, 'run')
    expect(result).toMatchObject({ code: 1, printed: 0, covered: undefined, isPactWritten: false })
    expect(result.stderr).toContain(`conmock: the plugin does not see the tests of the project "two". ${ADD}`)
  })

  test('min and refused requests work in inline projects, also without isolation', async () => {
    const config = `import { conmock } from 'conmock/vitest'
export default { plugins: [conmock({ coverage: { file: 'coverage.json', min: 90 } })], test: {
  isolate: false, maxWorkers: 1, minWorkers: 1, projects: [{ extends: true, test: { name: 'one' } }],
} }`
    const refused = asking('/roles').replace('Bearer mock-all-scopes', 'Bearer unknown')
    const files = { 'a.test.js': asking('/roles'), 'b.test.js': asking('/roles'), 'c.test.js': refused }
    const result = await run({ 'vitest.config.js': config, ...files }, 'run')
    expect(result.covered).toEqual([
      ['listRoles', 2],
      ['listRoles', 1],
    ])
    expect(result.code).toBe(1)
    expect(result.stderr).toContain('below "min" 90%')
    expect(result.stdout + result.stderr).toContain('conmock refused requests of the failed test')
  })

  test.each(partial)('writes no pact after `vitest %s` with %s', async (args, more, reason) => {
    const config = `import { conmock } from 'conmock/vitest'
export default { plugins: [conmock(${OPTIONS})], test: { name: 'one' } }`
    const files = {
      'a.js': 'export {}',
      'a.test.js': `import './a.js'\n${asking('/roles')}${more}\n`,
      'b.test.js': asking('/users/6/volunteer'),
    }
    const words = args.split(' ').filter(Boolean)
    const { stderr, isPactWritten } = await run({ 'vitest.config.js': config, ...files }, ...words)
    expect(stderr).toMatch(new RegExp(`conmock: ${PACT} was not written, because \\S* ?${reason}\n`))
    expect(isPactWritten).toBe(false)
  })
})
