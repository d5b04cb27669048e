import { text } from 'node:stream/consumers'
import { httpServer } from './servers.js'

/** What a client has sent to ask for a token. */
interface TokenRequest {
  readonly authorization: string | undefined
  readonly form: { readonly [name: string]: string }
}

/** An endpoint of the client-credentials grant, and what it was asked. */
export interface TokenEndpoint {
  readonly url: string
  readonly asked: TokenRequest[]
}

/** Answers every request for a token: with what `answer` makes of the scopes. */
export async function tokenEndpoint(
  answer: (scopes: string) => { readonly status?: number; readonly body: unknown },
): Promise<TokenEndpoint> {
  const asked: TokenRequest[] = []
  const url = await httpServer((request, response) => {
    const reply = (body: string) => {
      const form = Object.fromEntries(new URLSearchParams(body))
      asked.push({ authorization: request.headers.authorization, form })
      const { status = 200, body: answered } = answer(form['scope'] ?? '')
      const sent = typeof answered === 'string' ? answered : JSON.stringify(answered)
      response.writeHead(status, { 'content-type': 'application/json' }).end(sent)
    }
    void text(request).then(reply)
  })
  return { url: `${url}/oauth/token`, asked }
}
