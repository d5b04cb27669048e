// The code under test receives a fetch function. So nothing is intercepted, and no port is opened.
import assert from 'node:assert/strict'
import { after, afterEach, test } from 'node:test'
import { createMock, explainFailures, forEachVariant, saveCoverage } from 'conmock'
import { Api, ApiError } from '../src/api.js'

// For `npm run pact`. First, because it only sees mocks that are created later.
saveCoverage(after)

const mock = createMock({ data: 'edge-cases', assumptions: { 'roles.pageSize': 4 } })

/** @param {string} token */
function apiFor(token) {
  return new Api('https://reg.example.com', token, mock.fetch)
}

/** @param {string} token */
async function listRoles(token) {
  const roles = []
  for await (const role of apiFor(token).roles()) roles.push(role)
  return roles
}

// Prints the refused requests of a failed test.
explainFailures(afterEach)
// Resets records, tokens and assumptions.
afterEach(() => mock.reset())

test('a volunteer is found by the id of the user', async () => {
  const created = await mock.volunteers.create({ user: { id: '42', preferredName: 'Sky' } })

  assert.deepEqual(await apiFor('mock-volunteer-read').getVolunteer('42'), created)
})

test('a user without a record has none', async () => {
  await mock.users.create({ id: '43' })

  assert.equal(await apiFor('mock-volunteer-read').getVolunteer('43'), null)
})

test('all roles of all pages are found, with every variant that the specification allows', async () => {
  await forEachVariant({ mock }, async () => {
    assert.deepEqual(await listRoles('mock-user-read'), mock.roles.findMany())
  })
})

test('a walk through the pages fails when its cursor is no longer good', async () => {
  const roles = apiFor('mock-user-read').roles()
  await roles.next()

  mock.faults.add({ operation: 'listRoles', effect: { status: 400 } })

  await assert.rejects(async () => {
    for await (const { id } of roles) assert.ok(id)
  }, new ApiError(400))
})

test('a token without the scope is refused', async () => {
  await assert.rejects(listRoles('mock-volunteer-read'), new ApiError(403))
})
