import { describe, expect, it } from 'vitest'
import manifestFile from '../../package.json' with { type: 'json' }
import { createOpenApiDocument } from '../../src/contract/openapi.js'
import { errorLine, runConmock, runMain } from '../support/command.js'

const { version } = manifestFile as { version: string }

describe('conmock', () => {
  it('--version prints the version of the package', async () => {
    expect(await runConmock('--version')).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' })
  })

  it.each([[['--help']], [['serve', '--help']]])('%j lists every flag of the server', async (args) => {
    const { stdout, ...ending } = await runMain(...args)
    expect(ending).toEqual({ code: 0, stderr: '' })
    const server =
      'config host port control-token control-host no-control spaces cors coverage json quiet help'
    const answers = 'seed volunteers roles scenario data profile set token no-assumed-header'
    for (const flag of `${server} ${answers}`.split(' '))
      expect(stdout).toMatch(new RegExp(`^  (?:-h, )?--${flag}\\b`, 'm'))
  })

  it('--help names the commands, and goes to stdout', async () => {
    const { code, stdout, stderr } = await runConmock('--help')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    for (const name of ['serve', 'openapi', '--version'])
      expect(stdout).toMatch(new RegExp(`^ +${name}\\b`, 'm'))
  })

  it('openapi --server-url refuses an invalid URL', async () => {
    expect(await errorLine('openapi', '--server-url', 'nowhere')).toMatch(
      /^"serverUrl" \(--server-url\) must be /,
    )
  })

  it.each([{}, { serverUrl: 'https://reg.example.com' }])(
    'openapi prints the document with %j',
    async (options) => {
      const flags = Object.values(options).flatMap((url) => ['--server-url', url])
      const { stdout, ...ending } = await runConmock('openapi', ...flags)
      expect(ending).toEqual({ code: 0, stderr: '' })
      expect(JSON.parse(stdout)).toEqual(createOpenApiDocument(options))
    },
  )
})
