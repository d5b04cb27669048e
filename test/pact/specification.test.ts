import { expect, it } from 'vitest'
import { exampleVolunteer } from '../../src/convention/volunteer/example.js'
import type { Reply } from './support/servers.js'
import { outcomesOf, type Case } from './support/written-cases.js'

const page = { data: [{ id: '1', name: 'staff' }], nextPage: null }

/** A case of a pact that mentions no field, so only the API specification can be violated. */
function withBody(what: string, body: unknown, differsAt?: string, type = 'application/json'): Case {
  const reply: Reply = { headers: { 'content-type': type }, body }
  return [what, '{ "status": 200 }', reply, differsAt]
}

it('a service must return pages as in the API specification', async () => {
  const { found, wanted } = await outcomesOf(
    [
      withBody('a valid page', page),
      withBody('additional fields', { ...page, total: 1 }, undefined, 'application/json; charset="utf-8"'),
      withBody('no list', {}),
      withBody('a field of another type', { data: [{ id: 1, name: 'staff' }] }, '$.data[0].id'),
      withBody('a field in the wrong case', { ...page, nextpage: 'more' }, '$.nextpage'),
      withBody('a list instead of an object', [page], '$'),
      withBody('another media type', page, 'Content-Type', 'text/plain'),
      withBody('another charset', page, 'Content-Type', 'application/json; charset=latin1'),
      withBody('two roles with one id', { data: [...page.data, { id: '1', name: 'crew' }] }, '$.data'),
      withBody('two roles with one name', { data: [...page.data, { id: '2', name: 'staff' }] }, '$.data'),
    ],
    { specification: true },
  )
  expect(found).toEqual(wanted)
})

/** The example, for this user. */
function record(id: string) {
  return { ...exampleVolunteer, user: { ...exampleVolunteer.user, id } }
}

it('a service must return the record of the user, and must refuse as in the API specification', async () => {
  const html = { status: 404, headers: { 'content-type': 'text/html' }, body: '<p>Not found</p>' }
  const { found, wanted } = await outcomesOf(
    [
      withBody('a valid record', record('1')),
      withBody('the record of another user', record('2'), '$.user.id'),
      // The API has not sent it.
      ['an HTML page', '{ "status": 404 }', html, 'Content-Type'],
    ],
    {
      specification: true,
      path: '/api/v0/users/1/volunteer',
      states: { 'the user is in the service': () => undefined },
    },
  )
  expect(found).toEqual(wanted)
})
