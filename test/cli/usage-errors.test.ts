import { createServer } from 'node:http'
import { describe, expect, it } from 'vitest'
import { listen } from '../pact/support/servers.js'
import { errorLine, errorLineOf, runConmock } from '../support/command.js'
import { runServer } from '../support/running-server.js'

const mistakes: [line: string, ...words: string[]][] = [
  ['--bogus', "unknown option '--bogus'", '(see conmock --help)'],
  ['--sead 1', "unknown option '--sead'", '--seed'],
  ['bogus', 'arguments'],
  ['srve', 'unknown command "srve"', 'serve, export, verify, probe, coverage, pact, needs, openapi'],
  ['serve bogus', 'arguments'],
  ['openapi --bogus', "unknown option '--bogus'", '(see conmock openapi --help)'],
  ['--port', '--port', 'missing'],
  ['--port abc', '--port', "'abc'", 'whole number'],
  ['--port 65536', 'port', '65535', '65536'],
  ['--port -1', '--port', 'whole number'],
  ['--seed 1.5', '--seed', "'1.5'", 'whole number'],
  ['--seed ', '--seed', 'whole number'],
  ['--role-count 1e3', '--role-count', 'whole number'],
  ['--data no-such', '--data', 'no-such', 'many-pages'],
  ['--profile no-such', '--profile', 'no-such', 'spec, reported'],
  ['--sandboxes always', '--sandboxes', 'always', 'optional, required'],
  ['--set roles.pagesize=3', 'unknown assumption "roles.pagesize"', 'did you mean "roles.pageSize"?'],
  ['--set roles.pageSize=3 --set roles.pageSize=4', '--set', 'roles.pageSize is given twice: 3 and 4'],
  ['--set roles.pageSize=3 --set toString=4', 'unknown assumption "toString"'],
  ['export --schema --seed 2', '--seed has no effect on --schema'],
  ['probe http://127.0.0.1:1 --dry-run --json', '--json needs a result', '--dry-run'],
  ['--set roles.lastPage', '--set', 'NAME=VARIANT'],
  ['--set =3', '--set', 'NAME=VARIANT'],
  ['--token =user:read', '--token', 'TOKEN=SCOPE[,SCOPE…][,expires=SECONDS]'],
  ['--token a=user:read,expires=soon', '--token', 'number of seconds', 'expires=SECONDS'],
  ['--token a=user:write', 'unknown scope', 'volunteer:read, user:read'],
  ['--cors localhost:5173', '--cors', '"localhost:5173"', 'http://localhost:5173'],
  ['--host 192.0.2.1 --port 0', 'the host 192.0.2.1 is not an address of this machine'],
  ['--data no-such-file.json', '--data', 'cannot read no-such-file.json', 'ENOENT'],
  ['--data .', '--data', 'cannot read .', 'EISDIR'],
  ['--tls-cert cert.pem', '--tls-cert needs --tls-key'],
  ['--tls-key key.pem', '--tls-key needs --tls-cert'],
  ['--tls-cert no-such.pem --tls-key no-such.pem', '--tls-cert: cannot read no-such.pem', 'ENOENT'],
  ['--tls-cert package.json --tls-key package.json', '--tls-cert must be a certificate in PEM format'],
  ['--admin-token ', '--admin-token'],
  ['--admin-host ', '--admin-host', 'non-empty'],
  ['--admin-token a\u00a0b', '--admin-token', 'HTTP header'],
  ['--admin-host http://mock.test', '--admin-host', 'mock.test'],
  ['--no-admin --admin-token x', '--admin-token', 'cannot be combined with --no-admin'],
  ['--admin-host mock.test --no-admin', '--admin-host', 'cannot be combined with --no-admin'],
  ['--delay soon', '--delay soon', 'milliseconds, or a range', 'MS or MIN-MAX'],
  ['--delay ', '--delay', 'milliseconds'],
  ['--fault ', '--fault', 'OPERATION'],
  ['--fault listRoles', '--fault listRoles', '"effect" must have one of', 'OPERATION'],
  ['--fault hangs', '"operation" has no value "hangs"', 'the effects are status=N, delay=MS'],
  ['--fault status=200', '"effect.status"', 'from 400 to 599'],
  ['--fault hang:hang', '"hang" is given twice'],
  ['--fault drop=true', 'did you mean "dropConnection"?'],
  ['--fault __proto__=1:hang', '__proto__'],
]

describe('the command line prints one line, and exits with 2,', () => {
  it.each(mistakes)('for %s', async (args, ...expected) => {
    const line = await errorLine(...args.split(' '))
    for (const words of expected) expect(line).toContain(words)
  })

  it('for a port in use', async () => {
    const { port, url } = await runServer()
    const advice = 'use --port 0 for any free port, or --port NUMBER'
    expect(await errorLine('--port', String(port))).toBe(`another conmock already runs at ${url}; ${advice}`)
    const used = await listen(createServer((_, response) => void response.end('version')))
    expect(await errorLine('--port', new URL(used).port)).toBe(`${new URL(used).host} is in use; ${advice}`)
  })

  it('for a mistake that contains a line break', async () => {
    expect(await errorLine('--no\nsuch')).toContain('unknown option')
    expect(await errorLine('--set', 'no\nsuch=1')).toContain('unknown assumption')
    expect(await errorLine('--fault', 'no\nsuch')).toContain('OPERATION')
  })

  it('if it runs as a process', async () => {
    expect(errorLineOf(await runConmock('--port', 'abc'))).toContain("'abc'")
  })

  it('and removes its signal listeners if the start fails', async () => {
    const before = process.listenerCount('SIGINT')
    await errorLine('--port', '65536')
    expect(process.listenerCount('SIGINT')).toBe(before)
  })
})

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
  [[`--tokens='${token}'=user:read`]],
  [['--admin-token', `${token} x`]],
  [['--tokens', `${token}=user:read`]],
])('a token on an invalid command line is not printed: %j', async (args) => {
  expect(await errorLine(...args)).not.toContain(token)
})
