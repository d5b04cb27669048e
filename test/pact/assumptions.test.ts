import { expect, it } from 'vitest'
import { createMock } from '../../src/index.js'
import { verifyPacts } from '../../src/pact.js'
import { formatReport } from '../../src/pact/report/format-report.js'
import { volunteerPath } from '../support/ask.js'
import { pactFile, type Interaction } from './support/pacts.js'
import { expectFailure } from './support/failure.js'

const roles: Interaction = { description: 'the roles' }
const invalid: Interaction = { description: 'a bad cursor', path: '/api/v0/roles?nextPage=bad', status: 400 }
/** The API specification defines this response completely, so it depends on no assumption. */
const certain: Interaction = {
  description: 'a record',
  path: volunteerPath('42'),
  states: [['a volunteer with nothing in its lists', { userId: '42' }]],
}
const roleAssumptions = ['roles.pageSize', 'roles.order']

it('a report says that a response depends on a user that no state set up, or on CORS headers of the mock', async () => {
  const path = volunteerPath('1')
  const cors = { 'Access-Control-Allow-Origin': '*' }
  const pacts = pactFile(
    { path },
    { path: volunteerPath('nobody'), status: 404 },
    { path, states: ['the token is invalid'], status: 401 },
    { path, states: ['a volunteer exists'] },
    { path, states: ['somebody volunteers'] },
    { path, states: ['a volunteer exists'], headers: { Origin: 'http://localhost' }, responseHeaders: cors },
  )
  const states = { 'somebody volunteers': () => undefined }
  const { interactions } = await verifyPacts({ pacts, states })
  const [first, absent, ...others] = interactions.map((each) => each.assumptions)
  expect(first).toContain('the id "1" of the mock')
  expect(absent).toContain('the id "nobody" of the mock')
  expect(JSON.stringify(others)).not.toContain('user 1')
  expect(others.map((each) => each.includes('CORS headers of the mock'))).toEqual([false, false, false, true])
  await expectFailure({ pacts: pactFile({ path }), failOn: 'assumed' }, 1)
})

it('`failOn: "assumed"` fails interactions that depend on an assumption, and names the assumption', async () => {
  const options = { pacts: pactFile(roles, certain), failOn: 'assumed' } as const
  const { report, message } = await expectFailure(options, 1, ['broken', 'verified'])
  expect(report.interactions[0]?.mismatches).toMatchObject(
    roleAssumptions.toSorted().map((path) => ({ part: 'other', path })),
  )
  expect(message).toContain('other roles.pageSize: the response of the mock depends on this assumption')
  const passed = await verifyPacts({ ...options, pacts: pactFile(certain) })
  expect(passed.outcome).toBe('verified')
})

it.each([
  ['options', { requestLogSize: 0 }],
  ['a mock', createMock({ requestLogSize: 0 })],
])('`failOn` needs no request log: %s', async (_, mock) => {
  await expectFailure({ pacts: pactFile(roles), mock, failOn: 'assumed' }, 1)
})

const values = { 'roles.pageSize': 50, 'roles.order': 'name' }
const profile = { measured: '2026-11-23', assumptions: values }

it('what a probe has measured is no assumption: `failOn` accepts it', async () => {
  const report = await verifyPacts({ pacts: pactFile(roles), mock: { profile }, failOn: 'assumed' })
  expect(report.interactions[0]).toMatchObject({ assumptions: [] })
  expect(report.target).toMatchObject({
    profile: 'spec',
    assumptions: { 'roles.pageSize': '50', 'roles.order': 'name' },
  })
  const both = await verifyPacts({ pacts: pactFile(roles, invalid), mock: { profile } })
  expect(formatReport(both)).toContain('1 of 2 depends on assumptions (cursor.invalid)')
})

it('another value than the measured one is an assumption again', async () => {
  const mock = { profile, assumptions: { 'roles.pageSize': 25 } }
  const { report } = await expectFailure({ pacts: pactFile(roles), mock, failOn: 'assumed' })
  expect(report.interactions[0]).toMatchObject({ assumptions: ['roles.pageSize'] })
  expect(report.target).toMatchObject({ assumptions: { 'roles.pageSize': '25' } })
})

it('the form of an error only matters if the pact demands an error body', async () => {
  const measured = { ...profile, assumptions: { 'auth.missing': '401' } }
  const missing = { states: ['no credential'], status: 401 }
  const demanding = { ...missing, body: { title: 'Unauthorized' } }
  const options = { mock: { profile: measured }, failOn: 'assumed' } as const
  const report = await verifyPacts({ ...options, pacts: pactFile(missing) })
  expect(report.interactions[0]).toMatchObject({ outcome: 'verified', assumptions: [] })
  const failed = await expectFailure({ ...options, pacts: pactFile(demanding) }, 1)
  expect(failed.report.interactions[0]).toMatchObject({
    assumptions: ['errors.body', 'errors.contentType'],
  })
})
