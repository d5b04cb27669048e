import { http, HttpResponse, type HttpHandler } from 'msw'
import { describe, expect, it } from 'vitest'
import {
  aToken,
  basic,
  connectToEndpoint,
  expectJsonForNoCache,
  FORM,
  formOf,
  grant,
  readRefusal,
  readToken,
  builtIn,
  TOKEN_PATH,
  tokenRequest,
  type Fields,
} from './token-client.js'

const form = { ...grant, ...builtIn }
const challenge = 'Basic realm="conmock"'

/** The expected refusals. They have a challenge only if the client uses HTTP Basic (RFC 6749 §5.2). */
const invalidRequest = { status: 400, error: 'invalid_request', challenge: null }
const invalidScope = { status: 400, error: 'invalid_scope', challenge: null }
const unsupported = { status: 400, error: 'unsupported_grant_type', challenge: null }
const invalidClient = { status: 401, error: 'invalid_client', challenge: null }
const invalidBasic = { ...invalidClient, challenge }

function twice(name: keyof typeof form): [string, string][] {
  return [...Object.entries(form), [name, form[name]]]
}

type Refused = [what: string, fields: Fields | string, headers: Record<string, string>, as: object]

const forms: Refused[] = [
  ['an unknown client', { ...form, client_id: 'S3cret-unknown' }, {}, invalidClient],
  ['another secret', { ...form, client_secret: 'S3cret' }, {}, invalidClient],
  ['no client', grant, {}, invalidClient],
  ['an empty secret', { ...form, client_secret: '' }, {}, invalidClient],
  ['only a secret', { ...grant, client_secret: 'conmock-secret' }, {}, invalidClient],
  ['an unknown scope beside a valid one', { ...form, scope: 'user:read S3cret:write' }, {}, invalidScope],
  ['a scope in capitals', { ...form, scope: 'USER:READ' }, {}, invalidScope],
  ['scopes with a comma between them', { ...form, scope: 'user:read,volunteer:read' }, {}, invalidScope],
  ['another grant', { ...form, grant_type: 'password', password: 'S3cret' }, {}, unsupported],
  ['no grant', builtIn, {}, invalidRequest],
  ['a grant twice', twice('grant_type'), {}, invalidRequest],
  ['a secret twice', twice('client_secret'), {}, invalidRequest],
  ['an empty body', '', {}, invalidRequest],
  ['a form with broken escapes', '%%%&=&&%zz=%', {}, invalidRequest],
  ['JSON', JSON.stringify(form), { 'content-type': 'application/json' }, invalidRequest],
  ['plain text', formOf(form), { 'content-type': 'text/plain' }, invalidRequest],
  ['a type that begins like a form', formOf(form), { 'content-type': `${FORM}-not` }, invalidRequest],
]

const builtInBasic = basic('conmock', 'conmock-secret')
const { authorization } = builtInBasic
const bearer = 'Bearer mock-all-scopes'

const byBasic: Refused[] = [
  ['an unknown client', grant, basic('S3cret-unknown', 'conmock-secret'), invalidBasic],
  ['another secret', grant, basic('conmock', 'S3cret'), invalidBasic],
  ['an empty secret', grant, basic('conmock', ''), invalidBasic],
  ['no credentials', grant, { authorization: 'Basic' }, invalidBasic],
  ['invalid base64', grant, { authorization: 'Basic S3cret!' }, invalidBasic],
  ['base64 without a colon', grant, { authorization: `Basic ${btoa('conmock')}` }, invalidBasic],
  ['a broken escape', grant, { authorization: `Basic ${btoa('conmock:%zz')}` }, invalidBasic],
  ['the credentials twice', grant, { authorization: `${authorization}, ${authorization}` }, invalidBasic],
  ['a Bearer token in its place', grant, { authorization: bearer }, invalidClient],
  ['a Bearer token before it', grant, { authorization: `${bearer}, ${authorization}` }, invalidBasic],
  ['an unknown scheme', form, { authorization: 'Digest S3cret' }, invalidRequest],
  ['the secret also in the form', form, builtInBasic, invalidRequest],
  ['another secret in the form', { ...form, client_secret: 'S3cret' }, builtInBasic, invalidRequest],
  ['another client in the form', { ...grant, client_id: 'limited' }, builtInBasic, invalidRequest],
]

