import { expect, it } from 'vitest'
import { exampleVolunteer } from '../../src/convention/volunteer/example.js'
import { volunteerPath } from '../support/ask.js'
import { outcomesOf, type Case } from './support/cases.js'
import type { Interaction } from './support/pacts.js'

const page = { data: [{ id: '1', name: 'staff' }], nextPage: null }
const record: Interaction = { path: volunteerPath('1') }

/** A response with a page or another body. */
function reply(body: unknown, type = 'application/json') {
  return { headers: { 'content-type': type }, body }
}

/** The example, for this user. */
function recordOf(id: string) {
  return { ...exampleVolunteer, user: { ...exampleVolunteer.user, id } }
}

it('a service must return pages and records, and must refuse, as in the API specification', async () => {
  // The pact mentions no field, so only the API specification can be violated.
  const cases: Case[] = [
    ['a valid page', {}, reply(page)],
    ['additional fields', {}, reply({ ...page, total: 1 }, 'application/json; charset="utf-8"')],
    ['no list', {}, reply({})],
    ['a field of another type', {}, reply({ data: [{ id: 1, name: 'staff' }] }), '$.data[0].id'],
    ['a field in the wrong case', {}, reply({ ...page, nextpage: 'more' }), '$.nextpage'],
    ['a list instead of an object', {}, reply([page]), '$'],
    ['another media type', {}, reply(page, 'text/plain'), 'Content-Type'],
    ['another charset', {}, reply(page, 'application/json; charset=latin1'), 'Content-Type'],
    ['two roles with one id', {}, reply({ data: [...page.data, { id: '1', name: 'crew' }] }), '$.data'],
    ['two roles with one name', {}, reply({ data: [...page.data, { id: '2', name: 'staff' }] }), '$.data'],
    ['no body after HEAD', { method: 'HEAD' }, reply('')],
    ['a valid record', record, reply(recordOf('1'))],
    ['the record of another user', record, reply(recordOf('2')), '$.user.id'],
    // The API has not sent it.
    [
      'an HTML page',
      { ...record, status: 404 },
      { status: 404, ...reply('<p>Not found</p>', 'text/html') },
      'Content-Type',
    ],
  ]
  const { found, wanted } = await outcomesOf(cases, { specification: true })
  expect(found).toEqual(wanted)
})
