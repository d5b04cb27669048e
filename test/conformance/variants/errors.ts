import { expect } from 'vitest'
import { provoke, refusals, type Refusal } from '../../support/refusals.js'
import { ROLES, volunteerPath } from '../client.js'
import { cases } from '../operations.js'
import { expectSuccess, readProblem } from '../expectations.js'
import type { Check, Checks, Open, VariantChecks } from './check.js'

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

/** A type of errors, which has no effect on successes. */
function ofType(type: string): Checks {
  return {
    'is the media type of errors': (open) =>
      eachError(open, async (response, { code }) => {
        expect(response.headers.get('content-type')).toBe(type)
        expect(await response.json()).toMatchObject({ code })
      }),
    'is also the media type of envelopes': async (open) => {
      const { get } = open({ assumptions: { 'errors.body': 'envelope' } })
      const response = await get(ROLES, 'unknown-token')
      expect(response.headers.get('content-type')).toBe(type)
      expect(await response.json()).toHaveProperty('errors.authentication')
    },
    'does not change the media type of successes': async (open) => {
      const { get } = open()
      for (const path of [ROLES, volunteerPath('1')]) expectSuccess(await get(path))
    },
  }
}

const keeps = { 'keeps challenge, Allow and Retry-After': keepsItsHeaders }

export const errorChecks: VariantChecks<'errors.body' | 'errors.contentType'> = {
  'errors.body': {
    problem: {
      ...keeps,
      'has the members of RFC 9457': (open) =>
        eachError(open, async (response, { what, status, code, assumption }) => {
          const body = { what, ...(await readProblem(response)) }
          expect(body).toMatchObject({ what, status, code, assumption })
        }),
    },
    envelope: {
      ...keeps,
      'has one error as in the real service': (open) =>
        eachError(open, async (response, refusal) => {
          expect(response.headers.get('content-type')).toBe('application/json')
          expect(await response.json()).toStrictEqual(envelopeOf(refusal))
        }),
    },
    empty: {
      ...keeps,
      'has no body and no content type': (open) =>
        eachError(open, async (response) => {
          expect(response.headers.has('content-type')).toBe(false)
          expect(await response.text()).toBe('')
        }),
    },
  },
  'errors.contentType': {
    'application/json': ofType('application/json'),
    'application/problem+json': ofType('application/problem+json'),
  },
}
