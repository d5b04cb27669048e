import type { SandboxOptions } from '../../sandboxes/sandbox.js'
import { route } from '../route.js'

const sandbox = '/sandboxes/:sandbox'

/** Returns the options of a sandbox without the secrets of its clients. */
function withoutSecrets({ clients, ...options }: SandboxOptions): SandboxOptions {
  if (clients === undefined) return options
  const hidden = Object.entries(clients).map(([id, client]) => [id, { ...client, secret: '…' }])
  return { ...options, clients: Object.fromEntries(hidden) as SandboxOptions['clients'] }
}

/** Sandboxes as a whole: creating, resetting and removing them, and what they have answered. */
export const sandboxRoutes = [
  route('GET', '/sandboxes', 'listSandboxes', {
    summary: 'Lists the sandboxes',
    responses: { 200: { description: 'The sandboxes', schema: 'Sandboxes' } },
    answer: ({ context }) => ({ sandboxes: context.sandboxes.list() }),
  }),
  route('GET', sandbox, 'getSandbox', {
    summary: 'Returns the options of a sandbox, without the secrets of its clients',
    responses: { 200: { description: 'The sandbox', schema: 'Sandbox' } },
    answer({ context, param }) {
      const name = param('sandbox')
      return { name, options: withoutSecrets(context.sandboxes.optionsOf(name)) }
    },
  }),
  route('PUT', sandbox, 'createSandbox', {
    summary:
      'Creates a sandbox. A sandbox with the same options does not change. One with other options is replaced',
    body: { schema: 'SandboxOptions', required: false, example: { scenario: 'personas' } },
    responses: {
      200: { description: 'The sandbox existed', schema: 'Sandbox' },
      201: { description: 'The sandbox is new', schema: 'Sandbox' },
    },
    conflicts: true,
    answer({ context, param, body = {}, hono }) {
      const name = param('sandbox')
      const options = body as SandboxOptions
      if (context.sandboxes.create(name, options) === 'created') hono.status(201)
      return { name, options: withoutSecrets(options) }
    },
  }),
  route('DELETE', sandbox, 'deleteSandbox', {
    summary: 'Removes a sandbox. The sandbox `default` is reset',
    responses: { 204: { description: 'The sandbox is removed' } },
    answer: ({ context, param }) => context.sandboxes.delete(param('sandbox')),
  }),
  route('POST', `${sandbox}/reset`, 'resetSandbox', {
    summary: 'Resets records, tokens, assumptions, clock, faults and journal',
    responses: { 204: { description: 'The sandbox is as after its creation' } },
    answer: ({ mock }) => mock.reset(),
  }),
  route('GET', `${sandbox}/coverage`, 'getCoverage', {
    summary: 'Returns which cases of the API the sandbox has sent',
    responses: { 200: { description: 'The coverage', schema: 'Coverage' } },
    answer: ({ mock }) => mock.coverage(),
  }),
]
