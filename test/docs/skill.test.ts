import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { codeBlocks, codeOf } from './code-blocks.js'
import { compile, createSandbox, program, runCommands } from './sandbox.js'

const skill = new URL('../../skills/conmock/SKILL.md', import.meta.url)
const text = readFileSync(fileURLToPath(skill), 'utf8')
const blocks = codeBlocks(skill)
const sandbox = createSandbox(['msw', 'vitest', '@types/node'])

test('its front matter follows the Agent Skills format, and it is short', () => {
  const [, front = ''] = /^---\n(.*?)\n---\n/s.exec(text) ?? []
  const fields = Object.fromEntries(front.split('\n').map((line) => line.split(/: (.*)/s, 2)))
  expect(fields).toMatchObject({ name: 'conmock', license: 'MIT' })
  expect((fields['description'] as string).length).toBeLessThan(1024)
  expect(text.split('\n').length).toBeLessThan(200)
})

test('its test compiles and passes', async () => {
  sandbox.write('skill.test.ts', codeOf(blocks, 'ts', 'skill.test.ts'))
  await expect(compile(sandbox, ['skill.test.ts'])).resolves.toBeUndefined()
  expect(await runCommands(sandbox, 'npx vitest run skill.test.ts')).toMatch(/Tests +2 passed/)
})

test('its commands run, and each of its flags exists', async () => {
  await expect(runCommands(sandbox, codeOf(blocks, 'sh', 'commands'))).resolves.toContain('openapi')
  const bin = program('dist/cli/bin.js')
  const commands = ['serve', 'export', 'verify', 'coverage', 'pact', 'needs', 'openapi']
  const help = commands.map((name) =>
    execFileSync(process.execPath, [bin, name, '--help'], { encoding: 'utf8' }),
  )
  const flags = text.match(/--[a-z][a-z-]*/g) ?? []
  expect(
    flags.filter((flag) => !help.some((each) => each.includes(` ${flag} `) || each.includes(` ${flag}\n`))),
  ).toEqual([])
})
