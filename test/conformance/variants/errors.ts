import { expect } from 'vitest'
import { provoke, refusals, type Refusal } from '../../support/refusals.js'
import { ROLES, volunteerPath } from '../client.js'
import { cases } from '../operations.js'
import type { Check, Open, VariantChecks } from './check.js'

async function eachError(
  open: Open,
  look: (response: Response, refusal: Refusal) => Promise<void>,
): Promise<void> {
  for (const refusal of refusals) {
    const { what, status, assumptions = {} } = refusal
    const response = await provoke(open({ assumptions }), refusal)
    expect({ what, status: response.status }).toEqual({ what, status })
    await look(response, refusal)
  }
}

const isProblem: Check = (open) =>
  eachError(open, async (response, { what, status, code, assumption }) => {
    expect(response.headers.get('content-type')).toBe('application/json')
    expect({ what, ...((await response.json()) as object) }).toMatchObject({
      what,
      type: 'about:blank',
      title: expect.any(String) as string,
      status,
      detail: expect.any(String) as string,
      hint: expect.any(String) as string,
      code,
      assumption,
    })
  })

const message = expect.stringMatching(/\w{2}/) as string

/** The error body of the real service: one kind of error with its members. */
function envelopeOf({ what, status, operation }: Refusal): unknown {
  const tokenMessages: Record<string, string> = {
    'no credential': message,
    'an expired token': 'Token expired.',
  }
  const { scope } = cases.find(({ id }) => id === operation)!
  const kinds: Record<number, object> = {
    400: { validation: { message } },
    401: { authentication: { code: 401, message: tokenMessages[what] ?? 'Invalid token.' } },
    403: { access: { message, permissions: [scope] } },
    404: { resource: { message } },
    405: { usage: { message } },
  }
  return { errors: kinds[status] }
}

const isEnvelope: Check = (open) =>
  eachError(open, async (response, refusal) => {
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(await response.json()).toStrictEqual(envelopeOf(refusal))
  })

const isEmpty: Check = (open) =>
  eachError(open, async (response) => {
    expect(response.headers.has('content-type')).toBe(false)
    expect(await response.text()).toBe('')
  })

const headers: Record<number, string[]> = {
  401: ['www-authenticate'],
  403: ['www-authenticate'],
  405: ['allow'],
  429: ['retry-after'],
}

/** The challenge, Allow and Retry-After do not depend on the body. */
const keepsItsHeaders: Check = (open) =>
  eachError(open, async (response, { status, code }) => {
    const names = ['www-authenticate', 'allow', 'retry-after'].filter((name) => response.headers.has(name))
    expect(names).toEqual(code === 'invalid_request' ? ['www-authenticate'] : (headers[status] ?? []))
  })

const isNotForSuccesses: Check = async (open) => {
  const { get } = open()
  for (const path of [ROLES, volunteerPath('1')]) {
    expect((await get(path)).headers.get('content-type')).toBe('application/json')
  }
}

function contentType(expected: string): Check {
  return (open) =>
    eachError(open, async (response, { code }) => {
      expect(response.headers.get('content-type')).toBe(expected)
      expect(await response.json()).toMatchObject({ code })
    })
}

function contentTypeOfEnvelopes(expected: string): Check {
  return async (open) => {
    const { get } = open({ assumptions: { 'errors.body': 'envelope' } })
    const response = await get(ROLES, 'unknown-token')
    expect(response.headers.get('content-type')).toBe(expected)
    expect(await response.json()).toHaveProperty('errors.authentication')
  }
}

const common = {
  'keeps challenge, Allow and Retry-After': keepsItsHeaders,
  'does not change the media type of successes': isNotForSuccesses,
}

function ofType(type: string) {
  return {
    'is the media type of errors': contentType(type),
    'is also the media type of envelopes': contentTypeOfEnvelopes(type),
    'does not change the media type of successes': isNotForSuccesses,
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
