import type { TokenOptions } from '../../api/credentials.js'
import { withStatus } from '../problems.js'
import { noContent, ok, route } from '../route.js'

export const tokenRoutes = [
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
]
