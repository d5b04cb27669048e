import { describe, expect, it } from 'vitest'
import manifestFile from '../../package.json' with { type: 'json' }
import { createOpenApiDocument } from '../../src/contract/openapi.js'
import { runConmock, runMain } from '../support/command.js'

const { version } = manifestFile as { version: string }

describe('conmock', () => {
  it('--version prints the version of the package', async () => {
    expect(await runConmock('--version')).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' })
  })

  it.each([[['--help']], [['serve', '--help']]])('%j lists every flag of the server', async (args) => {
    const { code, stdout, stderr } = await runMain(...args)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const data = 'seed volunteers roles scenario data'
    const answers = 'profile set page-size token no-assumed-header'
    const flags =
      `config host port control-token control-host no-control spaces ${data} ${answers} cors coverage json quiet help`.split(
        ' ',
      )
    for (const flag of flags) expect(stdout).toMatch(new RegExp(`^  (?:-h, )?--${flag}\\b`, 'm'))
  })

  it('--help names the commands, and goes to stdout', async () => {
    const { code, stdout, stderr } = await runConmock('--help')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/^ +serve\b/m)
    expect(stdout).toMatch(/^ +openapi\b/m)
    expect(stdout).toMatch(/^ +--version\b/m)
  })

  it('openapi prints only the OpenAPI document', async () => {
    const { code, stdout, stderr } = await runConmock('openapi')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(JSON.parse(stdout)).toEqual(createOpenApiDocument())
  })

  it('openapi --server-url refuses an invalid URL', async () => {
    const { code, stdout, stderr } = await runMain('openapi', '--server-url', 'not a url')
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(/^conmock: "serverUrl" \(--server-url\) must be [^\n]*\n$/)
  })

  it('openapi --server-url sets the URL of the server', async () => {
    const serverUrl = 'https://reg.example.com'
    const { code, stdout } = await runMain('openapi', '--server-url', serverUrl)
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toEqual(createOpenApiDocument({ serverUrl }))
  })
})
