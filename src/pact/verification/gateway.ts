import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { readMember, type PlainObject } from '../../common/plain-object.js'
import type { InteractionRuns } from './interaction-run.js'
import { parseExactly, stringifyExactly } from '../common/exact-json.js'
import { readTestResults } from '../pacts/served-pacts.js'
import type { StateValues } from '../states/definition.js'
import { nameForVerifier, normalizeMediaType } from '../pacts/verifier-document.js'
import { parseJsonBody, TargetUnreachableError } from '../common/forward.js'

/** The only server that the verifier talks to. It acts as the provider, as the broker, and sets up the states. */
export interface Gateway {
  /** Without a slash at the end. It has the paths `/provider`, `/states`, `/broker` and `/canary`. */
  readonly url: string
  /** Where the verifier gets the documents. */
  readonly pactUrls: readonly string[]
  readonly close: () => Promise<void>
}

function sendJson(response: ServerResponse, status: number, body: object = {}): void {
  response.writeHead(status, { 'content-type': 'application/hal+json' }).end(stringifyExactly(body))
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  return parseJsonBody({ body: await buffer(request) }, parseExactly)
}

/** The verifier would retry for two minutes after a 500. */
const STATE_FAILED = 422

/**
 * Opens the gateway on a free port of 127.0.0.1. Its paths start with a secret, so that no web page can change the mock
 * through it.
 *
 * @param documents The pacts for the verifier.
 * @param giveUp Called to stop the run when it cannot continue.
 */
export async function openGateway(
  runs: InteractionRuns,
  documents: readonly PlainObject[],
  giveUp: (reason: string) => void,
): Promise<Gateway> {
  const secret = `/${randomUUID()}`
  let url = ''

  /** Runs the states of an interaction. The verifier only knows one state, which has the id of the interaction. */
  async function runStates(request: IncomingMessage): Promise<StateValues | undefined> {
    const body = (await readJson(request)) as PlainObject
    const id = String(readMember(body, 'params')['id'])
    if (body['action'] !== 'teardown') return runs.begin(id)
    await runs.end(id)
    return {}
  }

  async function passOn(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    const { method = 'GET', headers } = request
    const served = await runs.send({ method, path, headers, body: await buffer(request) })
    if (!served) return sendJson(response, STATE_FAILED)
    const { 'content-length': length, ...others } = served.headers
    // The body may be decoded. One for HEAD is not here.
    const sent = method === 'HEAD' ? length : served.body.length
    const shown = length === undefined ? others : { ...others, 'content-length': String(sent) }
    const renamed = Object.entries(shown).map(([name, value]) => [
      nameForVerifier(name),
      name === 'content-type' && !runs.expected?.hasMediaTypeRule ? normalizeMediaType(value) : value,
    ])
    response.writeHead(served.status, Object.fromEntries(renamed) as OutgoingHttpHeaders).end(served.body)
  }

  async function route(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url: target = '' } = request
    const path = target.startsWith(`${secret}/`) ? target.slice(secret.length) : ''
    const [, area = '', rest = ''] = /^\/(\w+)(.*)$/s.exec(path) ?? []
    switch (area) {
      case 'states': {
        const values = await runStates(request)
        return sendJson(response, values ? 200 : STATE_FAILED, values)
      }
      case 'provider':
        return passOn(request, response, rest)
      case 'broker': {
        if (!rest.endsWith('/results')) {
          const document = documents[Number(rest.slice(1))]
          if (!document) return sendJson(response, 404)
          const results = { href: `${url}/broker${rest}/results` }
          return sendJson(response, 200, {
            ...document,
            _links: { 'pb:publish-verification-results': results },
          })
        }
        for (const [id, result] of readTestResults(await readJson(request))) {
          const run = runs.of(id)
          if (run) run.result = result
        }
        return sendJson(response, 200)
      }
      // Proves that requests arrive.
      case 'canary':
        return sendJson(response, 200, { nonce: request.headers['x-nonce'] })
      default:
        return sendJson(response, 404)
    }
  }

  const server = createServer((request, response) => {
    route(request, response).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error)
      giveUp(error instanceof TargetUnreachableError ? reason : `conmock failed: ${reason}`)
      if (response.headersSent) response.destroy()
      else sendJson(response, 502)
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${secret}`
  return {
    url,
    pactUrls: documents.map((_, index) => `${url}/broker/${index}`),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
