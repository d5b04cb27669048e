// The floor: node:http with constant answers, whose bodies and types are those of conmock.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const texts = Object.entries(JSON.parse(readFileSync(process.argv[2], 'utf8')))
const bodies = new Map(texts.map(([path, text]) => [path, Buffer.from(text)]))

const server = createServer((request, response) => {
  const body = bodies.get(request.url)
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length })
  response.end(body)
})
server.listen(Number(process.argv[3]), '127.0.0.1')
