import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { startServer } from '../../src/server.js'
import { heldHandler } from './held-handler.js'
import { RawConnection, rawRequest } from '../support/raw-connection.js'
import { runServer } from '../support/running-server.js'

describe('close', () => {
  it('frees the port', async () => {
    const { port, close } = await startServer({ port: 0 })
    await close()
    await expect(RawConnection.open({ port })).rejects.toThrow('ECONNREFUSED')
    const next = await runServer({ port })
    expect(next.port).toBe(port)
  })

  it('may be called several times, together and later', async () => {
    const server = await runServer()
    await Promise.all([server.close(), server.close()])
    await expect(server.close()).resolves.toBeUndefined()
  })

  it('accepts no more connections, waits for a running response, and resolves under fake timers', async () => {
    const { handler, asked, release } = heldHandler()
    const server = await runServer({ handlers: [handler] })
    const connection = await RawConnection.open(server)
    connection.write(rawRequest('GET /held HTTP/1.1', ['Host: conmock']))
    await asked
    vi.useFakeTimers({
      toFake: ['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask', 'Date', 'performance'],
    })
    onTestFinished(() => void vi.useRealTimers())
    let closed = false
    const closing = server.close().then(() => (closed = true))
    await expect(RawConnection.open(server)).rejects.toThrow('ECONNREFUSED')
    expect(closed).toBe(false)
    release()
    expect((await connection.answer()).body).toBe('{"held":true}')
    await closing
  })
})
