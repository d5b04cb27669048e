import { randomUUID } from 'node:crypto'
import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { operations } from '../../contract/operations.js'
import { isPlainObject } from '../../common/plain-object.js'
import type { InteractionRuns } from './interaction-run.js'
import { parseExactly, stringifyExactly } from '../pacts/exact-json.js'
import type { Complete, PactSource } from '../pacts/pact-source.js'
import { nameForVerifier, withoutCharset } from '../pacts/verifier-document.js'
import { completeResult, type OwnChecks } from './own-checks.js'
import { TargetUnreachable } from './verifier.js'

/** The only server that the verifier talks to. It acts as the provider, as the broker, and sets up the states. */
export interface Gateway {
  readonly providerUrl: string
  readonly statesUrl: string
  readonly brokerUrl: string
  /** Returns the `x-nonce` header of each request, to prove that requests arrive. The path is a path of the API. */
  readonly canaryUrl: string
  readonly close: () => Promise<void>
}

interface Parts {
  readonly runs: InteractionRuns
  readonly source: PactSource
  readonly checks: OwnChecks
  /** Called to stop the run when it cannot continue. */
  readonly giveUp: (reason: string) => void
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/hal+json' }).end(stringifyExactly(body ?? {}))
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const body = await text(request)
  try {
    return parseExactly(body)
  } catch {
    return undefined
  }
}

/** The status for a failed state. After a 500, the verifier would retry for two minutes. */
const STATE_FAILED = 422

class GatewayRoutes {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** The verifier only gets one state per interaction. It has the id of the interaction. */
  async states(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readJson(request)
    const { params, action } = isPlainObject(body) ? body : {}
    const id = isPlainObject(params) ? String(params['id']) : ''
    const { runs } = this.#parts
    if (action === 'teardown') {
      await runs.end(id)
      return sendJson(response, 200, {})
    }
    const values = await runs.begin(id).catch((error: unknown) => this.#giveUp(error))
    if (values) sendJson(response, 200, values)
    else sendJson(response, STATE_FAILED, {})
  }

  async provider(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const { method = 'GET', headers } = request
    try {
      const served = await this.#parts.runs.send({ method, path, headers, body: Buffer.concat(parts) })
      if (!served) return sendJson(response, STATE_FAILED, {})
      const { 'content-length': _, ...shown } = served.headers
      const renamed = Object.entries(shown).map(([name, value]) => [
        nameForVerifier(name),
        name === 'content-type' ? withoutCharset(value) : value,
      ])
      response.writeHead(served.status, Object.fromEntries(renamed) as OutgoingHttpHeaders).end(served.body)
    } catch (error) {
      this.#giveUp(error)
      sendJson(response, 502, {})
    }
  }

  /** Stops the run if the target cannot be reached. @throws Every other error. */
  #giveUp(error: unknown): undefined {
    if (!(error instanceof TargetUnreachable)) throw error
    this.#parts.giveUp(error.message)
  }

  async broker(request: IncomingMessage, response: ServerResponse, url: string, path: string): Promise<void> {
    const { method = 'GET' } = request
    const body = await readJson(request)
    const { source, runs, checks } = this.#parts
    const complete: Complete = (id, result) => completeResult(result, runs.of(id), checks)
    const answer = await source.answer({ method, path, body }, url, complete)
    sendJson(response, answer.status, answer.body)
  }
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve)
  })
  return (server.address() as AddressInfo).port
}

/**
 * Opens the gateway on a free port of 127.0.0.1. Its paths start with a secret, so that no web page can change the mock
 * through it.
 */
export async function openGateway(parts: Parts): Promise<Gateway> {
  const secret = `/${randomUUID()}`
  const routes = new GatewayRoutes(parts)
  let url = ''

  async function route(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url: target = '' } = request
    if (!target.startsWith(`${secret}/`)) return sendJson(response, 404, {})
    const [, area = '', rest = ''] = /^\/(\w+)(.*)$/s.exec(target.slice(secret.length)) ?? []
    switch (area) {
      case 'states':
        return routes.states(request, response)
      case 'provider':
        return routes.provider(request, response, rest)
      case 'broker':
        return routes.broker(request, response, `${url}/broker`, rest)
      case 'canary':
        return sendJson(response, 200, { nonce: request.headers['x-nonce'] })
      default:
        return sendJson(response, 404, {})
    }
  }

  const server = createServer((request, response) => {
    route(request, response).catch((error: unknown) => {
      parts.giveUp(`conmock failed: ${error instanceof Error ? error.message : String(error)}`)
      if (response.headersSent) response.destroy()
      else sendJson(response, 500, {})
    })
  })
  url = `http://127.0.0.1:${await listen(server)}${secret}`
  return {
    providerUrl: `${url}/provider`,
    statesUrl: `${url}/states`,
    brokerUrl: `${url}/broker${parts.source.indexPath}`,
    canaryUrl: `${url}/canary${operations.listRoles.path}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
