// conmock's msw handlers behind @mswjs/http-middleware, an alternative to conmock's own server.
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { createMock } from 'conmock'
import { handlers } from './handlers.mjs'

const [, , port, peers] = process.argv
const require = createRequire(`${peers}/`)
const express = require('express')
const { createMiddleware } = await import(pathToFileURL(require.resolve('@mswjs/http-middleware')))

const app = express()
app.use(createMiddleware(...createMock({ handlers }).handlers))
app.listen(Number(port), '127.0.0.1')
