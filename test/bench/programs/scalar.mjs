// @scalar/mock-server as in its documentation, with the same Node adapter as conmock.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { serve } from '@hono/node-server'

const [, , port, file, peers] = process.argv
const { createMockServer } = await import(
  pathToFileURL(createRequire(`${peers}/`).resolve('@scalar/mock-server'))
)

const app = await createMockServer({ document: JSON.parse(readFileSync(file, 'utf8')) })
serve({ fetch: app.fetch, port: Number(port), hostname: '127.0.0.1' })
