import { describe, expect, it } from 'vitest'
import { edgeCases, type AssumptionInput, type AssumptionName, type MockOptions } from '../../src/index.js'
import { tokenForm } from '../support/ask.js'
import { provoke, refusals } from '../support/refusals.js'
import { connect, pagePath, ROLES, volunteerPath, type Client } from './client.js'

/** A path with all scopes, or any request, and the assumptions that the header of its response names. */
type Row = [
  what: string,
  asked: string | ((client: Client) => Promise<Response>),
  names: readonly AssumptionName[],
  assumed?: AssumptionInput,
  options?: MockOptions,
]

const page: readonly AssumptionName[] = ['roles.pageSize', 'roles.order']
const record = volunteerPath('1')
const token = '/api/oauth/token'

const successes: readonly Row[] = [
  ['a first page', ROLES, page],
  ['an only page', ROLES, page, {}, { data: 'single-page' }],
  ['an empty list', ROLES, page, {}, { data: 'empty' }],
  ['a page by its cursor', async ({ get, page: read }) => get(pagePath((await read()).nextPage)), page],
  ['the HEAD of a page', ({ send }) => send('HEAD', ROLES), page],
  ['a page with a limit', `${ROLES}?limit=5`, [...page, 'roles.limit']],
  ['a page by its limit', `${ROLES}?limit=5`, [...page, 'roles.limit'], { 'roles.limit': 'applied' }],
  ['a page with another parameter', `${ROLES}?page=5`, [...page, 'roles.unknownQuery']],
  [
    'a page for an invalid cursor',
    pagePath('garbage'),
    [...page, 'cursor.invalid'],
    { 'cursor.invalid': 'first-page' },
  ],
  ['a page with hasMore', ROLES, [...page, 'extras.hasMore'], { 'extras.hasMore': 'present' }],
  [
    'a page by a path with a slash',
    `${ROLES}/`,
    [...page, 'path.trailingSlash'],
    { 'path.trailingSlash': 'accepted' },
  ],
  ['a record', record, []],
  ['a record without a preferred name', volunteerPath(edgeCases.noPreferredName.user.id), []],
  ['a record with isStaff', record, ['extras.isStaff'], { 'extras.isStaff': 'present' }],
  ...(['volunteer.unknownUser', 'volunteer.noRecord'] as const).map((name): Row => {
    const id = name === 'volunteer.noRecord' ? '28' : '4711471147'
    return [`null for ${name}`, volunteerPath(id), [name], { [name]: '200-null' }]
  }),
]

/** How every error with a body is returned. */
const ofErrors = ['errors.body', 'errors.contentType'] as const

const others: readonly Row[] = [
  [
    'a token',
    ({ fetch }) => fetch(token, { method: 'POST', body: tokenForm() }),
    ['token.endpoint'],
    { 'token.endpoint': 'on' },
  ],
  [
    'a refusal of the token endpoint',
    ({ fetch }) => fetch(token),
    ['token.endpoint'],
    { 'token.endpoint': 'on' },
  ],
  [
    'another method, hidden',
    ({ send }) => send('POST', ROLES),
    ['method.notAllowed', ...ofErrors],
    { 'method.notAllowed': '404' },
  ],
  ['an unknown path', '/nowhere', ofErrors],
  ...(['404', '501'] as const).map((variant): Row => {
    const names = ['path.unknown', ...ofErrors] as const
    return [`an unknown path of the API: ${variant}`, '/api/v0/nowhere', names, { 'path.unknown': variant }]
  }),
]

const ofRefusals = refusals.flatMap((refusal) =>
  (['problem', 'envelope', 'empty'] as const).map((form): Row => {
    const assumed = { ...refusal.assumptions, 'errors.body': form }
    const names = [refusal.assumption, ...(form === 'empty' ? (['errors.body'] as const) : ofErrors)]
    return [`${refusal.what}, as ${form}`, (client) => provoke(client, refusal), names, assumed]
  }),
)

async function headerIn([, asked, , assumptions, options]: Row) {
  const client = connect({ ...options, assumptions })
  const response = typeof asked === 'string' ? await client.get(asked) : await asked(client)
  return response.headers.get('conmock-assumed')
}

describe('Conmock-Assumed', () => {
  it.each([...successes, ...others, ...ofRefusals])('names the assumptions of %s', async (...row) => {
    expect(await headerIn(row)).toBe(row[2].length === 0 ? null : row[2].join(', '))
  })

  it('follows the current assumptions', async () => {
    const { get, mock } = connect()
    const header = async () => (await get(ROLES)).headers.get('conmock-assumed')
    const before = await header()
    mock.assume({ 'extras.hasMore': 'present' })
    expect(await header()).toBe(`${before}, extras.hasMore`)
    await mock.reset()
    expect(await header()).toBe(before)
  })
})
