import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeBlocks, codeOf } from './code-blocks.js'
import { compile, createSandbox, runCommands } from './sandbox.js'

const guide = new URL('../../docs/guides/real-api.md', import.meta.url)
const assumptions = new URL('../../docs/reference/assumptions.md', import.meta.url)
const blocks = codeBlocks(guide)
const sandbox = createSandbox(['msw', 'vitest', '@types/node'])

beforeAll(() => {
  for (const { note, code } of [...blocks, ...codeBlocks(assumptions)]) {
    if (note.includes('.')) sandbox.write(note, code)
  }
  const careless = blocks.find(({ note }) => note === 'careless.test.ts')!.code
  sandbox.write('robust.test.ts', careless.replace('./careless.js', './robust.js'))
})

afterAll(() => sandbox.remove())

describe('the guide to the real API, step by step', () => {
  test('its code and that of the page about assumptions compile as strict TypeScript', async () => {
    const files = [...blocks, ...codeBlocks(assumptions)].flatMap(({ note }) =>
      note.endsWith('.ts') ? [note] : [],
    )
    expect(files).toHaveLength(6)
    await expect(compile(sandbox, files)).resolves.toBeUndefined()
  })

  test('the careless loop fails with the variant that the guide shows', async () => {
    sandbox.write('plain.config.js', 'export default {}')
    const shown = blocks.find(({ code }) => code.startsWith('VariantError'))!.code.trim()
    await expect(
      runCommands(sandbox, 'npx vitest run careless.test --config plain.config.js'),
    ).rejects.toMatchObject({ stderr: expect.stringContaining(shown) as string })
  })

  test('the robust loop passes, and the coverage of its test is printed and written', async () => {
    const stdout = await runCommands(sandbox, 'npx vitest run')
    expect(stdout).toMatch(/Tests +2 passed/)
    expect(stdout).toMatch(/cases covered/)
    expect(stdout).toContain(blocks.find(({ code }) => code.includes('  untested: '))!.code.trim())
    expect(existsSync(join(sandbox.folder, 'coverage.json'))).toBe(true)
  })

  test('the coverage is printed again', async () => {
    expect(await runCommands(sandbox, codeOf(blocks, 'sh', 'coverage'))).toMatch(/cases covered/)
  })
})
