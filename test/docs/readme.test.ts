import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import manifestFile from '../../package.json' with { type: 'json' }
import { startConmock } from '../support/command.js'
import { filesWithInstructions, forPublishedPackage } from '../../docs/use-published-package.mjs'
import { codeBlocks, codeOf } from './code-blocks.js'
import { withoutTimes } from './log-lines.js'
import { blocksOf, countWords } from './pages.js'
import { compile, createSandbox, program, runVitest } from './sandbox.js'

const run = promisify(execFile)
const readme = new URL('../../README.md', import.meta.url)
const blocks = codeBlocks(readme)
const sandbox = createSandbox(['msw', 'vitest', '@types/node'])
const manifest = manifestFile as {
  version: string
  peerDependencies: Record<string, string>
  peerDependenciesMeta: Record<string, unknown>
}

test('the README has at most 650 words outside of code blocks and generated parts', () => {
  expect(countWords(readme)).toBeLessThanOrEqual(650)
})

test('the README has no code blocks beside the tested ones', () => {
  expect(blocks).toHaveLength(12)
})

test('the test of the README compiles and passes', async () => {
  await compile(sandbox, [sandbox.write('first.test.ts', codeOf(blocks, 'ts', 'first.test.ts'))])
  expect(await runVitest(sandbox)).toMatch(/Tests +2 passed/)
})

// test/browser/playwright-guide.test.ts runs the code of the guide.
test('the end-to-end test of the README is the first one of the guide', () => {
  const guide = blocksOf('guides/playwright')
  expect(codeOf(blocks, 'ts', 'e2e/test.ts')).toBe(codeOf(guide, 'ts', 'e2e/test.ts'))
  const spec = codeOf(blocks, 'ts', 'e2e/volunteer.spec.ts').trim()
  expect(codeOf(guide, 'ts', 'e2e/volunteer.spec.ts').startsWith(spec)).toBe(true)
})

describe('the commands of the README', () => {
  test('install conmock and its peers, from a tarball and later from npm', () => {
    const needed = Object.keys(manifest.peerDependencies).filter(
      (name) => !(name in manifest.peerDependenciesMeta),
    )
    const install = codeOf(blocks, 'sh', 'install').trim()
    expect(install).toBe(
      `npm install --save-dev ./conmock-${manifest.version}.tgz ${needed.join(' ')} vitest`,
    )
    expect(forPublishedPackage(install)).toBe(`npm install --save-dev conmock ${needed.join(' ')} vitest`)
  })

  test('get the responses of the README from a server, which logs as the README shows', async () => {
    expect(codeOf(blocks, 'sh', 'server').trim()).toBe('npx conmock')
    const { url, command } = await startConmock()
    const [roles, refused] = await Promise.all(
      ['roles', 'refused'].map(async (note) => {
        const line = codeOf(blocks, 'sh', note).trim().replace('http://127.0.0.1:4020', url)
        const { stdout } = await run('bash', ['-c', line.replace('curl', 'curl --silent')])
        return JSON.parse(stdout) as { data: unknown[] }
      }),
    )
    expect({ ...roles, data: roles!.data.slice(0, 2) }).toEqual(
      JSON.parse(codeOf(blocks, 'json', 'roles').replace(/,\n *…/, '')),
    )
    expect(refused).toMatchObject({ status: 403, requiredScope: 'volunteer:read' })

    const { stdout } = await command.stop()
    const shown = withoutTimes(codeOf(blocks, 'text', ''))
      .trim()
      .split('\n')
    expect(withoutTimes(stdout).split('\n')).toEqual(expect.arrayContaining(shown))
  })

  test('add the operations that the vendor documents', () => {
    const guide = blocksOf('guides/rest-of-the-api')
    // test/docs/rest-of-the-api.test.ts runs it.
    expect(codeOf(blocks, 'sh', 'reported')).toBe(codeOf(guide, 'sh', 'reported'))
  })

  test('start a server from a clone, which prints the lines of the README', async () => {
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
})

test('no instruction for the tarball is left once the package is published', () => {
  const texts = filesWithInstructions().map((file) => readFileSync(file, 'utf8'))
  expect(texts.filter((each) => each.includes('.tgz')).length).toBeGreaterThan(8)
  const left = texts.map(forPublishedPackage).filter((each) => /\.tgz|`npm pack`|not on npm/.test(each))
  expect(left).toEqual([])
})

test('the generated parts of README and docs are up to date', async () => {
  await expect(
    run(program('node_modules/.bin/jiti'), [program('docs/generate.mjs'), '--check']),
  ).resolves.toBeDefined()
})
