import { expect, it, onTestFinished, vi } from 'vitest'
import * as z from 'zod'
import { extendApi } from '../../src/index.js'
import { providerStates, StateUnavailableError, verifyPacts, type StateHandlers } from '../../src/pact.js'
import { runWithoutColors } from '../support/command.js'
import { expectFailure } from './support/failure.js'
import { pactFile, type Interaction, type Json } from './support/pacts.js'
import { openService } from './support/real-service.js'
import { startReplies } from './support/servers.js'
import { readPacts } from '../../src/pact/pacts/pact-file.js'
import { access, runWithoutVerifier, scopesOfTokens } from './support/service-in-process.js'
import { rolesOf, users } from './support/service-users.js'

type Options = NonNullable<Parameters<typeof openService>[0]>

/** Starts a service with this change in its pages of roles. */
async function startService(options: Options, change = (page: Json): Json => page) {
  const { url } = await openService({
    tokens: scopesOfTokens,
    users,
    change: (response, operation) =>
      operation === 'roles' && response.status === 200
        ? { ...response, body: change(response.body as Json) }
        : response,
    ...options,
  })
  return { url, ...access }
}

it('the command fails if a service has renamed its list', async () => {
  const { url, tokens, fixtures } = await startService({ roles: rolesOf(7) }, ({ data, ...page }) => ({
    ...page,
    items: data,
  }))
  const flags = Object.entries(fixtures).flatMap(([name, id]) => ['--fixture', `${name}=${id}`])
  for (const [scope, token] of Object.entries(tokens)) {
    const variable = `TOKEN_${scope.split(':')[0]}`
    vi.stubEnv(variable, token)
    flags.push('--token-env', `${scope}=${variable}`)
  }
  onTestFinished(() => void vi.unstubAllEnvs())
  const { code, stdout } = await runWithoutColors(
    'verify',
    'pacts',
    '--against',
    url,
    ...flags,
    '--max-skipped',
    '9',
  )
  expect(stdout).toContain(
    'page 1 of the roles has no list in "data", and is not an empty last page; its members: "nextPage", "items"',
  )
  expect(stdout).toMatch(/^17 verified, 8 not run/m)
  expect(code).toBe(2)
})

const NOTHING =
  'no response of GET /api/v0/roles with records was checked: state "roles exist {count: 5, pageSize: 2}": the service has 0 roles on 1 page, but the state needs at least 5 on 3; to accept this, use "maxSkipped" (--max-skipped 7)'

it.each<[what: string, change: (page: Json) => Json, options: Options]>([
  ['has no roles', (page) => page, { roles: [] }],
  ['has lost its list', () => ({}), {}],
])('a service that %s fails the run, unless this is known', async (_, change, options) => {
  const against = await startService(options, change)
  const { report } = await expectFailure({ pacts: 'pacts', against }, 2)
  expect(report.problems).toEqual([NOTHING])
  const known = await verifyPacts({ pacts: 'pacts', against, maxSkipped: 7 })
  expect(known.problems).toEqual([])
})

const many: Interaction = { states: [['roles exist', { count: 30 }]] }
const own: StateHandlers = {
  'a sunny day': () => undefined,
  'an order': () => Promise.reject(new StateUnavailableError('there are no orders')),
  '{count} roles': providerStates.rolesExist(),
}
const NONE = /^$/
const LACKS = / with records was checked: state "roles exist {count: 30}": the service has 7 roles /
const renamed = ({ nextPage, ...page }: Json): Json => ({ ...page, next: nextPage })

it.each<[what: string, interactions: Interaction[], problem: RegExp, change?: (page: Json) => Json]>([
  ['nothing that needs roles was checked', [{}, many], LACKS],
  ['something was checked', [many, { states: ['roles exist'] }], NONE],
  [
    'only a refusal was checked',
    [many, { states: ['roles exist', 'the token is invalid'], status: 401 }],
    LACKS,
  ],
  ['only a refusal was skipped', [{}, { ...many, status: 400 }], LACKS],
  ['a state without roles was skipped', [{}, { states: ['no roles exist'] }], NONE],
  [
    'only a state without roles was skipped',
    [{ states: ['no roles exist'] }, { path: '/api/v0/users/1/volunteer', states: ['a volunteer exists'] }],
    /^no response of GET \/api\/v0\/roles was checked: state "no roles exist": .* \(--max-skipped 1\)$/,
  ],
  ['a pending interaction was skipped', [{}, { ...many, pending: true }], NONE],
  [
    'a state with another name was skipped',
    [{}, { states: ['30 roles'] }],
    /state "30 roles": the service has 7 /,
  ],
  ['only an own state was checked, which may need no roles', [many, { states: ['a sunny day'] }], LACKS],
  ['an own state was checked', [{ states: ['an order'] }, { states: ['a sunny day'] }], NONE],
  ['an own state was skipped', [{}, { states: ['an order'] }], /state "an order": there are no orders; /],
  [
    'the cursor may be renamed',
    [{ states: ['roles exist'] }, many],
    /^state "roles exist {count: 30}": the service has 3 roles on 1 page, .*; its last page has no "nextPage", but "next", which may be the cursor; to accept this, .* \(--max-skipped 1\)$/,
    renamed,
  ],
  [
    'no page follows, and the cursor may be renamed',
    [{ states: ['roles exist'] }, { states: ['a cursor to page'] }],
    /: there is no page 2, .*, which may be the cursor; /,
    renamed,
  ],
])('problems of a run in which %s', async (_, interactions, problem, change = (page) => page) => {
  const { problems } = await runWithoutVerifier(
    await readPacts([pactFile(...interactions)]),
    { roles: rolesOf(7), change: (response) => ({ ...response, body: change(response.body as Json) }) },
    own,
  )
  expect(problems.join('\n')).toMatch(problem)
})

it.each([
  ['whose example is refused', { refuses: [409] }, { wrong: 1 }, 'expected string, received undefined'],
  ['with a page to log in', {}, '<title>Log in</title>', 'expected object, received string'],
])('checks the schema of an operation %s', async (_, more, body, message) => {
  const response = z.object({ id: z.string() }).nullable()
  const extend = extendApi().operation(
    'getThing',
    'GET /api/v0/thing',
    { response, ...more } as { response: typeof response; refuses?: readonly 409[] },
    ({ refuse, query }) => (query.has('ok') || !('refuses' in more) ? null : refuse(409, 'Not now.')),
  )
  const type = typeof body === 'string' ? 'text/html' : 'application/json'
  const url = await startReplies(() => ({ headers: { 'content-type': type }, body }))
  const { report } = await expectFailure(
    {
      extend,
      pacts: pactFile({ path: '/api/v0/thing?ok=1' }),
      against: { url, tokens: { 'volunteer:read': 'a' } },
    },
    1,
  )
  expect(report.interactions[0]).toMatchObject({ outcome: 'broken' })
  expect(JSON.stringify(report.interactions[0]!.mismatches)).toContain(message)
})
