import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import manifestFile from '../../package.json' with { type: 'json' }
import { startConmock } from '../support/command.js'
import { codeBlocks, codeOf } from './code-blocks.js'
import { withoutTimes } from './log-lines.js'
import { blocksOf, countWords } from './pages.js'
import { compile, createSandbox, program, runVitest } from './sandbox.js'

const run = promisify(execFile)
const readme = new URL('../../README.md', import.meta.url)
const text = readFileSync(readme, 'utf8')
const blocks = codeBlocks(readme)
const sandbox = createSandbox(['msw', 'vitest', '@types/node'])
const manifest = manifestFile as {
  version: string
  peerDependencies: Record<string, string>
  peerDependenciesMeta: Record<string, unknown>
  bin: { conmock: string }
}

test('the README has at most 700 words outside of code blocks and generated parts', () => {
  expect(countWords(readme)).toBeLessThanOrEqual(700)
})

test('the README links to at most 12 guides', () => {
  const [, guides = ''] = /^## Guides\n(.*?)^## /ms.exec(text)!
  expect(guides.match(/\]\(/g)!.length).toBeLessThanOrEqual(12)
})

test('the README has exactly the tested code blocks', () => {
  const known = [
    'sh clone',
    'sh install',
    'ts first.test.ts',
    'sh server',
    'text',
    'sh requests',
    'ts e2e/test.ts',
    'ts e2e/volunteer.spec.ts',
  ]
  expect(blocks.map(({ language, note }) => `${language} ${note}`.trim())).toEqual(known)
})

test('the test of the README compiles and passes', async () => {
  await compile(sandbox, [sandbox.write('first.test.ts', codeOf(blocks, 'ts', 'first.test.ts'))])
  expect(await runVitest(sandbox)).toMatch(/Tests +1 passed/)
})

// test/browser/playwright-guide.test.ts runs the code of the guide.
test('the end-to-end test of the README is the first one of the guide', () => {
  const guide = blocksOf('guides/playwright')
  expect(codeOf(blocks, 'ts', 'e2e/test.ts')).toBe(codeOf(guide, 'ts', 'e2e/test.ts'))
  const spec = codeOf(blocks, 'ts', 'e2e/volunteer.spec.ts').trim()
  expect(codeOf(guide, 'ts', 'e2e/volunteer.spec.ts').startsWith(spec)).toBe(true)
})

describe('the commands of the README', () => {
  const install = codeOf(blocks, 'sh', 'install')
  const requests = codeOf(blocks, 'sh', 'requests')

  test('install conmock and its peers', () => {
    const needed = Object.keys(manifest.peerDependencies).filter(
      (name) => !(name in manifest.peerDependenciesMeta),
    )
    // The first test uses vitest.
    expect(install.trim()).toBe(
      `npm install --save-dev conmock ${needed.join(' ')} vitest\nnpm pkg set type=module`,
    )
    expect(text).toContain(`conmock-${manifest.version}.tgz ${needed.join(' ')}\``)
  })

  test('start a server that answers the requests of the README, and logs as the README shows', async () => {
    expect(codeOf(blocks, 'sh', 'server').trim()).toBe('npx conmock')
    const { url, command } = await startConmock()
    const lines = requests.trim().replaceAll('http://127.0.0.1:4020', url).split('\n')
    const answers = await Promise.all(
      lines.map((line) => run('bash', ['-c', line.replace('curl', 'curl --silent')])),
    )
    const [roles, volunteer, mistake] = answers.map(
      ({ stdout }) => JSON.parse(stdout) as Record<string, unknown>,
    )
    expect(roles!['data']).toHaveLength(100)
    expect(volunteer).toMatchObject({ status: 403, requiredScope: 'volunteer:read' })
    expect(mistake).toMatchObject({ status: 404, nearestOperation: 'GET /api/v0/roles' })

    const { stdout } = await command.stop()
    const printed = withoutTimes(stdout.replaceAll(url, 'http://127.0.0.1:4020')).split('\n')
    const shown = withoutTimes(codeOf(blocks, 'text', ''))
      .trim()
      .split('\n')
    expect(printed).toEqual(expect.arrayContaining(shown.filter((line) => line !== '…')))
  })

  test('start a server from a clone, which prints the lines of the README', async () => {
    expect(text).toContain('`npm start -- --port 0`')
    const clone = codeOf(blocks, 'sh', 'clone')
    expect(clone.match(/^npm.*$/gm)).toEqual(['npm ci && npm start', 'npm ci && npm test'])
    const child = spawn('npm', ['start', '--', '--port', '0'], {
      cwd: program(''),
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, NO_COLOR: '1' },
    })
    try {
      let printed = ''
      while (!printed.includes('Ctrl+C')) {
        const [chunk] = (await once(child.stdout, 'data')) as [Buffer]
        printed += chunk.toString()
      }
      const url = /http:\/\/[\d.]+:\d+/.exec(printed)![0]
      expect((await fetch(`${url}/api/v0/roles`)).status).toBe(401)
      const promised = Array.from(clone.matchAll(/^# (.*http.*)$/gm), ([, line = '']) => line)
      expect(printed.replaceAll(url, 'http://127.0.0.1:4020').split('\n')).toEqual(
        expect.arrayContaining(promised),
      )
    } finally {
      // npm and its children.
      process.kill(-child.pid!, 'SIGTERM')
      await once(child, 'exit')
    }
  })

  test('print the API as OpenAPI', async () => {
    expect(text).toContain('`npx conmock openapi`')
    const { stdout } = await run(process.execPath, [program(manifest.bin.conmock), 'openapi'])
    expect(JSON.parse(stdout)).toMatchObject({ openapi: '3.1.1' })
  })
})

test('the generated parts of README and docs are up to date', async () => {
  await expect(
    run(program('node_modules/.bin/jiti'), [program('docs/generate.mjs'), '--check']),
  ).resolves.toBeDefined()
})
