import { text } from 'node:stream/consumers'
import { startHttpServer } from './servers.js'

/** A token request of a client. */
interface TokenRequest {
  readonly authorization: string | undefined
  readonly form: { readonly [name: string]: string }
}

/** An endpoint of the client-credentials grant, and the requests that it received. */
export interface TokenEndpoint {
  readonly url: string
  readonly asked: TokenRequest[]
}

/** Starts a token endpoint. `answer` returns the response for the requested scopes. */
export async function startTokenEndpoint(
  answer: (scopes: string) => { readonly status?: number; readonly body: unknown },
): Promise<TokenEndpoint> {
  const asked: TokenRequest[] = []
  const url = await startHttpServer((request, response) => {
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
