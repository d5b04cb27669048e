import { describe, expect, it } from 'vitest'
import { assumptions } from '../../src/index.js'
import { runConmock, runMain } from '../support/command.js'
import { runServer } from '../support/running-server.js'

/** Expects a usage error, and returns its only line. */
async function errorLine(...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await runMain(...args)
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toMatch(/^conmock: [^\n]+\n$/)
  return stderr
}

const mistakes: [args: string[], expected: string[]][] = [
  [['--bogus'], ["unknown option '--bogus'"]],
  [
    ['--sead', '1'],
    ["unknown option '--sead'", '--seed'],
  ],
  [['bogus'], ['arguments']],
  [['serve', 'bogus'], ['arguments']],
  [['openapi', '--bogus'], ["unknown option '--bogus'"]],
  [['--port'], ['--port', 'missing']],
  [
    ['--port', 'abc'],
    ['--port', "'abc'", 'whole number'],
  ],
  [
    ['--port', '65536'],
    ['port', '65535', '65536'],
  ],
  [
    ['--port', '-1'],
    ['--port', 'whole number'],
  ],
  [
    ['--seed', '1.5'],
    ['--seed', "'1.5'", 'whole number'],
  ],
  [
    ['--seed', ''],
    ['--seed', 'whole number'],
  ],
  [
    ['--volunteers', '10000001'],
    ['volunteers', '10000000'],
  ],
  [
    ['--roles', '1e3'],
    ['--roles', 'whole number'],
  ],
  [
    ['--page-size', '0'],
    ['roles.pageSize', '1 to 10000'],
  ],
  [
    ['--scenario', 'no-such'],
    ['--scenario', 'no-such', 'many-pages'],
  ],
  [
    ['--profile', 'no-such'],
    ['--profile', 'no-such', 'spec, reported'],
  ],
  [
    ['--set', 'roles.pagesize=3'],
    ['unknown assumption "roles.pagesize"', 'did you mean "roles.pageSize"?'],
  ],
  [
    ['--set', 'roles.lastPage=none'],
    ['roles.lastPage', '"none"', 'null, absent'],
  ],
  [
    ['--set', 'rateLimit=10'],
    ['rateLimit', '"10"', 'REQUESTS/SECONDS'],
  ],
  [
    ['--set', 'roles.lastPage'],
    ['--set', 'NAME=VARIANT'],
  ],
  [
    ['--set', '=3'],
    ['--set', 'NAME=VARIANT'],
  ],
  [
    ['--token', '=user:read'],
    ['--token', 'TOKEN=SCOPE[,SCOPE…][,expires=SECONDS]'],
  ],
  [
    ['--token', 'a=user:read,expires=soon'],
    ['--token', 'number of seconds', 'expires=SECONDS'],
  ],
  [
    ['--token', 'a=user:write'],
    ['unknown scope', 'volunteer:read, user:read'],
  ],
  [
    ['--client', 'mine', '--profile', 'reported'],
    ['--client', 'ID=SECRET'],
  ],
  [
    ['--client', '=secret', '--profile', 'reported'],
    ['--client', 'ID=SECRET'],
  ],
  [
    ['--client', 'mine=', '--profile', 'reported'],
    ['--client', 'ID=SECRET'],
  ],
  [
    ['--client', 'mine=secret'],
    ['--client', 'token endpoint', '--set token.endpoint=on', '--profile reported'],
  ],
  [
    ['--token-lifetime', '60', '--profile', 'reported', '--set', 'token.endpoint=off'],
    ['--token-lifetime', 'token endpoint', '--set token.endpoint=on'],
  ],
  [
    ['--token-lifetime', '0', '--profile', 'reported'],
    ['tokenLifetime', '1 to 31536000'],
  ],
  [
    ['--token-lifetime', 'soon', '--profile', 'reported'],
    ['--token-lifetime', "'soon'", 'whole number'],
  ],
  [
    ['--cors', 'localhost:5173'],
    ['cors', '"localhost:5173"', 'http://localhost:5173'],
  ],
  [['--host', '192.0.2.1', '--port', '0'], ['the host 192.0.2.1 is not an address of this machine']],
  [
    ['--data', 'no-such-file.json'],
    ['--data', 'cannot read no-such-file.json', 'ENOENT'],
  ],
  [
    ['--data', '.'],
    ['--data', 'cannot read .', 'EISDIR'],
  ],
]

describe('the command line prints one line, and exits with 2,', () => {
  it.each(mistakes)('for %j', async (args, expected) => {
    const line = await errorLine(...args)
    for (const words of expected) expect(line).toContain(words)
  })

  it('for a port in use', async () => {
    const { port } = await runServer()
    expect(await errorLine('--port', String(port))).toBe(
      `conmock: port ${port} on 127.0.0.1 is in use; choose another port, or 0 for any free one\n`,
    )
  })

  it('for a mistake that contains a line break', async () => {
    expect(await errorLine('--no\nsuch')).toContain('unknown option')
    expect(await errorLine('--set', 'no\nsuch=1')).toContain('unknown assumption')
    expect(await errorLine('--set', 'roles.lastPage=no\nsuch')).toContain('roles.lastPage')
    expect(await errorLine('--cors', 'no\nsuch')).toContain('cors')
  })

  it('if it runs as a process', async () => {
    expect(await runConmock('--port', 'abc')).toEqual({
      code: 2,
      stdout: '',
      stderr: "conmock: option '--port <number>' argument 'abc' is invalid. It must be a whole number.\n",
    })
  })

  it('and removes its signal listeners if the start fails', async () => {
    const before = process.listenerCount('SIGINT')
    await errorLine('--port', '65536')
    expect(process.listenerCount('SIGINT')).toBe(before)
  })
})

describe('a variant that does not exist', () => {
  const choices = Object.entries(assumptions).flatMap(([name, { variants }]) =>
    variants.kind === 'choice' ? [{ name, options: variants.options.join(', ') }] : [],
  )

  it.each(choices)('of $name is refused with a list of the existing variants', async ({ name, options }) => {
    expect(await errorLine('--set', `${name}=sometimes`)).toBe(
      `conmock: assumption ${name} has no variant "sometimes"; allowed: ${options}\n`,
    )
  })
})

describe('a token on an invalid command line', () => {
  const token = 'a-real-secret'

  it.each([
    [['--token', token]],
    [['--token', `${token},user:read`]],
    [['--token', `${token}:x=user:read`]],
    [['--token', `${token} =user:read`]],
    [['--token', `user:read=${token}`]],
    [['--token', `${token}=no-such-scope`]],
    [['--token', `${token}=user:read`, 'user:read']],
    [['--token', `${token}=user:read`, '--port', 'abc']],
    [[`--tokens=${token}=user:read`]],
    [['--tokens', `${token}=user:read`]],
  ])('is not printed: %j', async (args) => {
    expect(await errorLine(...args)).not.toContain(token)
  })
})
