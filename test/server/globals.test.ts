import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { fetchFrom, runServer } from '../support/running-server.js'

it('a server leaves the global Request, Response and fetch as they are', async () => {
  const before = [Request, Response, fetch]
  const server = await runServer()
  expect((await fetchFrom(server, '/api/v0/roles')).status).toBe(200)
  expect([Request, Response, fetch].map((value, index) => value === before[index])).toEqual([
    true,
    true,
    true,
  ])
})

it.each([true, false])('replaceGlobals: %s says whether they are replaced', (replaceGlobals) => {
  // In a process of its own, because it changes all of it.
  const program = `
    import { startServer } from ${JSON.stringify(new URL('../../dist/server.js', import.meta.url).href)}
    const before = [Request, Response]
    const server = await startServer({ port: 0, replaceGlobals: ${replaceGlobals} })
    const headers = { authorization: 'Bearer mock-all-scopes' }
    const { status } = await fetch(server.url + '/api/v0/roles', { headers })
    await server.close()
    console.log(JSON.stringify({ status, replaced: Request !== before[0] && Response !== before[1] }))`
  const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
  })
  expect(JSON.parse(printed)).toEqual({ status: 200, replaced: replaceGlobals })
})
