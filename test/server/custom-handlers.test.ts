import { http, HttpResponse, type HttpHandler } from 'msw'
import { describe, expect, it } from 'vitest'
import { deferred } from '../support/deferred.js'
import { RawConnection, rawRequest } from '../support/raw-connection.js'
import { fetchFrom, runServer } from '../support/running-server.js'

const withHandlers = (...handlers: HttpHandler[]) => runServer({ handlers })

describe('the custom handlers on the server', () => {
  it('may copy the request and pass it on', async () => {
    let count = 0
    const server = await withHandlers(
      http.post('*/own', async ({ request }) => {
        if (request.headers.has('x-copy')) return HttpResponse.text(await request.text())
        return fetch(new Request(request, { headers: { 'x-copy': '1' } }))
      }),
      http.get('*/twice', async ({ request }) => {
        count++
        if (count === 2) return HttpResponse.text('the second time')
        return fetch(request)
      }),
    )
    expect(await (await fetchFrom(server, '/twice')).text()).toBe('the second time')
    const copied = await fetchFrom(server, '/own', { method: 'POST', body: 'the body' })
    expect(await copied.text()).toBe('the body')
  })

  it('have their stream canceled when the client disconnects', async () => {
    const canceled = deferred()
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(Buffer.from('a part')),
      cancel: canceled.resolve,
    })
    const server = await withHandlers(http.get('*/endless', () => new HttpResponse(body)))
    const connection = await RawConnection.open(server)
    await connection.write(rawRequest('GET /endless HTTP/1.1', ['Host: conmock'])).receives(Boolean)
    connection.cut()
    await canceled.promise
    expect((await fetchFrom(server, '/api/v0/roles')).status).toBe(200)
  })
})
