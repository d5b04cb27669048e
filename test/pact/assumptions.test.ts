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
  expect(first).toContain('user 1 of the mock')
  expect(absent).toContain('user nobody of the mock')
  expect(JSON.stringify(others)).not.toContain('user 1')
  expect(others.map((each) => each.includes('CORS headers of the mock'))).toEqual([false, false, false, true])
  await expectFailure({ pacts: pactFile({ path }), failOn: 'assumed' }, 1)
})

it('`failOn: "assumed"` fails interactions that depend on an assumption, and names the assumption', async () => {
  const options = { pacts: pactFile(roles, certain), failOn: 'assumed' } as const
  const { report, message } = await expectFailure(options, 1, ['broken', 'verified'])
  expect(report.interactions[0]?.mismatches).toMatchObject(
    roleAssumptions.map((path) => ({ part: 'other', path })),
  )
  expect(message).toContain('other roles.pageSize: the response of the mock depends on this assumption')
  const passed = await verifyPacts({ ...options, pacts: pactFile(certain) })
  expect(passed.outcome).toBe('verified')
})

it.each([
  ['options', { assumedHeader: false, requestLogSize: 0 }],
  ['a mock', createMock({ assumedHeader: false, requestLogSize: 0 })],
])('`failOn` needs no header and no request log: %s', async (_, mock) => {
  await expectFailure({ pacts: pactFile(roles), mock, failOn: 'assumed' }, 1)
})

const profile = {
  extends: 'spec',
  measured: '2026-11-23',
  assumptions: {
    'roles.pageSize': { value: 50, evidence: 'pages of 50' },
    'roles.order': { value: 'name', evidence: 'names ascend' },
  },
}

it('measured assumptions are no assumptions: `failOn` accepts them, and the report says when', async () => {
  const now = Date.UTC(2026, 10, 30)
  const report = await verifyPacts({ pacts: pactFile(roles), mock: { profile, now }, failOn: 'assumed' })
  expect(report.interactions[0]).toMatchObject({ assumptions: [], measured: roleAssumptions })
  expect(report.target).toMatchObject({ profile: 'spec', measured: '2026-11-23', assumptions: {} })
  const both = await verifyPacts({ pacts: pactFile(roles, invalid), mock: { profile, now } })
  expect(formatReport(both)).toContain(
    '1 of 2 depends on assumptions (cursor.invalid, errors.body), 1 more only on what was measured on 2026-11-23',
  )
  expect(both.notes).toEqual([])
})

it('another value than the measured one is an assumption again', async () => {
  const mock = { profile, assumptions: { 'roles.pageSize': 25 } }
  const { report } = await expectFailure({ pacts: pactFile(roles), mock, failOn: 'assumed' })
  expect(report.interactions[0]).toMatchObject({ assumptions: ['roles.pageSize'], measured: ['roles.order'] })
  expect(report.target).toMatchObject({ assumptions: { 'roles.pageSize': '25' } })
})

it('a profile that was measured more than 180 days ago is named with its age, and nothing fails', async () => {
  const day = 24 * 60 * 60 * 1000
  for (const [days, notes] of [
    [180, []],
    [181, [expect.stringContaining('the profile was measured 181 days ago')]],
  ] as const) {
    const now = Date.UTC(2026, 10, 23) + days * day
    const report = await verifyPacts({ pacts: pactFile(roles), mock: { profile, now }, failOn: 'assumed' })
    expect(report).toMatchObject({ outcome: 'verified', notes })
  }
})
