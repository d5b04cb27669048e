import { describe, expect, it } from 'vitest'
import manifestFile from '../../package.json' with { type: 'json' }
import { runMain } from '../support/command.js'
import { createOpenApiDocument } from '../support/convention.js'

const { version } = manifestFile as { version: string }

describe('conmock', () => {
  it('--version prints the version of the package', async () => {
    expect(await runMain('--version')).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' })
  })

  it.each([[['--help']], [['serve', '--help']]])('%j lists every flag of the server', async (args) => {
    const { stdout, ...ending } = await runMain(...args)
    expect(ending).toEqual({ code: 0, stderr: '' })
    const server = 'config host port admin-token admin-host no-admin sandboxes cors coverage json quiet help'
    const answers = 'seed volunteer-count role-count data profile set token'
    const more = args.includes('serve') ? [] : ['serve', 'openapi', '--version']
    for (const name of [...`${server} ${answers}`.split(' ').map((flag) => `--${flag}`), ...more])
      expect(stdout).toMatch(new RegExp(`^ +(?:-h, )?${name}\\b`, 'm'))
  })

  it('openapi prints the document', async () => {
    const { stdout, ...ending } = await runMain('openapi')
    expect(ending).toEqual({ code: 0, stderr: '' })
    expect(JSON.parse(stdout)).toEqual(createOpenApiDocument())
  })
})
