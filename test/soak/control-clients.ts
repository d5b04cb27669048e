import { once } from 'node:events'
import { connect } from 'node:net'
import type { Pool } from 'undici'
import type { Findings } from './findings.js'

const V1 = '/__conmock/v1'
const EVENTS = `${V1}/events`
const TOKEN = { authorization: 'Bearer mock-all-scopes' }
const USER_ID = '900000'
const VOLUNTEER = `/api/v0/users/${USER_ID}/volunteer`
/** Status of a fault. A status from 500 on would mean a bug. */
const FAULT = 429

interface Answer {
  readonly status: number
  readonly text: string
}

type Send = (method: 'GET' | 'PUT' | 'POST' | 'DELETE', path: string, body?: unknown) => Promise<Answer>

let created = 0

/** Creates a space, uses it, and removes it. */
async function useSpace(send: Send, pool: Pool, findings: Findings): Promise<void> {
  const name = `soak-${++created}`
  const space = `${V1}/spaces/${name}`

  async function steer(...[method, path, body]: Parameters<Send>): Promise<Answer> {
    const answer = await send(method, space + path, body)
    if (answer.status >= 300) findings.fault(`${method} ${space}${path}: ${answer.status} ${answer.text}`)
    return answer
  }

  /** Sends a request to the API. Its response is in the log of the server. */
  async function ask(path: string, headers: Record<string, string>, expected: number): Promise<void> {
    const { statusCode, body } = await pool.request({
      method: 'GET',
      path,
      headers: { ...TOKEN, ...headers },
    })
    const text = await body.text()
    findings.count(statusCode)
    if (statusCode !== expected)
      findings.fault(`${path} in ${name}: ${statusCode} instead of ${expected}: ${text}`)
  }

  const header = { 'conmock-space': name }
  await ask(VOLUNTEER, header, 404)
  await steer('PUT', '', { seed: created, roles: 5 })
  await steer('POST', '/volunteers', { user: { id: USER_ID, firstName: name } })
  await steer('POST', '/faults', { operation: 'getVolunteer', when: { nth: 2 }, effect: { status: FAULT } })
  await ask(VOLUNTEER, header, 200)
  await ask(`/~${name}${VOLUNTEER}`, {}, FAULT)
  await ask(VOLUNTEER, header, 200)
  await ask(VOLUNTEER, {}, 404)
  const poll = steer('GET', '/requests?wait=20000&after=3')
  await ask('/api/v0/roles', header, 200)
  const { requests } = JSON.parse((await steer('GET', '/requests')).text) as {
    requests: { status: number }[]
  }
  const statuses = requests.map(({ status }) => status).join()
  if (statuses !== `200,${FAULT},200,200`) findings.fault(`the journal of ${name}: ${statuses}`)
  if (!(await poll).text.includes('listRoles'))
    findings.fault(`the long poll of ${name}: ${(await poll).text}`)
  await steer('POST', '/reset')
  await ask(VOLUNTEER, header, 404)
  await steer('DELETE', '')
  await ask('/api/v0/roles', header, 404)
}

/** Reads some events, and disconnects. */
async function followEvents(url: string, findings: Findings): Promise<void> {
  const leaving = new AbortController()
  const { body, status } = await fetch(url + EVENTS, { signal: leaving.signal })
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    text += decoder.decode(chunk, { stream: true })
    if (text.split('\n\n').length > 20) break
  }
  leaving.abort()
  if (status !== 200 || !text.includes('event: request')) findings.fault(`the events: ${status} ${text}`)
}

/** Asks for events and for an entry of the journal, and disconnects without reading. */
async function leaveStreams(port: number): Promise<void> {
  for (const path of [EVENTS, EVENTS, `${V1}/spaces/default/requests?after=999999999&wait=60000`]) {
    const socket = connect(port, '127.0.0.1').pause()
    socket.on('error', () => undefined)
    await once(socket, 'connect')
    await new Promise<void>((resolve) => {
      socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`, () => resolve())
    })
    socket.resetAndDestroy()
  }
}

/** Uses the control plane once: spaces, faults, journals, event streams and long polls. */
export async function steerServer(
  { url, port }: { readonly url: string; readonly port: number },
  pool: Pool,
  findings: Findings,
): Promise<void> {
  const send: Send = async (method, path, body) => {
    const headers = { 'content-type': 'application/json' }
    const sent = body === undefined ? null : JSON.stringify(body)
    const answer = await pool.request({ method, path, headers, body: sent })
    return { status: answer.statusCode, text: await answer.body.text() }
  }
  await Promise.all([useSpace(send, pool, findings), followEvents(url, findings), leaveStreams(port)])
  const refused = await send('PUT', `${V1}/spaces/NAME`, {})
  if (refused.status !== 422) findings.fault(`an invalid name: ${refused.status} ${refused.text}`)
}
