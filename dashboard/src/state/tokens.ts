import { control, result, type Schemas } from '../admin/client.js'
import { sandbox } from './location.js'
import { useResource, type Resource } from './resource.js'

const TOKENS = '/__conmock/v1/sandboxes/{sandbox}/tokens'

type Token = Schemas['Token']

/** A token of the selected sandbox, also if it is expired or revoked. */
export interface ListedToken extends Token {
  /**
   * What the page shows: the token, or `custom token 1` as in the journal for the first token of the option `tokens`, which may be
   * a real one. Unique, because a token cannot contain sandboxes.
   */
  readonly name: string
}

function withNames(tokens: readonly Token[]): readonly ListedToken[] {
  let customCount = 0
  return tokens.map((each) => ({
    ...each,
    name: each.origin === 'custom' ? `custom token ${++customCount}` : each.token,
  }))
}

/** The tokens of the selected sandbox, as the server lists them: the built-in ones first, the newest last. */
export function useTokens(): Resource<readonly ListedToken[]> {
  return useResource(
    'tokens',
    async (name) => {
      const listed = await result(control.GET(TOKENS, { params: { path: { sandbox: name } } }))
      return withNames(listed.tokens)
    },
    { changes: ['tokens'] },
  )
}

/** @throws AdminProblem If an option is invalid. */
export function issueToken(options: Schemas['TokenOptions']): Promise<Token> {
  return result(control.POST(TOKENS, { params: { path: { sandbox: sandbox.peek() } }, body: options }))
}

export async function revokeToken(token: string): Promise<void> {
  const path = { sandbox: sandbox.peek(), token }
  await result(control.DELETE(`${TOKENS}/{token}`, { params: { path } }))
}
