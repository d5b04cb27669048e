import { connect, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import type { Findings } from './findings.js'
import { BIG_PAGE } from './requests.js'

function request(firstLine: string, headers: readonly string[]): string {
  return `${[firstLine, ...headers].join('\r\n')}\r\n\r\n`
}

const HEADERS = ['Host: conmock.test', 'Authorization: Bearer mock-all-scopes']
const page = request(`GET ${BIG_PAGE} HTTP/1.1`, HEADERS)
const MS_ASLEEP = 500
/** Several megabytes: more than the system buffers for a connection, so the server has to wait. */
const PAGES = 40

const malformed: [text: string, status: number][] = [
  ['hello\r\n\r\n', 400],
  [request('GET /api/v0/roles HTTP/1.1', ['X-Host: none']), 400],
  [request('GET /api/v0/roles HTTP/1.1', [...HEADERS, `X-Long: ${'x'.repeat(20_000)}`]), 431],
]

async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  return socket.on('error', () => undefined)
}

async function statusesUntilEnd(socket: Socket): Promise<number[]> {
  let text = ''
  for await (const chunk of socket.setEncoding('latin1')) text += String(chunk)
  return Array.from(text.matchAll(/HTTP\/1\.1 (\d{3}) /g), ([, status]) => Number(status))
}

function expectStatuses(
  seen: readonly number[],
  wanted: readonly number[],
  what: string,
  findings: Findings,
): void {
  for (const status of seen) findings.count(status)
  if (seen.join() !== wanted.join()) findings.fault(`${what}: ${seen.join()} instead of ${wanted.join()}`)
}

/** Sends malformed requests, disconnects early, and reads slowly. */
export async function misbehave(port: number, findings: Findings): Promise<void> {
  for (const [text, status] of malformed) {
    const socket = await open(port)
    socket.write(text)
    expectStatuses(await statusesUntilEnd(socket), [status], JSON.stringify(text.slice(0, 100)), findings)
  }

  const half = await open(port)
  half.write(page.slice(0, 20), () => half.resetAndDestroy())
  const noReader = await open(port)
  noReader.write(page.repeat(2), () => noReader.resetAndDestroy())
  const leaver = await open(port)
  leaver.write(page.repeat(4))
  leaver.once('data', () => leaver.destroy())
  findings.abandoned += 6

  const slow = await open(port)
  slow.pause()
  slow.write(page.repeat(PAGES - 1) + request(`GET ${BIG_PAGE} HTTP/1.1`, [...HEADERS, 'Connection: close']))
  await setTimeout(MS_ASLEEP)
  expectStatuses(
    await statusesUntilEnd(slow),
    Array.from({ length: PAGES }, () => 200),
    'a slow reader',
    findings,
  )
}
