// Times one way of getting a volunteer inside a process. Prints µs of CPU and of time for each, as JSON.
import { setupServer } from 'msw/node'
import { http } from 'msw'
import { createMock } from 'conmock'

const [, , way, count] = process.argv
const url = 'https://reg.example.com/api/v0/users/1/volunteer'
const init = { headers: { authorization: 'Bearer mock-all-scopes' } }
const mock = createMock()
const response = await mock.fetch(url, init)
const headers = Object.fromEntries(response.headers)
const body = await response.text()
// The fastest possible handler: it matches a path, and returns a constant body.
const constant = http.get(
  'https://reg.example.com/api/v0/users/:id/volunteer',
  () => new Response(body, { headers }),
)

const ways = {
  ours: { handlers: mock.handlers, ask: () => fetch(url, init) },
  constant: { handlers: [constant], ask: () => fetch(url, init) },
  direct: { handlers: [], ask: () => mock.fetch(url, init) },
}
const { handlers, ask } = ways[way]
const server = setupServer(...handlers)
if (handlers.length > 0) server.listen({ onUnhandledRequest: 'error' })

async function times(n) {
  for (let i = 0; i < n; i++) {
    if ((await (await ask()).text()) !== body) throw new Error('a wrong answer')
  }
}

await times(Number(count))
const before = process.cpuUsage()
const start = performance.now()
await times(Number(count))
const milliseconds = performance.now() - start
const { user, system } = process.cpuUsage(before)
server.close()
process.stdout.write(
  JSON.stringify({ cpu: (user + system) / Number(count), time: (milliseconds * 1000) / Number(count) }),
)
