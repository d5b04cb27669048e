import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import ts from 'typescript'
import { afterAll, describe, expect, test } from 'vitest'
import manifestFile from '../../package.json' with { type: 'json' }
import { codeBlocks } from './code-blocks.js'
import { createSandbox, program } from './sandbox.js'

const run = promisify(execFile)
const readme = new URL('../../README.md', import.meta.url)
const blocks = codeBlocks(readme)
const sandbox = createSandbox(['msw', 'vitest', '@types/node'])
const manifest = manifestFile as {
  peerDependencies: Record<string, string>
  peerDependenciesMeta: Record<string, unknown>
  bin: { conmock: string }
}

afterAll(() => sandbox.remove())

function blocksOf(language: string, note: string): string[] {
  return blocks.filter((block) => block.language === language && block.note === note).map(({ code }) => code)
}

/** Starts a command that serves, and gives its URL; `stop` ends it with all its children. */
async function serve(command: string, args: readonly string[]) {
  const child = spawn(command, args, {
    cwd: program(''),
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NO_COLOR: '1' },
  })
  let printed = ''
  while (!/http:\/\/[\d.]+:\d+/.test(printed)) {
    const [chunk] = (await once(child.stdout, 'data')) as [Buffer]
    printed += chunk.toString()
  }
  return {
    url: /http:\/\/[\d.]+:\d+/.exec(printed)![0],
    async stop() {
      process.kill(-child.pid!, 'SIGTERM')
      await once(child, 'exit')
    },
  }
}

describe('the code of the README', () => {
  test('is there: the search for it has not come to nothing', () => {
    expect(blocksOf('ts', '')).toHaveLength(3)
    expect(blocksOf('ts', 'vitest')).toHaveLength(1)
    expect(blocksOf('ts', 'browser')).toHaveLength(1)
    expect(blocksOf('sh', 'server')).toHaveLength(1)
    expect(blocksOf('sh', 'verify')).toHaveLength(1)
    expect(blocksOf('sh', 'world')).toHaveLength(1)
    expect(blocksOf('sh', '')).toHaveLength(2)
  })

  test('compiles, all of it, as strict TypeScript', async () => {
    const files = blocks
      .filter(({ language }) => language === 'ts')
      .map(({ code }, index) => sandbox.write(`block-${index}.ts`, code))
    const options = [
      '--strict',
      '--module',
      'nodenext',
      '--target',
      'es2023',
      '--types',
      'node',
      '--noEmit',
      '--skipLibCheck',
    ]
    await expect(
      run(process.execPath, [program('node_modules/typescript/bin/tsc'), ...options, ...files], {
        cwd: sandbox.folder,
      }),
    ).resolves.toBeDefined()
  })

  test.each(blocksOf('ts', ''))('runs as a module (block %#)', async (code) => {
    const { outputText } = ts.transpileModule(code, {
      compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023 },
    })
    const file = sandbox.write('block.js', outputText)
    await expect(run(process.execPath, [file])).resolves.toEqual({ stdout: '', stderr: '' })
  })

  test('runs as a test file', async () => {
    sandbox.write('first.test.ts', blocksOf('ts', 'vitest')[0]!)
    const { stdout } = await run(
      process.execPath,
      [program('node_modules/vitest/vitest.mjs'), 'run', '--root', sandbox.folder],
      { env: { ...process.env, NO_COLOR: '1' } },
    )
    expect(stdout).toMatch(/Tests +1 passed/)
  })
})

describe('the commands of the README', () => {
  const [install = '', requests = ''] = blocksOf('sh', '')

  test('install conmock and its peers', () => {
    const needed = Object.keys(manifest.peerDependencies).filter(
      (name) => !(name in manifest.peerDependenciesMeta),
    )
    expect(install.trim()).toBe(`npm install --save-dev conmock ${needed.join(' ')}`)
  })

  test('start a server, and its requests are answered as the text says', async () => {
    expect(blocksOf('sh', 'server')[0]!.trim()).toBe('npx conmock')
    const server = await serve(process.execPath, [program(manifest.bin.conmock), '--port', '0'])
    try {
      const lines = requests.trim().replaceAll('http://127.0.0.1:4020', server.url).split('\n')
      const answers = await Promise.all(lines.map((line) => run('bash', ['-c', `${line} --silent`])))
      const [roles, volunteer, mistake] = answers.map(
        ({ stdout }) => JSON.parse(stdout) as Record<string, unknown>,
      )
      expect(roles!['data']).toHaveLength(100)
      expect(volunteer!['user']).toMatchObject({ id: '1' })
      expect(mistake).toMatchObject({ status: 404, nearestOperation: 'GET /api/v0/roles' })
    } finally {
      await server.stop()
    }
  })

  test('start it from a clone', async () => {
    expect(readFileSync(readme, 'utf8')).toContain('`npm start -- --port 0`')
    const server = await serve('npm', ['start', '--', '--port', '0'])
    try {
      expect((await fetch(`${server.url}/api/v0/roles`)).status).toBe(401)
    } finally {
      await server.stop()
    }
  })

  test('verify the pacts of a folder', async () => {
    expect(blocksOf('sh', 'verify')[0]!.trim()).toBe('npx conmock verify pacts')
    const args = [program(manifest.bin.conmock), 'verify', 'pacts']
    const { stdout } = await run(process.execPath, args, { cwd: program('') })
    expect(stdout).toMatch(/^\d+ verified – against the mock$/m)
  })

  test('export a world, and complete one', async () => {
    const npx = `'${process.execPath}' '${program(manifest.bin.conmock)}'`
    const commands = blocksOf('sh', 'world')[0]!.replaceAll('npx conmock', npx)
    const { stdout } = await run('bash', ['-ec', commands], { cwd: sandbox.folder })
    expect(JSON.parse(stdout)).toMatchObject({
      volunteers: [{ user: { id: '1', firstName: 'Ann', email: expect.any(String) as string } }],
      roles: [{ name: 'staff' }],
    })
    const exported = readFileSync(join(sandbox.folder, 'world.json'), 'utf8')
    expect(JSON.parse(exported)).toMatchObject({
      $schema: expect.stringContaining('data.schema.json') as string,
    })
  })

  test('print the API as OpenAPI', async () => {
    expect(readFileSync(readme, 'utf8')).toContain('`npx conmock openapi`')
    const { stdout } = await run(process.execPath, [program(manifest.bin.conmock), 'openapi'])
    expect(JSON.parse(stdout)).toMatchObject({ openapi: '3.1.1' })
  })
})

describe('the generated parts of the README', () => {
  test('are what the code says now', async () => {
    await expect(
      run(program('node_modules/.bin/jiti'), [program('docs/generate.mjs'), '--check']),
    ).resolves.toBeDefined()
  })
})
