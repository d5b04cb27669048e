import { describe, expect, it } from 'vitest'
import { temporaryFile } from '../support/temporary-folder.js'
import { expectFailure } from './support/failure.js'
import { startTcpServer } from './support/servers.js'
import { pactFile } from './support/pacts.js'

type Json = Record<string, unknown>

const request: Json = { method: 'GET', path: '/api/v0/roles', headers: { Authorization: 'Bearer any' } }
const response: Json = { status: 200 }

/** A file with one interaction, which is written without any check. */
function fileOf(version: string, changes: Json): string {
  const pact = {
    consumer: { name: 'a consumer' },
    provider: { name: 'a provider' },
    interactions: [{ description: 'a request', request, response, ...changes }],
    metadata: { pactSpecification: { version } },
  }
  return temporaryFile('pact.json', JSON.stringify(pact))
}

/** The only problem of a pact, which must be reported before any request. */
async function problemOf(version: string, changes: Json): Promise<string> {
  const { exitCode, report } = await expectFailure({ pacts: fileOf(version, changes) })
  expect(exitCode).toBe(2)
  expect(report.interactions).toEqual([])
  expect(report.problems).toHaveLength(1)
  return report.problems[0]!
}

describe('what the verifier would ignore is a problem with its path:', () => {
  it.each<[what: string, version: string, changes: Json, message: string]>([
    [
      'a body of V4 without content',
      '4.0',
      { response: { ...response, body: { data: [] } } },
      'response.body',
    ],
    [
      'a body of V4 that is only a type',
      '4.0',
      { response: { ...response, body: { contentType: 'text/plain' } } },
      'response.body',
    ],
    [
      'a request body of V4 without content',
      '4.0',
      { request: { ...request, body: { a: 1 } } },
      'request.body',
    ],
    [
      'a query object of V2',
      '2.0.0',
      { request: { ...request, query: { nextPage: ['x'] } } },
      'request.query',
    ],
    ['a query of pairs', '3.0.0', { request: { ...request, query: [['a', '1']] } }, 'request.query'],
    ['a query with a number', '3.0.0', { request: { ...request, query: { a: 5 } } }, 'request.query'],
    [
      'half of a surrogate pair',
      '3.0.0',
      { response: { status: 200, body: { a: ['\ud800'] } } },
      '$.interactions[0].response.body.a[0]',
    ],
    ['no status', '3.0.0', { response: { statusCode: 404 } }, 'response.status'],
    ['a status out of range', '3.0.0', { response: { status: 65_736 } }, 'response.status'],
    [
      'headers in a list',
      '3.0.0',
      { response: { ...response, headers: [['X-A', '1']] } },
      'response.headers',
    ],
    ['no method', '3.0.0', { request: { ...request, method: '' } }, 'request.method'],
    ['two words as method', '3.0.0', { request: { ...request, method: 'FOO BAR' } }, 'request.method'],
    ['no path', '3.0.0', { request: { method: 'GET' } }, 'request.path'],
    [
      'states in both forms',
      '3.0.0',
      { providerStates: [{ name: 'roles exist' }], providerState: 'other' },
      'providerState',
    ],
    ['states under an outdated name', '3.0.0', { provider_states: [{ name: 'other' }] }, 'provider_states'],
    [
      'parameters under another name',
      '3.0.0',
      { providerStates: [{ name: 'roles exist', parameters: {} }] },
      'parameters',
    ],
    ['an interaction of V4 without type', '4.0', {}, '$.interactions[0].type is missing'],
    ['another version', '5.0', {}, 'specification'],
    ...['request', 'response'].flatMap((part) =>
      ['Body', 'contents', 'headrs'].map((name): [string, string, Json, string] => [
        `${name} of a ${part}`,
        '4.0',
        { [part]: { ...(part === 'request' ? request : response), [name]: {} } },
        `${part}.${name} does not exist in a pact: did you mean "${name === 'headrs' ? 'headers' : name === 'Body' ? 'body' : ''}`,
      ]),
    ),
  ])('%s', async (_, version, changes, message) => {
    expect(await problemOf(version, changes)).toContain(message)
  })
})

describe('states about the token that contradict each other are a problem:', () => {
  it.each([
    ['the token is invalid', 'the token has scope'],
    ['no credential', 'the token has scope'],
    ['the token is expired', 'the token is invalid'],
    ['the token has scope user:read', 'the token lacks scope'],
  ])('%s, and %s', async (...states) => {
    const { exitCode, report } = await expectFailure({ pacts: pactFile({ states }) })
    expect(exitCode).toBe(2)
    expect(report.interactions[0]?.outcome).toBe('problem')
  })
})

it('a target that switches protocols is reported at once', async () => {
  const url = await startTcpServer((socket) => {
    socket.once('data', () => {
      socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n')
    })
  })
  const against = { url, tokens: { 'user:read': 'a-token-for-roles' } }
  const { exitCode, report } = await expectFailure({ pacts: pactFile({}), against, timeout: 20 })
  expect(exitCode).toBe(2)
  expect(report.problems).toEqual([expect.stringContaining('switches to another protocol')])
})
