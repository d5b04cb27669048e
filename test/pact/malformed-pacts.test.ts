import { expect, it } from 'vitest'
import { expectFailure } from './support/failure.js'
import { changed, fileOf, pactOf, type Json } from './support/pacts.js'

const request: Json = { method: 'GET', path: '/api/v0/roles', headers: { Authorization: 'Bearer any' } }
const response: Json = { status: 200 }

const inRequest = (members: Json) => ({ request: { ...request, ...members } })
const inResponse = (members: Json) => ({ response: { ...response, ...members } })

const inBody = { body: { '$.a': { type: 'y' } } }
const inPath = { path: { type: 'x' } }

it.each<[version: string, message: string, changes: Json]>([
  ['4.0', 'response.body', inResponse({ body: { data: [] } })],
  ['4.0', 'response.body', inResponse({ body: { contentType: 'text/plain' } })],
  ['4.0', 'request.body', inRequest({ body: { a: 1 } })],
  ['2.0.0', 'request.query', inRequest({ query: { nextPage: ['x'] } })],
  ['3.0.0', 'request.query', inRequest({ query: [['a', '1']] })],
  ['3.0.0', 'request.query', inRequest({ query: { a: 5 } })],
  // A parameter without a value is an empty text.
  ['3.0.0', 'request.query', inRequest({ query: { a: [null] } })],
  ['3.0.0', 'providerStates[0].params', { providerStates: [{ name: 'roles exist', params: [{}] }] }],
  ['3.0.0', 'response.status', { response: { statusCode: 404 } }],
  ['3.0.0', 'response.status', { response: { status: 65_736 } }],
  ['3.0.0', 'response.headers', inResponse({ headers: [['X-A', '1']] })],
  ['4.0', 'response.generators.body: unknown generator "y"', inResponse({ generators: inBody })],
  ['3.0.0', 'request.generators.path: unknown generator "x"', inRequest({ generators: inPath })],
  ['3.0.0', 'response.headers: has "x-a" twice', inResponse({ headers: { 'X-A': '1', 'x-a': '2' } })],
  ['3.0.0', 'request.method', inRequest({ method: '' })],
  ['3.0.0', 'request.method', inRequest({ method: 'FOO BAR' })],
  ['3.0.0', 'request.path', { request: { method: 'GET' } }],
  ['3.0.0', 'providerState', { providerStates: [{ name: 'roles exist' }], providerState: 'other' }],
  ['3.0.0', 'provider_states', { provider_states: [{ name: 'other' }] }],
  ['3.0.0', 'parameters', { providerStates: [{ name: 'roles exist', parameters: {} }] }],
  ['4.0', '$.interactions[0].type: must be "Synchronous/HTTP"', { type: undefined }],
  ['5.0', 'specification', {}],
  ['4.0', 'request.Body: unknown field: did you mean "body', inRequest({ Body: {} })],
  ['4.0', 'request.contents: unknown field', inRequest({ contents: {} })],
  ['4.0', 'request.headrs: unknown field: did you mean "headers', inRequest({ headrs: {} })],
  ['4.0', 'response.Body: unknown field: did you mean "body', inResponse({ Body: {} })],
])('what the verifier ignores is a problem, in version %s: %s in %j', async (version, message, changes) => {
  const metadata = { pactSpecification: { version } }
  const pact = changed(
    pactOf(version === '4.0' ? 4 : 3, [{}]),
    { request, response, ...changes },
    { metadata },
  )
  const { report } = await expectFailure({ pacts: fileOf(pact) }, 2)
  // It is reported before any request.
  expect(report.interactions).toEqual([])
  expect(report.problems).toEqual([expect.stringContaining(message)])
})

it('a value that the verifier cannot read is a problem: half of a surrogate pair', async () => {
  const pact = changed(pactOf(3, [{}]), { request, response: { status: 200, body: { a: ['\ud800'] } } })
  const { report } = await expectFailure({ pacts: fileOf(pact) }, 2, ['problem'])
  expect(report.problems).toEqual(['the verifier reported only 0 of 1 interactions'])
})
