import type { Credential } from '../../../src/api/credentials.js'
import { useResource, type Resource } from './resource.js'

/** A token of the selected sandbox, also if it is expired or revoked. */
export interface ListedToken extends Credential {
  /**
   * What the page shows: the token, or `custom token 1` as in the request log for the first token of the option `tokens`, which may be
   * a real one. Unique, because a token cannot contain spaces.
   */
  readonly name: string
}

function withNames(tokens: readonly Credential[]): readonly ListedToken[] {
  let customCount = 0
  return tokens.map((each) => ({
    ...each,
    name: each.origin === 'custom' ? `custom token ${++customCount}` : each.token,
  }))
}

/** The tokens of the selected sandbox, as the server lists them: the built-in ones first, the newest last. */
export function useTokens(): Resource<readonly ListedToken[]> {
  return useResource('tokens', async (mock) => withNames(await mock.tokens.all), { changes: ['tokens'] })
}
