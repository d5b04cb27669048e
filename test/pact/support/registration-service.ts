import type { IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { startHttpServer } from './servers.js'

/** A user of the service. */
export const user = {
  id: '7',
  firstName: 'A',
  lastName: 'B',
  email: 'a@b.example',
  phone: '+17185550179',
  username: 'a',
}
const mine = { id: '1', userId: '7', status: 'paid', badgeName: null, options: [], user }

function answerOf({ url, headers }: IncomingMessage, body: string): [status: number, json: object] {
  if (headers.authorization !== 'Bearer right') return [403, {}]
  if (url === '/api/v0/users/7/registration') return [200, { ...mine, status: 3 }]
  if (url !== '/api/v0/registrations/search') return [404, {}]
  return body === '[]' ? [400, {}] : [200, { data: [mine], nextPage: null }]
}

/** Starts a service that has one registration. One operation returns its status as a number. */
export async function startService() {
  const seen: string[] = []
  const url = await startHttpServer((request, reply) => {
    void (async () => {
      const body = await buffer(request)
      seen.push(`${request.method} ${request.url}`)
      const [status, json] = answerOf(request, body.toString())
      reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json))
    })()
  })
  const scopes = ['registration:read', 'registration:update', 'user:read']
  const tokens = { ...Object.fromEntries(scopes.map((scope) => [scope, 'right'])), 'volunteer:read': 'wrong' }
  return { seen, against: { url, tokens } }
}
