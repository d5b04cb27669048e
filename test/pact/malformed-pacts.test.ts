import { describe, expect, it } from 'vitest'
import { temporaryFile } from '../support/temporary-folder.js'
import { expectFailure } from './support/failure.js'

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

const misspelled = ['request', 'response'].flatMap((part) =>
  [
    ['Body', 'body'],
    ['contents', ''],
    ['headrs', 'headers'],
  ].map(([name = '', meant]): [string, string, Json] => [
    '4.0',
    `${part}.${name} does not exist in a pact: did you mean "${meant}`,
    { [part]: { ...(part === 'request' ? request : response), [name]: {} } },
  ]),
)

describe('what the verifier would ignore is a problem with its path', () => {
  it.each<[version: string, message: string, changes: Json]>([
    ['4.0', 'response.body', { response: { ...response, body: { data: [] } } }],
    ['4.0', 'response.body', { response: { ...response, body: { contentType: 'text/plain' } } }],
    ['4.0', 'request.body', { request: { ...request, body: { a: 1 } } }],
    ['2.0.0', 'request.query', { request: { ...request, query: { nextPage: ['x'] } } }],
    ['3.0.0', 'request.query', { request: { ...request, query: [['a', '1']] } }],
    ['3.0.0', 'request.query', { request: { ...request, query: { a: 5 } } }],
    // Half of a surrogate pair.
    ['3.0.0', '$.interactions[0].response.body.a[0]', { response: { status: 200, body: { a: ['\ud800'] } } }],
    ['3.0.0', 'response.status', { response: { statusCode: 404 } }],
    ['3.0.0', 'response.status', { response: { status: 65_736 } }],
    ['3.0.0', 'response.headers', { response: { ...response, headers: [['X-A', '1']] } }],
    [
      '4.0',
      'response.generators.body: unknown generator "ProviderStat"',
      { response: { ...response, generators: { body: { '$.a': { type: 'ProviderStat' } } } } },
    ],
    [
      '3.0.0',
      'request.generators.path: unknown generator "x"',
      { request: { ...request, generators: { path: { type: 'x' } } } },
    ],
    [
      '3.0.0',
      'response.headers has "x-a" twice',
      { response: { ...response, headers: { 'X-A': '1', 'x-a': '2' } } },
    ],
    ['3.0.0', 'request.method', { request: { ...request, method: '' } }],
    ['3.0.0', 'request.method', { request: { ...request, method: 'FOO BAR' } }],
    ['3.0.0', 'request.path', { request: { method: 'GET' } }],
    ['3.0.0', 'providerState', { providerStates: [{ name: 'roles exist' }], providerState: 'other' }],
    ['3.0.0', 'provider_states', { provider_states: [{ name: 'other' }] }],
    ['3.0.0', 'parameters', { providerStates: [{ name: 'roles exist', parameters: {} }] }],
    ['4.0', '$.interactions[0].type is missing', {}],
    ['5.0', 'specification', {}],
    ...misspelled,
  ])('in version %s: %s in %j', async (version, message, changes) => {
    expect(await problemOf(version, changes)).toContain(message)
  })
})
