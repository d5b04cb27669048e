import { expect, it } from 'vitest'
import * as z from 'zod'
import { extendApi } from '../../src/index.js'
import { open, outcomes, record, verify } from './support/own-operations.js'
import { startHttpServer } from './support/servers.js'

it('pages of an operation without a scope need any token, and cursors may differ each time', async () => {
  const extend = extendApi()
    .collection('boxes', {
      one: 'box',
      schema: z.object({ id: z.string() }),
      factory: () => ({}),
      initial: () => Array.from({ length: 5 }, () => ({})),
    })
    .operation('listBoxes', 'GET /api/v0/boxes', { pages: 'boxes' }, ({ page }) => page())
  const { mock, ask } = open(extend, { 'roles.pageSize': 2 })
  await ask('GET boxes')
  const { file } = await record(extend, mock)
  let count = 0
  const seen: (string | undefined)[] = []
  const url = await startHttpServer(({ url: path = '', headers }, reply) => {
    seen.push(headers.authorization)
    const isFirst = !path.includes('nextPage')
    const page = { data: [{ id: isFirst ? '1' : '2' }], nextPage: isFirst ? `next-${count++}` : null }
    reply.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(page))
  })
  const report = await verify({ extend, pacts: file, against: { url, tokens: { 'user:read': 'a' } } })
  expect(outcomes(report)).toEqual({ 'the first page of listBoxes': 'verified' })
  expect(seen.filter((each) => each !== undefined && each !== 'Bearer a')).toEqual([])
})

it('an element of a page must have the fields that the schema of its collection would add', async () => {
  const schema = z.object({ id: z.string(), label: z.string().nullable().default(null) })
  const extend = extendApi()
    .collection('boxes', { one: 'box', schema, factory: () => ({ label: null }), initial: () => [{}] })
    .operation('listBoxes', 'GET /api/v0/boxes', { pages: 'boxes' }, ({ page }) => page())
  const { mock, ask } = open(extend)
  await ask('GET boxes')
  const { file } = await record(extend, mock)
  const outcomesWith = async (box: object) => {
    const url = await startHttpServer((_, reply) => {
      reply.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data: [box] }))
    })
    return outcomes(await verify({ extend, pacts: file, against: { url, tokens: { 'user:read': 'a' } } }))
  }
  const what = 'a page of listBoxes'
  expect(await outcomesWith({ id: '1', label: null, more: 1 })).toEqual({ [what]: 'verified' })
  expect(await outcomesWith({ id: '1' })).toEqual({ [what]: 'broken' })
})
