import { delay, http } from 'msw'
import { expect, it } from 'vitest'
import { RawConnection, rawRequest } from '../support/raw-connection.js'
import { runServer } from '../support/running-server.js'

const neverAnswers = http.get('*/never', async () => {
  await delay('infinite')
})

/** Sends a request that gets no answer for a long time, and closes the client's half of the connection. */
async function giveUp(server: { readonly port: number }, path: string): Promise<void> {
  const connection = await RawConnection.open(server)
  const target = rawRequest(`GET ${path} HTTP/1.1`, [`Host: 127.0.0.1:${server.port}`])
  await connection.write(target).end().closed
}

it('closes the connections of clients that have given up', async () => {
  const server = await runServer({
    handlers: [neverAnswers],
    faults: [
      { operation: 'listRoles', effect: { hang: true } },
      { operation: 'getVolunteer', effect: { delay: 600_000 } },
    ],
  })
  await Promise.all(
    [
      '/api/v0/roles',
      '/api/v0/users/1/volunteer',
      '/never',
      '/__conmock/v1/spaces/default/requests?where=%7B%22status%22%3A418%7D&wait=60000',
      '/__conmock/v1/events',
    ].map((path) => giveUp(server, path)),
  )
  const entries = () => server.mock.requests.all().map(({ path, status }) => `${status} ${path}`)
  await expect
    .poll(() => entries().toSorted())
    .toEqual(['0 /api/v0/roles', '0 /api/v0/users/1/volunteer', '0 /never'])
})
