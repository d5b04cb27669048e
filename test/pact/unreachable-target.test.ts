import { describe, expect, it } from 'vitest'
import type { VerifyOptions } from '../../src/pact.js'
import { pactFile, type Interaction } from './support/pacts.js'
import { onlyProblem, refusal } from './support/refusal.js'
import { deadUrl, httpServer, tcpServer } from './support/servers.js'

const roles: Interaction = { path: '/api/v0/roles' }

function target(url: string): VerifyOptions['target'] {
  return { url, tokens: { 'user:read': 'of-no-matter' } }
}

// Stock is not green here. It does not end: its proxy throws ECONNREFUSED out of reach, and its threads live on.
describe('a target that cannot be reached', () => {
  it('is told of in less than 5 seconds where nothing listens', async () => {
    const url = deadUrl
    const begin = performance.now()
    const error = await refusal({ pacts: pactFile(roles), target: target(url) })
    expect(performance.now() - begin).toBeLessThan(5000)
    expect(onlyProblem(error)).toMatch(`${url} cannot be reached: ECONNREFUSED`)
  })

  it('is told of after 4 seconds, by default, where it accepts and never answers', async () => {
    const url = await tcpServer(() => undefined)
    const begin = performance.now()
    const error = await refusal({ pacts: pactFile(roles, roles), target: target(url) })
    expect(onlyProblem(error)).toMatch(`${url} did not respond within 4 s`)
    // Not once for each interaction; the rest is the start of the verifier.
    expect(performance.now() - begin).toBeLessThan(7900)
  })

  it('is told of once, where a state looks something up in it', async () => {
    const url = await tcpServer(() => undefined)
    const looked: Interaction = { states: ['roles exist'] }
    const error = await refusal({ pacts: pactFile(looked, looked), target: target(url), requestTimeout: 0.3 })
    expect(error.exitCode).toBe(2)
    expect(error.message).toContain(`${url} did not respond within 0.3 s`)
    expect(onlyProblem(error)).toMatch(url)
  })

  it('is told of after `requestTimeout`, where it begins an answer and never ends it', async () => {
    const url = await httpServer((_, response) => void response.writeHead(200).write('{'))
    const error = await refusal({ pacts: pactFile(roles), target: target(url), requestTimeout: 0.2 })
    expect(onlyProblem(error)).toMatch(`${url} `)
    expect(error.message).toMatch(/within 0\.2 s|broke off/)
  })

  it('is told of where it breaks off before an answer', async () => {
    const url = await tcpServer((socket) => socket.once('data', () => socket.destroy()))
    expect(onlyProblem(await refusal({ pacts: pactFile(roles), target: target(url) }))).toMatch(`${url} `)
  })

  it('is told of where it breaks off within an answer', async () => {
    const url = await httpServer((_, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('{"data":[]', () => response.destroy())
    })
    const error = await refusal({ pacts: pactFile(roles), target: target(url) })
    expect(onlyProblem(error)).toMatch(`${url} broke off its response`)
  })

  it('is told of where it speaks no HTTP', async () => {
    const url = await tcpServer((socket) => socket.once('data', () => socket.end('220 mail.example.com\r\n')))
    expect(onlyProblem(await refusal({ pacts: pactFile(roles), target: target(url) }))).toMatch(
      `${url} cannot be reached`,
    )
  })

  it('is told of where it goes away between two interactions', async () => {
    let asked = 0
    const url = await httpServer((request, response) => {
      if (++asked > 1) request.socket.destroy()
      else response.writeHead(200).end()
    })
    const error = await refusal({ pacts: pactFile(roles, roles), target: target(url) })
    expect(error.exitCode).toBe(2)
    expect(error.report.problems).toEqual([expect.stringContaining(url)])
  })
})
