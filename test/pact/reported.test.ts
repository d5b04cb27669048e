import type { IncomingMessage } from 'node:http'
import { beforeEach, expect, it } from 'vitest'
import { reportedApi } from '../../src/reported.js'
import { open, outcomes, record, verify } from './support/own-operations.js'
import { startHttpServer } from './support/servers.js'

let pact: Awaited<ReturnType<typeof record>>

beforeEach(async () => {
  const { mock, ask } = open(reportedApi)
  await ask('GET users/1')
  await ask('GET users/1/registration')
  await ask('GET users/2/registration')
  await ask('GET users/2/roles')
  for (const method of ['PUT', 'PUT', 'DELETE', 'DELETE'])
    await ask(`${method} users/2/roles/1`, method === 'PUT' ? { scope: 'global' } : undefined)
  pact = await record(reportedApi, mock)
})

const all = [
  'addUserRole that gets 204',
  'addUserRole that gets 400',
  'getRegistration',
  'getRegistration that gets 404',
  'getUser',
  'listUserRoles',
  'removeUserRole that gets 204',
  'removeUserRole that gets 404',
]

it('a pact of a registration and of changes of roles is fulfilled by the mock', async () => {
  expect(pact.lines).toEqual([expect.stringContaining(`${all.length} interactions`), ...pact.lines.slice(1)])
  const report = await verify({ extend: reportedApi, pacts: pact.file })
  expect(outcomes(report)).toEqual(Object.fromEntries(all.map((name) => [name, 'verified'])))
  for (const { assumptions } of report.interactions)
    expect(assumptions).toContainEqual(expect.stringContaining(' (reported)'))
})

const user = { firstName: 'A', lastName: 'B', email: 'a@b.example', phone: '+17185550179', username: 'a' }
const address = {
  addressCity: null,
  addressCountry: null,
  addressLine1: null,
  addressLine2: null,
  addressState: null,
  addressZipcode: null,
}
const registration = {
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
  badgeName: 'Ash',
  status: 'paid',
  productName: 'attendee',
  productDisplayName: null,
  // The first difference: the vendor documents a text.
  productId: 1,
  options: [],
  flags: [],
  uuid: '45ba369c-21b7-4740-b312-0ac0a09034d8',
  order: { orderId: '1' },
}

/** A small second implementation of three operations. */
function answerOf({ url, headers }: IncomingMessage): [status: number, json: object] {
  if (headers.authorization !== 'Bearer right') return [403, {}]
  if (url === '/api/v0/users/7/registration')
    return [200, { ...registration, user: { id: '7', ...user, preferredName: null } }]
  if (url === '/api/v0/users/7')
    return [200, { id: '7', ...user, preferredName: null, verified: true, address }]
  // The second difference: the name of a member.
  if (url === '/api/v0/users/7/roles')
    return [200, { data: [{ id: '1', roleName: 'staff', scope: 'global' }] }]
  return [404, {}]
}

it('finds the two fields in which a second implementation differs, and changes nothing', async () => {
  const seen: string[] = []
  const url = await startHttpServer((request, reply) => {
    seen.push(`${request.method} ${request.url}`)
    const [status, json] = answerOf(request)
    request.resume()
    reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json))
  })
  const scopes = ['registration:read', 'user:read', 'volunteer:read', 'vendor:read', 'user:roles:update']
  const tokens = Object.fromEntries(scopes.map((scope) => [scope, 'right']))
  const fixtures = { 'user.id': '7', 'noRegistration.userId': '8' }
  const report = await verify({ extend: reportedApi, pacts: pact.file, against: { url, tokens, fixtures } })
  const broken = report.interactions.filter(({ outcome }) => outcome === 'broken')
  expect(
    broken.map(({ description, mismatches }) => [description, ...(mismatches ?? []).map(({ path }) => path)]),
  ).toEqual([
    ['a request for getRegistration', '$.productId'],
    ['a request for listUserRoles', '$.data[0]', '$.data[0].name'],
  ])
  expect(outcomes(report)).toMatchObject({ getUser: 'verified', 'getRegistration that gets 404': 'verified' })
  expect(seen.every((request) => /^GET|^POST \S+search$/.test(request))).toBe(true)
})
