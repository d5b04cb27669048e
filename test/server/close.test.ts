import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { startServer, type RunningServer } from '../../src/server.js'
import { heldHandler } from '../support/held-handler.js'
import { RawConnection, rawRequest } from '../support/raw-connection.js'
import { fetchFrom, runServer } from '../support/running-server.js'
import { stopClock } from '../support/stop-clock.js'

/** Far below the five seconds after which `close` cuts what is left, and far above what it needs otherwise. */
const SOON = 2500

async function msToClose(server: RunningServer): Promise<number> {
  const start = performance.now()
  await server.close()
  return performance.now() - start
}

describe('close', () => {
  it('frees the port', async () => {
    const { port, close } = await startServer({ port: 0 })
    await close()
    await expect(RawConnection.open({ port })).rejects.toThrow('ECONNREFUSED')
    const next = await runServer({ port })
    expect(next.port).toBe(port)
  })

  it('may be called twice, at once and later', async () => {
    const server = await runServer()
    await Promise.all([server.close(), server.close()])
    await expect(server.close()).resolves.toBeUndefined()
  })

  it('takes no more connections, and lets a running answer come to its end', async () => {
    const { handler, asked, release } = heldHandler()
    const server = await runServer({ handlers: [handler] })
    const running = fetchFrom(server, '/held')
    await asked
    let closed = false
    const closing = server.close().then(() => (closed = true))
    await expect(RawConnection.open(server)).rejects.toThrow('ECONNREFUSED')
    expect(closed).toBe(false)
    release()
    expect(await (await running).json()).toEqual({ held: true })
    await closing
  })

  it('is done soon after the last running answer, though its client would keep the connection', async () => {
    const { handler, asked, release } = heldHandler()
    const server = await runServer({ handlers: [handler] })
    const connection = await RawConnection.open(server)
    connection.write(rawRequest('GET /held HTTP/1.1', ['Host: conmock']))
    await asked
    const closing = msToClose(server)
    release()
    expect((await connection.answer()).body).toBe('{"held":true}')
    expect(await closing).toBeLessThan(SOON)
  })

  it('is done under fake timers, and lets a running answer come to its end', async () => {
    const { handler, asked, release } = heldHandler()
    const server = await runServer({ handlers: [handler] })
    const connection = await RawConnection.open(server)
    connection.write(rawRequest('GET /held HTTP/1.1', ['Host: conmock']))
    await asked
    vi.useFakeTimers({
      toFake: ['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask', 'Date', 'performance'],
    })
    onTestFinished(() => void vi.useRealTimers())
    const closing = server.close()
    release()
    expect((await connection.answer()).body).toBe('{"held":true}')
    await closing
  })

  it('cuts an answer that does not end within five seconds', async () => {
    const { handler, asked } = heldHandler()
    const server = await runServer({ handlers: [handler] })
    const connection = await RawConnection.open(server)
    connection.write(rawRequest('GET /held HTTP/1.1', ['Host: conmock']))
    await asked
    stopClock()
    let closed = false
    const closing = server.close().then(() => (closed = true))
    vi.advanceTimersByTime(4999)
    await connection.flushed()
    expect(closed).toBe(false)
    vi.advanceTimersByTime(1)
    await closing
    await connection.closed
    expect(connection.received).toBe('')
  })
})
