import { existsSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { MatchersV3, PactV4 } from '@pact-foundation/pact'
import { afterAll, expect, it, vi } from 'vitest'
import { like, providerStates as states, type GivenState } from '../../../src/pact.js'
import { createFolder } from '../../support/temporary-folder.js'
import { exampleIn } from '../examples.js'

// Set before Pact is loaded, which would send usage data otherwise.
vi.hoisted(() => {
  process.env['PACT_DO_NOT_TRACK'] = 'true'
})

/** A value that a provider state returns, so that the pact also works for providers with other ids. */
const fromState = MatchersV3.fromProviderState

interface Interaction {
  readonly description: string
  readonly given: readonly GivenState[]
  readonly cursor?: string
  /** The body of a success. The API specification does not define refusals, so they only have a status. */
  readonly body?: object
  readonly status?: number
  readonly credential?: false
}

const userId = '42'
const user = { id: fromState('${userId}', userId) }

const volunteers: readonly Interaction[] = [
  {
    description: 'a request for the volunteer record of a user',
    given: [states.volunteerExists({ userId })],
    // Without the values of the options: each event has its own options, with values of different types.
    body: like.volunteer({
      only: [
        ...(['id', 'createdAt', 'updatedAt', 'contactMethods', 'departments', 'user'] as const),
        'options.name',
        'options.type',
      ],
      example: { id: fromState('${volunteerId}', '500042'), user },
    }),
  },
  {
    description: 'a request for the record of a user whose preferred name is null',
    given: [states.volunteerWithoutPreferredName({ userId, as: 'null' })],
    body: like.volunteer({ only: ['user'], example: { user: { ...user, preferredName: null } } }),
  },
  {
    description: 'a request for the record of a user without a preferred name',
    given: [states.volunteerWithoutPreferredName({ userId, as: 'absent' })],
    body: like.volunteer({ only: ['user'], example: { user: { ...user, preferredName: undefined } } }),
  },
  {
    description: 'a request for a record with an unnamed department',
    given: [states.volunteerWithUnnamedDepartment({ userId })],
    body: like.volunteer({
      only: ['user.id', 'departments'],
      example: { user, departments: [{ states: ['request'], name: undefined }] },
    }),
  },
  {
    description: 'a request for a record with options of every type',
    given: [states.volunteerWithEveryOptionType({ userId })],
    body: like.volunteer({
      only: ['user.id', 'options'],
      example: {
        user,
        options: [{ type: 'select' }, { type: 'multi' }, { type: 'text' }, { type: 'number' }],
      },
    }),
  },
  {
    description: 'a request for a record with nothing in its lists',
    given: [states.volunteerWithEmptyLists({ userId })],
    body: like.volunteer({
      only: ['user.id', 'contactMethods', 'departments', 'options'],
      example: { user, contactMethods: [], departments: [], options: [] },
    }),
  },
  {
    description: 'a request for the volunteer record of an unknown user',
    given: [states.noVolunteer({ userId })],
    status: 404,
  },
  {
    description: 'a request for the volunteer record of a user without a record',
    given: [states.userWithoutRecord({ userId })],
    status: 404,
  },
  ...refusalsOf('a volunteer record', 'user:read', [states.volunteerExists({ userId })]),
]

const cursor = 'cursor-to-the-page'

/** Three pages: two roles, two roles, and one. */
const threePages = states.rolesExist({ count: 5, pageSize: 2 })

const roles: readonly Interaction[] = [
  {
    description: 'a request for the first page of roles',
    given: [threePages],
    body: like.rolePage({ next: 'cursor' }),
  },
  {
    description: 'a request for the second page of roles',
    given: [threePages, states.cursorToPage({ page: 2 })],
    cursor,
    // Exactly this cursor: a provider that ignores `nextPage` returns the cursor of the first page.
    body: {
      ...like.rolePage({ next: 'cursor' }),
      nextPage: fromState('${nextCursor}', 'cursor-to-the-next-page'),
    },
  },
  ...(['null', 'absent'] as const).map((next) => ({
    description: `a request for the last page of roles, whose cursor is ${next}`,
    given: [threePages, states.lastPage({ nextPage: next })],
    cursor,
    body: like.rolePage({ next }),
  })),
  ...(
    [
      { what: 'an empty list', as: 'array', data: 'empty', next: 'null' },
      { what: 'null', as: 'null', data: 'null', next: 'absent' },
      { what: 'absent', as: 'absent', data: 'absent', next: 'absent' },
    ] as const
  ).map(({ what, as, data, next }) => ({
    description: `a request for the roles where there are none, shown as ${what}`,
    given: [states.noRolesExist({ as }), states.lastPage({ nextPage: next })],
    body: like.rolePage({ next, data }),
  })),
  ...refusalsOf('the roles', 'volunteer:read', []),
]

function refusalsOf(
  what: string,
  otherScope: 'user:read' | 'volunteer:read',
  given: GivenState[],
): Interaction[] {
  const described = (why: string) => `a request for ${what} ${why}`
  return [
    { description: described('without a credential'), given, status: 401, credential: false },
    {
      description: described('with an unknown token'),
      given: [...given, states.tokenIsInvalid()],
      status: 401,
    },
    {
      description: described('with an expired token'),
      given: [...given, states.tokenIsExpired()],
      status: 401,
    },
    {
      description: described('with a token of another scope'),
      given: [...given, states.tokenHasScope({ scope: otherScope })],
      status: 403,
    },
  ]
}

const names = { consumer: 'conmock-reference-consumer', provider: 'convention-read-api' }
const fileName = `${names.consumer}-${names.provider}.json`
const folder = createFolder()
const pact = new PactV4({ ...names, dir: folder, logLevel: 'error' })

afterAll(() => rmSync(folder, { recursive: true }))

const volunteerPath = `/api/v0/users/${userId}/volunteer`
const volunteerFromState = fromState('/api/v0/users/${userId}/volunteer', volunteerPath)

// One test file writes the whole pact: parallel files would overwrite each other's interactions.
it.each([
  ...volunteers.map((each) => ({ ...each, asked: volunteerFromState, url: volunteerPath })),
  ...roles.map((each) => ({ ...each, asked: '/api/v0/roles', url: '/api/v0/roles' })),
])(
  '$description',
  async ({ description, given, cursor: nextPage, body, status = 200, credential, asked, url }) => {
    const headers = {
      Accept: 'application/json',
      ...(credential === false ? {} : { Authorization: 'Bearer access-token' }),
    }
    const interaction = pact.addInteraction()
    for (const [state, parameters] of given) interaction.given(state, parameters)
    await interaction
      .uponReceiving(description)
      .withRequest('GET', asked, (builder) => {
        builder.headers(headers)
        if (nextPage !== undefined) builder.query({ nextPage: fromState('${cursor}', nextPage) })
      })
      .willRespondWith(status, (builder) => {
        if (body) builder.headers({ 'Content-Type': 'application/json' }).jsonBody(body)
      })
      .executeTest(async (server) => {
        const query = nextPage === undefined ? '' : `?nextPage=${nextPage}`
        const response = await fetch(server.url + url + query, { headers })
        expect(response.status).toBe(status)
        const received = body && ((await response.json()) as unknown)
        expect(received).toEqual(body && exampleIn(body))
      })
  },
)

it('the written pact is the same as in pacts/', async () => {
  const committed = fileURLToPath(new URL(`../../../pacts/${fileName}`, import.meta.url))
  // Without this check, Vitest writes a missing file and passes.
  const isThere = existsSync(committed)
  await expect(
    readFileSync(path.join(folder, fileName), 'utf8'),
    `pacts/${fileName} differs from what these tests write. If the tests are right, update it: npm run pacts`,
  ).toMatchFileSnapshot(committed)
  expect(isThere, 'the file was missing and is now written: check it and run the tests again').toBe(true)
})
