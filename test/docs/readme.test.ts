import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import manifestFile from '../../package.json' with { type: 'json' }
import { startConmock } from '../support/command.js'
import { codeBlocks, codeFences, codeOf } from './code-blocks.js'
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
  scripts: Record<string, string>
}

afterAll(() => sandbox.remove())

test('the README has at most 1,000 words outside of code blocks', () => {
  const words = text.replaceAll(codeFences, '').match(/\S*[\p{L}\p{N}]\S*/gu)!
  expect(words.length).toBeLessThanOrEqual(1000)
})

test('the README has exactly the tested code blocks', () => {
  const known = ['sh clone', 'sh', 'ts vitest', 'sh server', 'sh', 'sh verify']
  expect(blocks.map(({ language, note }) => `${language} ${note}`.trim())).toEqual(known)
})

test('the test of the README compiles and passes', async () => {
  await compile(sandbox, [sandbox.write('first.test.ts', codeOf(blocks, 'ts', 'vitest'))])
  expect(await runVitest(sandbox)).toMatch(/Tests +1 passed/)
})

describe('the commands of the README', () => {
  const [install = '', requests = ''] = blocks
    .filter(({ language, note }) => language === 'sh' && note === '')
    .map(({ code }) => code)

  test('install conmock and its peers', () => {
    const needed = Object.keys(manifest.peerDependencies).filter(
      (name) => !(name in manifest.peerDependenciesMeta),
    )
    expect(install.trim()).toBe(`npm install --save-dev conmock ${needed.join(' ')}`)
    expect(text).toContain(`conmock-${manifest.version}.tgz ${needed.join(' ')}\``)
  })

  test('start a server that answers the requests of the README', async () => {
    expect(codeOf(blocks, 'sh', 'server').trim()).toBe('npx conmock')
    const { url } = await startConmock()
    const lines = requests.trim().replaceAll('http://127.0.0.1:4020', url).split('\n')
    const answers = await Promise.all(lines.map((line) => run('bash', ['-c', `${line} --silent`])))
    const [roles, volunteer, mistake] = answers.map(
      ({ stdout }) => JSON.parse(stdout) as Record<string, unknown>,
    )
    expect(roles!['data']).toHaveLength(100)
    expect(volunteer!['user']).toMatchObject({ id: '1' })
    expect(mistake).toMatchObject({ status: 404, nearestOperation: 'GET /api/v0/roles' })
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

  test('verify the pacts of a folder', async () => {
    expect(codeOf(blocks, 'sh', 'verify').trim()).toBe('npx conmock verify pacts')
    const args = [program(manifest.bin.conmock), 'verify', 'pacts']
    const { stdout } = await run(process.execPath, args, { cwd: program('') })
    expect(stdout).toMatch(/^\d+ verified – against the mock$/m)
    expect(text).toContain('`npm run verify`')
    expect(manifest.scripts['verify']).toContain('bin.js verify pacts')
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
