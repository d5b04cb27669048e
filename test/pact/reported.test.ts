import { expect, it } from 'vitest'
import { reportedApi } from '../../src/reported.js'
import { open, outcomes, record, verify } from './support/own-operations.js'

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
  const { mock, ask } = open(reportedApi)
  for (const path of ['users/1', 'users/1/registration', 'users/2/registration', 'users/2/roles'])
    await ask(`GET ${path}`)
  for (const method of ['PUT', 'PUT', 'DELETE', 'DELETE'])
    await ask(`${method} users/2/roles/1`, method === 'PUT' ? { scope: 'global' } : undefined)
  const pact = await record(reportedApi, mock)
  expect(pact.lines).toEqual([expect.stringContaining(`${all.length} interactions`), ...pact.lines.slice(1)])
  const report = await verify({ extend: reportedApi, pacts: pact.file })
  expect(outcomes(report)).toEqual(Object.fromEntries(all.map((name) => [name, 'verified'])))
  for (const { assumptions } of report.interactions)
    expect(assumptions).toContainEqual(expect.stringContaining(' (reported)'))
})
