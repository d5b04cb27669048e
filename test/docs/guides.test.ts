import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { codeBlocks, codeOf } from './code-blocks.js'
import { compile, createSandbox, runCommands, runModule } from './sandbox.js'

const sandbox = createSandbox(['msw', '@types/node'])

afterAll(() => sandbox.remove())

function blocksOf(name: string) {
  return codeBlocks(new URL(`../../docs/${name}`, import.meta.url))
}

const data = blocksOf('reference/data.md')
const mock = blocksOf('reference/mock.md')
const remote = blocksOf('reference/remote.md')
const modules = [...data, ...mock, ...remote].filter(({ language, note }) => language === 'ts' && note === '')

test('the guides have exactly the tested code blocks', () => {
  const labels = (blocks: typeof data) => blocks.map(({ language, note }) => `${language} ${note}`.trim())
  expect(labels(data)).toEqual(['ts', 'ts', 'sh small', 'sh export'])
  expect(labels(mock)).toEqual(['ts', 'ts', 'ts', 'ts', 'ts browser', 'ts'])
  expect(labels(remote)).toEqual(['ts'])
  // These blocks are generated from the help texts.
  expect(new Set(labels(blocksOf('reference/cli.md')))).toEqual(new Set(['text']))
})

test('their code compiles as strict TypeScript', async () => {
  const files = [...data, ...mock, ...remote].filter(({ language }) => language === 'ts')
  await expect(
    compile(
      sandbox,
      files.map(({ code }, index) => sandbox.write(`block-${index}.ts`, code)),
    ),
  ).resolves.toBeUndefined()
})

test.each(modules)('block %# runs as a module', async ({ code }) => {
  expect(await runModule(sandbox, code)).toBe('')
})

describe('the guide to data', () => {
  test('completes a data file, and serves it', async () => {
    const [write = '', serve = ''] = codeOf(data, 'sh', 'small').trim().split('\n')
    expect(serve).toBe('npx conmock --data small.json')
    // `export` reads a data file like `serve`, but then exits.
    const printed = await runCommands(sandbox, `${write}\nnpx conmock export --data small.json`)
    expect(JSON.parse(printed)).toMatchObject({
      volunteers: [{ user: { id: '1', firstName: 'Ann', email: expect.any(String) as string } }],
      roles: [{ name: 'staff' }],
    })
  })

  test('exports complete data', async () => {
    await runCommands(sandbox, codeOf(data, 'sh', 'export'))
    expect(JSON.parse(readFileSync(join(sandbox.folder, 'data.json'), 'utf8'))).toMatchObject({
      $schema: expect.stringContaining('data.schema.json') as string,
    })
  })
})
