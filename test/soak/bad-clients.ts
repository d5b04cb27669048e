import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import type { Findings } from './findings.js'
import { BIG_PAGE } from './requests.js'

const HEADERS = 'Host: conmock.test\r\nAuthorization: Bearer mock-all-scopes\r\n'
const page = `GET ${BIG_PAGE} HTTP/1.1\r\n${HEADERS}\r\n`
const lastPage = `GET ${BIG_PAGE} HTTP/1.1\r\n${HEADERS}Connection: close\r\n\r\n`
const MS_ASLEEP = 500
/** Several megabytes: more than the system buffers for a connection, so the server has to wait. */
const PAGES = 40

async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  return socket.on('error', () => undefined)
}

async function statusesUntilEnd(socket: Socket): Promise<number[]> {
  let text = ''
  for await (const chunk of socket.setEncoding('latin1')) text += String(chunk)
  return Array.from(text.matchAll(/HTTP\/1\.1 (\d{3}) /g), ([, status]) => Number(status))
}

/** Sends malformed requests, disconnects early, and reads slowly. */
export async function misbehave(port: number, findings: Findings): Promise<void> {
  const garbage = await open(port)
  garbage.write('hello\r\n\r\n')
  findings.expect('garbage', await statusesUntilEnd(garbage), [400])

  const half = await open(port)
  half.write(page.slice(0, 20), () => half.resetAndDestroy())
  const leaver = await open(port)
  leaver.write(page.repeat(4))
  leaver.once('data', () => leaver.destroy())

  const slow = await open(port)
  slow.pause()
  slow.write(page.repeat(PAGES - 1) + lastPage)
  await setTimeout(MS_ASLEEP)
  const statuses = await statusesUntilEnd(slow)
  findings.expect(
    'a slow reader',
    statuses,
    Array.from({ length: PAGES }, () => 200),
  )
}
