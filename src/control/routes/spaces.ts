import type { SpaceOptions } from '../../spaces/space.js'
import { route } from '../route.js'

const space = '/spaces/:space'

/** Returns the options of a space without the secrets of its clients. */
function withoutSecrets({ clients, ...options }: SpaceOptions): SpaceOptions {
  if (clients === undefined) return options
  const hidden = Object.entries(clients).map(([id, client]) => [id, { ...client, secret: '…' }])
  return { ...options, clients: Object.fromEntries(hidden) as SpaceOptions['clients'] }
}

/** Spaces as a whole: creating, resetting and removing them, and what they have answered. */
export const spaceRoutes = [
  route('GET', '/spaces', 'listSpaces', {
    summary: 'Lists the spaces',
    responses: { 200: { description: 'The spaces', schema: 'Spaces' } },
    answer: ({ context }) => ({ spaces: context.spaces.list() }),
  }),
  route('GET', space, 'getSpace', {
    summary: 'Returns the options of a space, without the secrets of its clients',
    responses: { 200: { description: 'The space', schema: 'Space' } },
    answer({ context, param }) {
      const name = param('space')
      return { name, options: withoutSecrets(context.spaces.optionsOf(name)) }
    },
  }),
  route('PUT', space, 'createSpace', {
    summary:
      'Creates a space. A space with the same options does not change. One with other options is replaced',
    body: { schema: 'SpaceOptions', required: false, example: { scenario: 'personas' } },
    responses: {
      200: { description: 'The space existed', schema: 'Space' },
      201: { description: 'The space is new', schema: 'Space' },
    },
    conflicts: true,
    answer({ context, param, body = {}, hono }) {
      const name = param('space')
      const options = body as SpaceOptions
      if (context.spaces.create(name, options) === 'created') hono.status(201)
      return { name, options: withoutSecrets(options) }
    },
  }),
  route('DELETE', space, 'deleteSpace', {
    summary: 'Removes a space. The space `default` is reset',
    responses: { 204: { description: 'The space is removed' } },
    answer: ({ context, param }) => context.spaces.delete(param('space')),
  }),
  route('POST', `${space}/reset`, 'resetSpace', {
    summary: 'Resets records, tokens, assumptions, clock, faults and journal',
    responses: { 204: { description: 'The space is as after its creation' } },
    answer: ({ mock }) => mock.reset(),
  }),
  route('GET', `${space}/coverage`, 'getCoverage', {
    summary: 'Returns which cases of the API the space has sent',
    responses: { 200: { description: 'The coverage', schema: 'Coverage' } },
    answer: ({ mock }) => mock.coverage(),
  }),
]
