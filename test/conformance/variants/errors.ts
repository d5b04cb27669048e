import { expect } from 'vitest'
import { envelopes, type ErrorAsk } from '../error-asks.js'
import { ROLES, volunteerPath } from '../client.js'
import type { Check, Open, VariantChecks } from './check.js'

async function eachError(
  open: Open,
  look: (response: Response, ask: ErrorAsk) => Promise<void>,
): Promise<void> {
  const client = await open()
  for (const ask of envelopes) {
    const response = await ask.ask(client)
    expect({ what: ask.what, status: response.status }).toEqual({ what: ask.what, status: ask.status })
    await look(response, ask)
  }
}

const members = ['type', 'title', 'status', 'detail', 'hint', 'code']

const isProblem: Check = (open) =>
  eachError(open, async (response, { status, what }) => {
    expect(response.headers.get('content-type')).toBe('application/json')
    const body = (await response.json()) as object
    expect({ what, names: Object.keys(body) }).toEqual({
      what,
      names: expect.arrayContaining(members) as string[],
    })
    expect(body).toMatchObject({ type: 'about:blank', status })
  })

const isEnvelope: Check = (open) =>
  eachError(open, async (response, { envelope }) => {
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(await response.json()).toStrictEqual({ errors: envelope })
  })

const isEmpty: Check = (open) =>
  eachError(open, async (response) => {
    expect(response.headers.has('content-type')).toBe(false)
    expect(await response.text()).toBe('')
  })

/** The challenge, Allow and Retry-After do not depend on the body. */
const keepsItsHeaders: Check = (open) =>
  eachError(open, async (response, { header }) => {
    const names = ['www-authenticate', 'allow', 'retry-after'].filter((name) => response.headers.has(name))
    expect(names).toEqual(header === undefined ? [] : [header])
  })

const ofHead: Check = async (open) => {
  const { get, send } = await open()
  for (const path of [ROLES, volunteerPath('1')]) {
    const [byGet, byHead] = [await get(path, 'unknown-token'), await send('HEAD', path, 'unknown-token')]
    const length = new TextEncoder().encode(await byGet.text()).length
    expect(byHead.status).toBe(401)
    expect(await byHead.text()).toBe('')
    expect(byHead.headers.get('content-type')).toBe(byGet.headers.get('content-type'))
    if (length > 0) expect(byHead.headers.get('content-length')).toBe(String(length))
  }
}

function contentType(expected: string): Check {
  return async (open) => {
    await eachError(open, async (response) => {
      expect(response.headers.get('content-type')).toBe(expected)
    })
    const { get } = await open()
    expect((await get(ROLES)).headers.get('content-type')).toBe('application/json')
  }
}

function contentTypeOfEnvelopes(expected: string): Check {
  return async (open) => {
    const { get } = await open({ assumptions: { 'errors.body': 'envelope' } })
    const response = await get(ROLES, 'unknown-token')
    expect(response.headers.get('content-type')).toBe(expected)
    expect(await response.json()).toHaveProperty('errors.authentication')
  }
}

const common = {
  'keeps challenge, Allow and Retry-After': keepsItsHeaders,
  'has the same status and headers for HEAD as for GET': ofHead,
}

function ofType(type: string) {
  return {
    'is the media type of errors, but not of successes': contentType(type),
    'is also the media type of envelopes': contentTypeOfEnvelopes(type),
  }
}

export const errorChecks: VariantChecks<'errors.body' | 'errors.contentType'> = {
  'errors.body': {
    problem: { 'has the members of RFC 9457': isProblem, ...common },
    envelope: { 'has one error as in the real service': isEnvelope, ...common },
    empty: { 'has no body and no content type': isEmpty, ...common },
  },
  'errors.contentType': {
    'application/json': ofType('application/json'),
    'application/problem+json': ofType('application/problem+json'),
  },
}
