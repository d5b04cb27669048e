import type * as z from 'zod/mini'
import type { TokenOptions } from '../../api/credentials.js'
import { checkedElsewhere, checkOptions, optionsSchema } from '../../common/check-options.js'
import type { AssumptionInput } from '../../contract/assumptions.js'
import type { MockDataInput } from '../../dataset/data-file.js'
import { decodeAbsent } from '../../common/undefined-marker.js'
import { withStatus } from '../problems.js'
import { noContent, ok, route } from '../route.js'

// The library checks the values, so that its messages are the same.
const advanceBody = optionsSchema<{ readonly advance: number }>({ advance: checkedElsewhere })
const restoreBody = optionsSchema<{ readonly id: string }>({ id: checkedElsewhere })

/** Checks a body, and returns it. @throws InvalidOptionError If it is invalid. */
function checkedBody<T>(schema: z.ZodMiniType<T>, body: unknown): T {
  checkOptions(schema, body)
  return body as T
}

/** The whole state of a space: reset, snapshots, its data and what it has answered. */
export const dataRoutes = [
  route({
    id: 'resetSpace',
    method: 'POST',
    path: '/spaces/:space/reset',
    summary: 'Resets records, tokens, assumptions, clock, faults and journal',
    responses: { 204: { description: 'The space is as after its creation' } },
    async answer({ mock }) {
      await mock.reset()
      return noContent
    },
  }),
  route({
    id: 'createSnapshot',
    method: 'POST',
    path: '/spaces/:space/snapshot',
    summary: 'Stores the state of a space, for `restore`',
    responses: { 201: { description: 'The snapshot', schema: 'Snapshot' } },
    answer: async ({ mock }) => ({ status: 201, body: { id: await mock.snapshot() } }),
  }),
  route({
    id: 'restoreSnapshot',
    method: 'POST',
    path: '/spaces/:space/restore',
    summary: 'Restores the state of a snapshot',
    body: { schema: 'Snapshot', required: true, example: { id: '1' } },
    responses: { 204: { description: 'The state is restored' } },
    async answer({ mock, body }) {
      await mock.restore(checkedBody(restoreBody, body).id)
      return noContent
    },
  }),
  route({
    id: 'exportData',
    method: 'GET',
    path: '/spaces/:space/data',
    summary: 'Exports all records',
    responses: { 200: { description: 'All records', schema: 'Data' } },
    answer: ({ mock }) => ok(mock.export()),
  }),
  route({
    id: 'replaceData',
    method: 'PUT',
    path: '/spaces/:space/data',
    summary: 'Replaces all records. Missing fields are generated',
    body: { schema: 'DataInput', required: true, example: { volunteers: [{ user: { id: '42' } }] } },
    responses: { 204: { description: 'The records are replaced' } },
    async answer({ mock, body }) {
      await mock.replace(decodeAbsent(body) as MockDataInput)
      return noContent
    },
  }),
  route({
    id: 'getCoverage',
    method: 'GET',
    path: '/spaces/:space/coverage',
    summary: 'Returns which cases of the API the space has sent',
    responses: { 200: { description: 'The coverage', schema: 'Coverage' } },
    answer: ({ mock }) => ok(mock.coverage()),
  }),
]

/** Tokens, assumptions and the clock. */
export const settingRoutes = [
  route({
    id: 'listTokens',
    method: 'GET',
    path: '/spaces/:space/tokens',
    summary: 'Lists the tokens that the space accepts',
    responses: { 200: { description: 'The tokens', schema: 'Tokens' } },
    answer: ({ mock }) => ok({ tokens: mock.tokens.all }),
  }),
  route({
    id: 'issueToken',
    method: 'POST',
    path: '/spaces/:space/tokens',
    summary: 'Issues a token',
    body: {
      schema: 'TokenOptions',
      required: false,
      example: { scopes: ['volunteer:read'], expiresIn: 60 },
    },
    responses: { 201: { description: 'The token', schema: 'Token' } },
    answer: ({ mock, body = {} }) => ({ status: 201, body: mock.tokens.issue(body as TokenOptions) }),
  }),
  route({
    id: 'revokeToken',
    method: 'DELETE',
    path: '/spaces/:space/tokens/:token',
    summary: 'Makes a token invalid',
    responses: { 204: { description: 'The token is invalid' } },
    answer({ mock, param }) {
      withStatus(404, () => mock.tokens.revoke(param('token')))
      return noContent
    },
  }),
  route({
    id: 'getAssumptions',
    method: 'GET',
    path: '/spaces/:space/assumptions',
    summary: 'Returns the value of every assumption',
    responses: { 200: { description: 'The assumptions', schema: 'Assumptions' } },
    answer: ({ mock }) => ok({ settings: mock.settings }),
  }),
  route({
    id: 'changeAssumptions',
    method: 'PATCH',
    path: '/spaces/:space/assumptions',
    summary: 'Changes assumptions from the next request on',
    body: { schema: 'AssumptionInput', required: true, example: { 'roles.pageSize': 25 } },
    responses: { 200: { description: 'The assumptions', schema: 'Assumptions' } },
    answer({ mock, body }) {
      mock.assume(body as AssumptionInput)
      return ok({ settings: mock.settings })
    },
  }),
  route({
    id: 'getClock',
    method: 'GET',
    path: '/spaces/:space/clock',
    summary: 'Returns the time of the space',
    responses: { 200: { description: 'The time', schema: 'Clock' } },
    answer: ({ mock }) => ok({ now: mock.clock.now() }),
  }),
  route({
    id: 'advanceClock',
    method: 'PATCH',
    path: '/spaces/:space/clock',
    summary: 'Advances the clock, for tokens, cursors and the rate limit',
    body: { schema: 'Advance', required: true, example: { advance: 3600 } },
    responses: { 200: { description: 'The new time', schema: 'Clock' } },
    answer({ mock, body }) {
      mock.clock.advance(checkedBody(advanceBody, body).advance)
      return ok({ now: mock.clock.now() })
    },
  }),
]
