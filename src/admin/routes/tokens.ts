import type { TokenOptions } from '../../api/credentials.js'
import { withStatus } from '../problems.js'
import { route } from '../route.js'

export const tokenRoutes = [
  route('GET', '/sandboxes/:sandbox/tokens', 'listTokens', {
    summary: 'Lists the tokens that the sandbox accepts',
    responses: { 200: { description: 'The tokens', schema: 'Tokens' } },
    answer: ({ mock }) => ({ tokens: mock.tokens.all }),
  }),
  route('POST', '/sandboxes/:sandbox/tokens', 'issueToken', {
    summary: 'Issues a token',
    body: {
      schema: 'TokenOptions',
      required: false,
      example: { scopes: ['volunteer:read'], expiresIn: 60 },
    },
    responses: { 201: { description: 'The token', schema: 'Token' } },
    answer: ({ mock, body = {} }) => mock.tokens.issue(body as TokenOptions),
  }),
  route('DELETE', '/sandboxes/:sandbox/tokens/:token', 'revokeToken', {
    summary: 'Makes a token invalid',
    responses: { 204: { description: 'The token is invalid' } },
    answer: ({ mock, param }) => withStatus(404, () => mock.tokens.revoke(param('token'))),
  }),
]