/** The form of the built-in client, padded to a length. */
function padded(length: number): string {
  return `${formOf(form)}&pad=`.padEnd(length, 'x')
}

/** A body that is sent in parts, without a content length. */
function inParts(text: string): RequestInit {
  const parts = text.match(/.{1,16384}/gs) ?? []
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const part = parts.shift()
      if (part === undefined) controller.close()
      else controller.enqueue(new TextEncoder().encode(part))
    },
  })
  return { method: 'POST', headers: { 'content-type': FORM }, body, duplex: 'half' } as RequestInit
}

const own = [http.get('*/own', () => HttpResponse.text('own'))]
const ways: [what: string, init: () => RequestInit, handlers: HttpHandler[]][] = [
  ['has a content length', () => tokenRequest(padded(65_537)), []],
  ['has no content length', () => inParts(padded(140_000)), []],
  ['is first read for a handler of the user', () => inParts(padded(400_000)), own],
]
for (const [what, init, handlers] of ways) {
  it(`refuses a form of more than 64 KiB that ${what}`, { timeout: 4500 }, async () => {
    const { fetch, token } = connectToEndpoint({ handlers })
    expect(await readRefusal(await fetch(TOKEN_PATH, init()))).toEqual(invalidRequest)
    expect(await token()).toEqual(aToken)
  })
}

it('accepts a form of 64 KiB, at once and in parts', async () => {
  const { fetch } = connectToEndpoint()
  for (const init of [tokenRequest(padded(65_536)), inParts(padded(65_536))])
    expect(await readToken(await fetch(TOKEN_PATH, init))).toEqual(aToken)
})

describe.each([
  ['in the form', forms],
  ['in HTTP Basic', byBasic],
] as const)('refuses a client that sends its credentials %s, with', (_way, cases) => {
  it.each(cases)('%s', async (_what, fields, headers, as) => {
    const { ask, mock } = connectToEndpoint()
    const response = await ask(fields, headers)
    const sent = JSON.stringify([...response.headers]) + (await response.clone().text())
    expect(await readRefusal(response)).toEqual(as)
    expect(sent).not.toMatch(/S3cret|conmock-secret/i)
    expect(mock.tokens.all.filter(({ origin }) => origin === 'issued')).toEqual([])
  })
})

it('refuses a request without a body and one without a media type', async () => {
  const { fetch } = connectToEndpoint()
  expect(await readRefusal(await fetch(TOKEN_PATH, { method: 'POST' }))).toEqual(invalidRequest)
  const bytes = new TextEncoder().encode(formOf(form))
  expect(await readRefusal(await fetch(TOKEN_PATH, { method: 'POST', body: bytes }))).toEqual(invalidRequest)
})

it('ignores the query', async () => {
  const { fetch } = connectToEndpoint()
  const path = `${TOKEN_PATH}?${formOf({ ...builtIn, grant_type: 'password', scope: 'user:write' })}`
  expect(await readRefusal(await fetch(path, tokenRequest(grant)))).toEqual(invalidClient)
  expect(await readToken(await fetch(path, tokenRequest(form)))).toEqual(aToken)
})

it.each(['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])(
  'answers %s with 405 and Allow: POST',
  async (method) => {
    const { fetch } = connectToEndpoint()
    const path = `${TOKEN_PATH}?${formOf(form)}`
    const response = await fetch(path, { method, headers: builtInBasic })
    expect(response.headers.get('allow')).toBe('POST')
    expect(await readRefusal(response)).toMatchObject({ status: 405, challenge: null })
  },
)

it('answers HEAD as GET, without the body', async () => {
  const { fetch } = connectToEndpoint()
  const [head, get] = [await fetch(TOKEN_PATH, { method: 'HEAD' }), await fetch(TOKEN_PATH)]
  expect(head.status).toBe(405)
  expect(head.headers.get('allow')).toBe('POST')
  expectJsonForNoCache(head)
  expect(head.headers.get('content-length')).toBe(String((await get.text()).length))
  expect(await head.text()).toBe('')
})
