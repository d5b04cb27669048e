import { expect, it } from 'vitest'
import { exampleVolunteer } from '../../src/convention/volunteer/example.js'
import { verifyPacts, VerificationError, type VerificationReport } from '../../src/pact.js'
import { pactFile, type Interaction } from './support/pacts.js'
import { startReplies } from './support/servers.js'

const roles: Interaction = {}
const volunteer: Interaction = { path: '/api/v0/users/1/volunteer', states: ['the user is in the service'] }
const page = { data: [{ id: '1', name: 'staff' }], nextPage: null }
const json = 'application/json'

function record(userId: string) {
  return { ...exampleVolunteer, user: { ...exampleVolunteer.user, id: userId } }
}

async function reportOf(run: Promise<VerificationReport>): Promise<VerificationReport> {
  try {
    return await run
  } catch (error) {
    if (error instanceof VerificationError) return error.report
    throw error
  }
}

// The pacts mention no field, so only the API specification can be violated.
it.each<[what: string, Interaction, body: unknown, type: string, differsAt: string | undefined]>([
  ['a valid page', roles, page, json, undefined],
  ['additional fields', roles, { ...page, total: 1 }, 'application/json; charset="utf-8"', undefined],
  ['no list', roles, {}, json, undefined],
  ['a field of another type', roles, { data: [{ id: 1, name: 'staff' }] }, json, '$.data[0].id'],
  ['a field in the wrong case', roles, { ...page, nextpage: 'more' }, json, '$.nextpage'],
  ['a list instead of an object', roles, [page], json, '$'],
  ['another media type', roles, page, 'text/plain', 'Content-Type'],
  ['another charset', roles, page, 'application/json; charset=latin1', 'Content-Type'],
  ['two roles with one id', roles, { data: [...page.data, { id: '1', name: 'crew' }] }, json, '$.data'],
  ['two roles with one name', roles, { data: [...page.data, { id: '2', name: 'staff' }] }, json, '$.data'],
  ['a valid record', volunteer, record('1'), json, undefined],
  ['the record of another user', volunteer, record('2'), json, '$.user.id'],
])('a service that returns %s', async (_, interaction, body, type, differsAt) => {
  const url = await startReplies(() => ({ headers: { 'content-type': type }, body }))
  const { interactions } = await reportOf(
    verifyPacts({
      against: { url, tokens: { 'user:read': 'a-token', 'volunteer:read': 'another-token' } },
      pacts: pactFile(interaction),
      states: { 'the user is in the service': () => undefined },
    }),
  )
  const { mismatches, outcome } = interactions[0]!
  expect(mismatches.map(({ path }) => path)).toEqual(differsAt === undefined ? [] : [differsAt])
  expect(outcome).toBe(differsAt === undefined ? 'verified' : 'broken')
})

it('a refusal that is an HTML page breaks a pact that demands only the status, because the API has not sent it', async () => {
  const url = await startReplies(() => ({
    status: 404,
    headers: { 'content-type': 'text/html' },
    body: '<p>Not found</p>',
  }))
  const { interactions } = await reportOf(
    verifyPacts({
      against: { url, tokens: { 'volunteer:read': 'a-token' } },
      pacts: pactFile({ ...volunteer, status: 404 }),
      states: { 'the user is in the service': () => undefined },
    }),
  )
  expect(interactions[0]).toMatchObject({ outcome: 'broken', mismatches: [{ path: 'Content-Type' }] })
})
