import { describe, expect, it } from 'vitest'
import { allowsRequest, createPreflight } from '../../src/integrations/playwright/preflight.js'

const url = 'https://reg.example.com/api/v0/roles'
const origin = 'http://localhost:5173'

/** Headers that Chromium itself adds to a request. */
const usual = {
  accept: '*/*',
  origin,
  referer: `${origin}/`,
  'user-agent': 'Mozilla/5.0',
  'sec-ch-ua': '"Chromium"',
  'sec-ch-ua-mobile': '?0',
}

function preflightFor(method: string, headers: Readonly<Record<string, string>> = {}): Request | undefined {
  return createPreflight({ method, url, headers: { ...usual, ...headers } })
}

function answer(headers: Readonly<Record<string, string>>, status = 204): Response {
  return new Response(null, { status, headers: { 'access-control-allow-origin': '*', ...headers } })
}

describe('a preflight', () => {
  it.each([
    ['GET', {}],
    ['HEAD', { 'accept-language': 'en' }],
    ['POST', { 'content-type': 'text/plain;charset=UTF-8' }],
    ['POST', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['POST', { 'content-type': 'Multipart/Form-Data; boundary=x' }],
  ])('is not sent before %s with %o', (method, headers) => {
    expect(preflightFor(method, headers)).toBeUndefined()
  })

  it.each([
    ['GET', { authorization: 'Bearer t', 'x-mine': '1' }, 'authorization,x-mine'],
    ['POST', { 'content-type': 'application/json' }, 'content-type'],
    ['PUT', {}, null],
  ])('is sent before %s with %o', (method, headers, names) => {
    const preflight = preflightFor(method, headers)!
    expect(preflight).toMatchObject({ method: 'OPTIONS', url })
    expect(preflight.headers.get('origin')).toBe(origin)
    expect(preflight.headers.get('access-control-request-method')).toBe(method)
    expect(preflight.headers.get('access-control-request-headers')).toBe(names)
    expect(preflight.headers.has('authorization')).toBe(false)
  })

  it('is not sent without an origin, or to the own origin', () => {
    const headers = { authorization: 'Bearer t' }
    expect(createPreflight({ method: 'PUT', url, headers })).toBeUndefined()
    const own = { ...headers, origin: 'https://reg.example.com' }
    expect(createPreflight({ method: 'PUT', url, headers: own })).toBeUndefined()
  })
})

describe('the answer to a preflight', () => {
  const get = preflightFor('GET', { authorization: 'Bearer t' })!
  const mine = preflightFor('GET', { 'x-mine': '1' })!
  const put = preflightFor('PUT')!
  const [names, methods] = ['access-control-allow-headers', 'access-control-allow-methods'] as const
  const onlyFrom = (allowed: string) => ({ 'access-control-allow-origin': allowed, [methods]: 'PUT' })

  it.each([
    ['the header is listed', get, answer({ [names]: 'X-Mine, Authorization' })],
    ['the method is listed', put, answer({ [methods]: 'GET,PUT' })],
    ['every method is allowed', put, answer({ [methods]: '*' })],
    ['every header is allowed', mine, answer({ [names]: '*' })],
    ['its origin is allowed', put, answer(onlyFrom(origin))],
  ])('allows the request if %s', (_, preflight, given) => {
    expect(allowsRequest(given, preflight)).toBe(true)
  })

  it.each([
    ['the header is missing', get, answer({ [names]: 'x-mine' })],
    ['* stands for the header Authorization', get, answer({ [names]: '*' })],
    ['the method is missing', put, answer({ [methods]: 'GET, HEAD' })],
    ['the method has other letters', put, answer({ [methods]: 'put' })],
    ['the status is an error', put, answer({ [methods]: 'PUT' }, 403)],
    ['another origin is allowed', put, answer(onlyFrom('http://x.test'))],
    ['there is no answer', put, Response.error()],
  ])('refuses the request if %s', (_, preflight, given) => {
    expect(allowsRequest(given, preflight)).toBe(false)
  })
})
