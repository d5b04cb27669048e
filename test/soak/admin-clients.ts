import { connect, type Remote } from '../../src/server.js'
import type { Findings } from './findings.js'

const V1 = '/__conmock/v1'
const USER_ID = '900000'
const VOLUNTEER = `/api/v0/users/${USER_ID}/volunteer`
/** Status of a fault. A status from 500 on would mean a bug. */
const FAULT = 429

let created = 0

/** Creates a sandbox, uses it, and removes it. */
async function useSandbox(remote: Remote, findings: Findings): Promise<void> {
  const name = `soak-${++created}`
  const inHeader = { authorization: 'Bearer mock-all-scopes', 'conmock-sandbox': name }

  /** Sends a request to the API. Its response is in the log of the server. */
  async function ask(
    path: string,
    wanted: number,
    headers: Record<string, string> = inHeader,
  ): Promise<void> {
    const response = await fetch(remote.url + path, { headers })
    await response.text()
    findings.expect(`${path} in ${name}`, response.status, wanted)
  }

  await ask(VOLUNTEER, 404)
  const mock = await remote.createSandbox(name, { seed: created, roleCount: 5 })
  await mock.volunteers.create({ user: { id: USER_ID, firstName: name } })
  await mock.faults.add({ when: { nth: 2 }, effect: { status: FAULT } })
  const poll = mock.requests.waitFor({ status: FAULT }, { timeout: 20_000 })
  await ask(VOLUNTEER, 200)
  await ask(VOLUNTEER, FAULT)
  findings.expect(`the request log of ${name}`, (await poll).id, 2)
  await mock.reset()
  await ask(VOLUNTEER, 404)
  await remote.deleteSandbox(name)
}

/** Reads some events and waits for an entry of the request log, and disconnects from both. */
async function leaveStreams(url: string, findings: Findings): Promise<void> {
  const leaving = new AbortController()
  const { signal } = leaving
  fetch(`${url}${V1}/default/requests.waitFor`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '[{ "status": 418 }, { "timeout": 60000 }]',
    signal,
  }).catch(() => undefined)
  const { body } = await fetch(`${url}${V1}/events`, { signal })
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    text += decoder.decode(chunk, { stream: true })
    if (text.split('\n\n').length > 20) break
  }
  leaving.abort()
  findings.expect('the events', text.includes('event: request'), true)
}

/** Uses the admin API once: sandboxes, faults, request logs, event streams and long polls. */
export async function steerServer(url: string, findings: Findings): Promise<void> {
  const remote = await connect(url)
  await Promise.all([useSandbox(remote, findings), leaveStreams(url, findings)])
}
