import { chmodSync } from 'node:fs'
import { expect, test } from 'vitest'
import manifestFile from '../../package.json' with { type: 'json' }
import { spawnConmock } from '../support/command.js'
import { codeBlocks, codeOf } from './code-blocks.js'
import { createSandbox, runCommands } from './sandbox.js'

const blocks = codeBlocks(new URL('../../docs/guides/https.md', import.meta.url))
const { version } = manifestFile as { version: string }
const sandbox = createSandbox(['msw', '@types/node', '@playwright'])

/** A program with the part of mkcert that the guide uses. mkcert itself changes the trust store of the machine. */
const mkcert = `#!/bin/bash
case "$1" in
  -install) openssl req -x509 -newkey rsa:2048 -noenc -days 2 -subj /CN=root -keyout root.key -out rootCA.pem ;;
  -CAROOT) pwd ;;
  -cert-file)
    openssl req -newkey rsa:2048 -noenc -subj /CN=$5 -keyout "$4" -out request.pem
    openssl x509 -req -in request.pem -CA rootCA.pem -CAkey root.key -days 2 -out "$2" \\
      -extfile <(echo "subjectAltName=DNS:$5,IP:$6,IP:$7") ;;
esac`

test('its commands create a certificate, and clients use it', async () => {
  chmodSync(sandbox.write('bin/mkcert', mkcert), 0o755)
  const environment = { PATH: `${sandbox.folder}/bin:${process.env['PATH']}` }
  const [install = '', create = '', start = '', listens = '', dashboard = ''] = codeOf(blocks, 'sh', 'start')
    .trim()
    .split('\n')
  await runCommands(sandbox, `${install}\n${create}`, environment)

  const args = start.split(' ').slice(2)
  expect(start).toBe(`npx conmock ${args.join(' ')}`)
  const server = spawnConmock([...args, '--port', '0'], sandbox.folder)
  const printed = await server.printed(/Dashboard.*\n/)
  const url = /https:\S+/.exec(printed)![0]
  const shown = printed.replaceAll(url, 'https://127.0.0.1:4020').replace(version, '0.1.0')
  expect(shown).toBe(`${listens.slice(2)}\n${dashboard.slice(2)}\n`)

  const connect = `import { connect } from 'conmock/server'
    const { url } = await connect('${url}').catch(({ message }) => ({ url: message }))
    console.log(url)`
  sandbox.write('client.js', connect)
  const client = codeOf(blocks, 'sh', 'client').replace('npx playwright test', 'node client.js')
  expect(await runCommands(sandbox, client, environment)).toBe(`${url}\n`)
  expect(await runCommands(sandbox, 'node client.js')).toContain('UNABLE_TO_VERIFY_LEAF_SIGNATURE')
})

test('its configuration file has the same effect', async () => {
  sandbox.write('conmock.config.ts', codeOf(blocks, 'ts', 'conmock.config.ts'))
  const server = spawnConmock(['--port', '0', '--quiet'], sandbox.folder)
  expect(await server.printed(/\n/)).toMatch(/^https:/)
})
