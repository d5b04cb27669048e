import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { testClient } from './client-suite.js'
import { runServer } from '../support/running-server.js'

const run = promisify(execFile)

async function curl(...args: readonly string[]): Promise<string> {
  // Ignores ~/.curlrc and proxies, because the server is on the loopback address.
  const { stdout } = await run('curl', ['--disable', '--silent', '--noproxy', '*', ...args])
  return stdout
}

const authorization = (token: string) => ['--header', `Authorization: Bearer ${token}`]

testClient('curl', async (url, token) => {
  const headers = token === undefined ? [] : authorization(token)
  const printed = await curl(...headers, '--write-out', '\n%{http_code}', url)
  const end = printed.lastIndexOf('\n')
  return { status: Number(printed.slice(end + 1)), body: JSON.parse(printed.slice(0, end)) as unknown }
})

it('curl --head gets the headers of the GET', async () => {
  const { url } = await runServer()
  const header = async (...args: readonly string[]) => {
    const head = await curl(...args, ...authorization('mock-all-scopes'), `${url}/api/v0/roles`)
    return head
      .split('\r\n')
      .filter((line) => /^(?:HTTP|content-)/i.test(line))
      .toSorted()
  }
  const headers = await header('--head')
  expect(headers).toEqual([
    'HTTP/1.1 200 OK',
    expect.stringMatching(/^content-length: \d+$/),
    'content-type: application/json',
  ])
  expect(await header('--dump-header', '-', '--output', '/dev/null')).toEqual(headers)
})

it('curl shows the challenge and the allowed methods', async () => {
  const { url } = await runServer()
  const path = `${url}/api/v0/roles`
  expect(await curl('--include', path)).toContain(
    'www-authenticate: Bearer realm="conmock", scope="user:read"',
  )
  expect(await curl('--include', '--data', 'a=b', path)).toMatch(/^HTTP\/1\.1 405 [^]*\nallow: GET, HEAD\r\n/)
})
