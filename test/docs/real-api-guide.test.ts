import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import manifestFile from '../../package.json' with { type: 'json' }
import { codeBlocks } from './code-blocks.js'
import { compile, createSandbox, program } from './sandbox.js'

const run = promisify(execFile)
const guide = new URL('../../docs/real-api.md', import.meta.url)
const assumptions = new URL('../../docs/assumptions.md', import.meta.url)
const blocks = codeBlocks(guide)
const sandbox = createSandbox(['msw', 'vitest', '@types/node'])
const bin = program((manifestFile as { bin: { conmock: string } }).bin.conmock)

/** The arguments of the command in a block. */
function argumentsOf(note: string): string[] {
  const block = blocks.find((each) => each.language === 'sh' && each.note === note)
  expect(block?.code).toMatch(/^npx conmock /)
  return block!.code.trim().split(' ').slice(2)
}

function vitest(...args: string[]): Promise<{ stdout: string; stderr: string }> {
  return run(process.execPath, [program('node_modules/vitest/vitest.mjs'), 'run', ...args], {
    cwd: sandbox.folder,
    env: { PATH: process.env['PATH'], NO_COLOR: '1' },
  })
}

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
    const failed = await vitest('careless.test', '--config', 'plain.config.js').catch(
      (error: unknown) => error,
    )
    const shown = blocks.find(({ code }) => code.startsWith('VariantError'))!.code.trim()
    expect((failed as { stderr: string }).stderr).toContain(shown)
  })

  test('the robust loop passes, and the coverage of its test is printed and written', async () => {
    const { stdout } = await vitest()
    expect(stdout).toMatch(/Tests +2 passed/)
    expect(stdout).toMatch(/cases covered/)
    expect(stdout).toContain(blocks.find(({ code }) => code.includes('  untested: '))!.code.trim())
    expect(existsSync(join(sandbox.folder, 'coverage.json'))).toBe(true)
  })

  test('the coverage is printed again', async () => {
    const { stdout } = await run(process.execPath, [bin, ...argumentsOf('coverage')], { cwd: sandbox.folder })
    expect(stdout).toMatch(/cases covered/)
  })
})
