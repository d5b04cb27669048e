import { describe, expect, it } from 'vitest'
import { describeApi } from '../../src/admin/describe-api.js'
import { compile } from '../../src/contract/compile.js'
import { textOf } from '../../src/contract/record-look.js'
import { conventionDashboard } from '../../src/convention/dashboard.js'
import { convention } from '../../src/convention/convention.js'
import { extendedApi } from '../../src/extension/extended-api.js'
import { edgeCases } from '../../src/index.js'
import { api } from '../support/convention.js'
import { registrations } from '../extension/registrations.js'
import { library } from '../support/library.js'
import { createPlace, V1 } from './admin-place.js'

const PATH = `${V1}/api`

it('is described at a path that is listed, and needs the token', async () => {
  const place = createPlace({ access: { token: 'secret' } })
  expect((await place.send('GET', PATH)).status).toBe(401)
  const headers = { authorization: 'Bearer secret' }
  const described = (await (await place.send('GET', PATH, { headers })).json()) as object
  expect(described).toMatchObject({
    title: 'Convention Volunteer and Role Read API',
    operations: expect.arrayContaining([
      expect.objectContaining({ id: 'listRoles', list: 'roles', path: '/api/v0/roles', scope: 'user:read' }),
    ]) as unknown,
    tokenEndpoint: { path: '/api/oauth/token', client: { id: 'conmock' } },
    builtInData: { empty: { description: 'No records', edgeCases: false } },
  })
  const list = (await (await place.send('GET', V1, { headers })).json()) as object
  expect(Object.keys(list)).toContain(`GET ${PATH}`)
  const post = await place.send('POST', PATH, { headers, body: '[]' })
  expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
})

describe('the description', () => {
  it.each([
    ['the convention', api, conventionDashboard],
    ['a library', compile(library), {}],
    ['the convention with an extension', extendedApi(convention, registrations), conventionDashboard],
  ])('of %s is JSON, with all that it has', (_name, described, parts) => {
    const description = describeApi(described, parts)
    expect(JSON.parse(JSON.stringify(description))).toEqual(description)
    expect(Object.keys(description.kinds)).toEqual(described.kindNames)
    expect(description.operations.map(({ id }) => id)).toEqual(described.operations.map(({ id }) => id))
    expect(Object.keys(description.assumptions).toSorted()).toEqual(description.assumptionNames.toSorted())
  })

  it('of a library says nothing about the convention', () => {
    const description = describeApi(compile(library), {})
    expect(JSON.stringify(description)).not.toMatch(/api\/v0|role|volunteer/i)
  })

  it('has columns and labels for a kind without a look', () => {
    const { kinds, edgeCases: none, tokenEndpoint } = describeApi(compile(library), {})
    expect(kinds['books']).toMatchObject({
      one: 'book',
      label: 'Books',
      columns: [
        { label: 'Id', text: '{id}', look: 'id' },
        { label: 'Title', text: '{title}', look: 'name' },
        { label: 'Author', text: '{author}', look: 'short' },
        { label: 'Pages', text: '{pages}', look: 'long' },
      ],
      templates: { 'All values generated': {}, 'All required fields': { title: 'The Sea', pages: 120 } },
      optional: ['author'],
    })
    expect([none, tokenEndpoint]).toEqual([[], undefined])
  })

  it('has what a form for requests to the operations of a team needs', () => {
    const { operations, kinds, assumptions } = describeApi(extendedApi(convention, registrations), {})
    const of = (wanted: string) => operations.find(({ id }) => id === wanted)
    // The factory does not return the user, so a new record must start with one.
    expect(Object.keys(kinds['registrations']!.templates)).toEqual(['All required fields'])
    expect(of('register')).toEqual({
      id: 'register',
      method: 'POST',
      path: '/api/v0/registrations',
      scope: 'registration:update',
      origin: 'yours',
      body: { example: { userId: '1122' }, optional: ['badgeName'] },
    })
    expect(of('cancelRegistration')).toMatchObject({
      method: 'DELETE',
      paramFields: { id: { kind: 'registrations', field: 'userId' } },
    })
    expect(of('searchRegistrations')!.body).toEqual({
      example: {},
      optional: ['ids', 'nextPage', 'limit'],
    })
    expect([of('getUser')!.body, of('listRoles')!.origin]).toEqual([undefined, undefined])
    expect(assumptions['registration.canceledTwice']!.origin).toBe('yours')
    expect(kinds['users']!.deletion).toBe(
      'Registrations that refer to it are deleted, or drop it from their lists.',
    )
    expect(kinds['registrations']!.columns.map(({ text }) => text)).toEqual([
      '{id}',
      '{userId}',
      '{status}',
      '{badgeName}',
    ])
  })

  it('of the convention names the records of each edge case', () => {
    const { edgeCases: shown, kinds } = describeApi(api, conventionDashboard)
    expect(shown.map(({ name }) => name)).toEqual(Object.keys(edgeCases))
    for (const { name, records } of shown) {
      const { user, volunteer } = edgeCases[name as keyof typeof edgeCases]
      expect(user).toMatchObject(records['users']!)
      expect(volunteer ?? {}).toMatchObject(records['volunteers'] ?? {})
      expect('volunteers' in records).toBe(volunteer !== null)
    }
    const { columns, requestId } = kinds['volunteers']!
    expect(columns.map(({ text }) => textOf(text, edgeCases.unnamedDepartment.volunteer))).toEqual([
      '6',
      'Irene Costa',
      '50000006',
      '4, Registration',
    ])
    expect(textOf(requestId!.text, edgeCases.plain.volunteer)).toBe('1')
    expect(kinds['volunteers']!.optional).toContain('departments.name')
  })
})
