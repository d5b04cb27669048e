import { describe, expect, it } from 'vitest'
import { assumptions } from '../../src/convention/assumptions.js'
import { edgeCases, type AssumptionInput, type AssumptionName, type MockOptions } from '../../src/index.js'
import { tokenForm } from '../support/ask.js'
import { provoke, refusals } from '../support/refusals.js'
import { connect, pagePath, ROLES, volunteerPath, type Client } from './client.js'

interface Kind {
  readonly what: string
  readonly ask: (client: Client) => Promise<Response>
  readonly names: readonly AssumptionName[]
  readonly assumed?: AssumptionInput
  readonly options?: MockOptions
}

const page: readonly AssumptionName[] = ['roles.pageSize', 'roles.order']
const roles = ({ get }: Client) => get(ROLES)
const record = ({ get }: Client) => get(volunteerPath('1'))

const successes: readonly Kind[] = [
  { what: 'a first page', ask: roles, names: page },
  { what: 'an only page', ask: roles, names: page, options: { data: 'single-page' } },
  { what: 'an empty list', ask: roles, names: page, options: { data: 'empty' } },
  {
    what: 'a page by its cursor',
    ask: async (client) => client.get(pagePath((await client.page()).nextPage)),
    names: page,
  },
  { what: 'the HEAD of a page', ask: ({ send }) => send('HEAD', ROLES), names: page },
  { what: 'a page with a limit', ask: ({ get }) => get(`${ROLES}?limit=5`), names: [...page, 'roles.limit'] },
  {
    what: 'a page with a limit that is applied',
    ask: ({ get }) => get(`${ROLES}?limit=5`),
    assumed: { 'roles.limit': 'applied' },
    names: [...page, 'roles.limit'],
  },
  {
    what: 'a page with another parameter',
    ask: ({ get }) => get(`${ROLES}?page=5`),
    names: [...page, 'roles.unknownQuery'],
  },
  {
    what: 'a page for an invalid cursor',
    ask: ({ get }) => get(pagePath('garbage')),
    assumed: { 'cursor.invalid': 'first-page' },
    names: [...page, 'cursor.invalid'],
  },
  {
    what: 'a page with hasMore',
    ask: roles,
    assumed: { 'extras.hasMore': 'present' },
    names: [...page, 'extras.hasMore'],
  },
  {
    what: 'a page by a path with a slash',
    ask: ({ get }) => get(`${ROLES}/`),
    assumed: { 'path.trailingSlash': 'accepted' },
    names: [...page, 'path.trailingSlash'],
  },
  { what: 'a record', ask: record, names: [] },
  {
    what: 'a record without a preferred name',
    ask: ({ get }) => get(volunteerPath(edgeCases.noPreferredName.user.id)),
    names: [],
  },
  {
    what: 'a record with isStaff',
    ask: record,
    assumed: { 'extras.isStaff': 'present' },
    names: ['extras.isStaff'],
  },
  {
    what: 'null for an unknown user',
    ask: ({ get }) => get(volunteerPath('4711471147')),
    assumed: { 'volunteer.unknownUser': '200-null' },
    names: ['volunteer.unknownUser'],
  },
  {
    what: 'null for a user without a record',
    ask: ({ get }) => get(volunteerPath('28')),
    assumed: { 'volunteer.noRecord': '200-null' },
    names: ['volunteer.noRecord'],
  },
]

const others: readonly Kind[] = [
  {
    what: 'a token',
    ask: ({ fetch }) => fetch('/api/oauth/token', { method: 'POST', body: tokenForm() }),
    assumed: { 'token.endpoint': 'on' },
    names: ['token.endpoint'],
  },
  {
    what: 'a refusal of the token endpoint',
    ask: ({ fetch }) => fetch('/api/oauth/token'),
    assumed: { 'token.endpoint': 'on' },
    names: ['token.endpoint'],
  },
]

/** How every error with a body is returned. */
const ofErrors = ['errors.body', 'errors.contentType'] as const

const hiddenMethod: Kind = {
  what: 'another method, hidden',
  ask: ({ send }) => send('POST', ROLES),
  assumed: { 'method.notAllowed': '404' },
  names: ['method.notAllowed', ...ofErrors],
}

const ofRefusals = refusals.flatMap((refusal): readonly Kind[] => {
  const kind = {
    ask: (client: Client) => provoke(client, refusal),
    names: [refusal.assumption, ...ofErrors],
  }
  const assumed = refusal.assumptions ?? {}
  return [
    { ...kind, what: refusal.what, assumed },
    { ...kind, what: `${refusal.what}, in an envelope`, assumed: { ...assumed, 'errors.body': 'envelope' } },
    {
      ...kind,
      what: `${refusal.what}, without a body`,
      assumed: { ...assumed, 'errors.body': 'empty' },
      names: [refusal.assumption, 'errors.body'],
    },
  ]
})

const kinds = [...successes, ...others, hiddenMethod, ...ofRefusals]

async function headerOf({ ask, assumed, options }: Kind, more: MockOptions = {}): Promise<string | null> {
  const client = connect({ ...options, ...more, assumptions: assumed })
  return (await ask(client)).headers.get('conmock-assumed')
}

describe('Conmock-Assumed', () => {
  it.each(kinds)('names the assumptions of $what', async (kind) => {
    const names = (await headerOf(kind))?.split(', ') ?? []
    expect(names.toSorted()).toEqual(kind.names.toSorted())
    for (const name of names) expect(assumptions[name as AssumptionName].status).not.toBe('specified')
  })

  it.each(kinds)('is omitted from $what with assumedHeader: false', async (kind) => {
    expect(await headerOf(kind, { assumedHeader: false })).toBeNull()
  })

  it('follows the current assumptions', async () => {
    const client = connect()
    const before = (await roles(client)).headers.get('conmock-assumed')
    client.mock.assume({ 'extras.hasMore': 'present' })
    expect((await roles(client)).headers.get('conmock-assumed')).toBe(`${before}, extras.hasMore`)
    await client.mock.reset()
    expect((await roles(client)).headers.get('conmock-assumed')).toBe(before)
  })

  it('names only the form of errors for an unknown path', async () => {
    const { get } = connect()
    expect((await get('/nowhere')).headers.get('conmock-assumed')).toBe('errors.body, errors.contentType')
  })

  it('names path.unknown for an unknown path of the API', async () => {
    const { get, mock } = connect()
    for (const variant of ['404', '501'] as const) {
      mock.assume({ 'path.unknown': variant })
      const { headers } = await get('/api/v0/nowhere')
      expect(headers.get('conmock-assumed')).toBe('path.unknown, errors.body, errors.contentType')
    }
  })
})
