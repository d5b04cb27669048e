// A server with many spaces. The requests of the benchmark go to the last one.
import { startServer } from '../../../dist/server.js'

const [count, port] = process.argv.slice(2).map(Number)
const { url } = await startServer({ port })
for (let place = 1; place <= count; place++) {
  const name = place === count ? 'measured' : `other-${place}`
  await fetch(`${url}/__conmock/v1/spaces/${name}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
}
