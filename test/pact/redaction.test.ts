import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { VerificationReport } from '../../src/pact.js'
import { formatJunit } from '../../src/pact/report/format-junit.js'
import { formatReport } from '../../src/pact/report/format-report.js'
import { redacted, redactor } from '../../src/pact/report/redact.js'
import { runs } from '../support/property.js'
import { interactionReport } from './support/interaction-report.js'
import { LITERAL, pactFile } from './support/pacts.js'
import { expectFailure } from './support/failure.js'
import { json, startHttpServer, startReplies } from './support/servers.js'
import { startTokenEndpoint } from './support/token-endpoint.js'

/** A token that a header can carry. */
const token = fc.stringMatching(/^[\x21-\x7e]{8,40}$/)

/** The forms in which a service may repeat a token. */
const echoes: { readonly [how: string]: (token: string) => string } = {
  'as it is': (secret) => `Bearer ${secret}`,
  'percent-encoded': (secret) => `?access_token=${encodeURIComponent(secret)}&`,
  'in JSON': (secret) => JSON.stringify({ token: secret }),
}

/** Whether a text contains a secret, as it is or after decoding. */
function containsSecret(text: string, secret: string): boolean {
  const readings = [text, text.replaceAll(/\\(["\\])/g, '$1')]
  for (const word of text.match(/(?:%[\da-f]{2}|[^%])+/gi) ?? []) readings.push(decodeURIComponent(word))
  return readings.some((reading) => reading.includes(secret))
}

/** A report with a text in every field that can contain text of the target. */
function reportWith(text: string): VerificationReport {
  const nested = { [text]: [{ deep: [text, { [text]: text }] }] }
  const interaction = interactionReport({
    description: text,
    pact: text,
    request: `GET /${text}`,
    states: [text],
    outcome: 'broken',
    mismatches: [
      { part: 'body', path: `$['${text}']`, expected: text, actual: nested, message: text },
      { part: 'header', path: text, expected: [text], actual: text, message: `Expected '${text}'` },
    ],
    serverMessage: text,
    reason: text,
  })
  const target = { kind: 'mock', version: '1.2.3', profile: 'spec', assumptions: {}, others: [] } as const
  return { outcome: 'broken', target, interactions: [interaction], problems: [text], notes: [text] }
}

describe('a token', () => {
  it.each(Object.entries(echoes))('that is repeated %s is removed from every part of a report', (_, echo) => {
    fc.assert(
      fc.property(token, fc.string(), (secret, around) => {
        const redact = redactor(['another-secret', secret])
        const report = redacted(reportWith(echo(secret)), redact)
        for (const text of [JSON.stringify(report), formatReport(report), formatJunit(report)]) {
          expect(containsSecret(text, secret)).toBe(false)
        }
        expect(redact(around + echo(secret))).not.toContain(secret)
      }),
      runs(100),
    )
  })

  it('of seven characters is only removed if it is the whole text or the whole credential', () => {
    const redact = redactor(['secret1'])
    expect(['secret1', 'Bearer secret1', 'a secret1'].map(redact)).toEqual([
      '[redacted]',
      '[redacted]',
      'a secret1',
    ])
  })

  it('that begins with another token is removed completely', () => {
    fc.assert(
      fc.property(token, token, (short, rest) => {
        const redact = redactor([short, short + rest])
        expect(redact(`a ${short}${rest} b`)).toBe('a [redacted] b')
      }),
      runs(100),
    )
  })
})

/** A service that repeats the token everywhere and also returns private data. */
function startEcho(): Promise<string> {
  return startHttpServer(({ headers: { authorization = '' } }, response) => {
    const secret = authorization.replace('Bearer ', '')
    const encoded = { url: encodeURIComponent(secret) }
    const nested = { [secret]: [secret, { deep: secret }], ...encoded }
    const name = /^[\w-]+$/.test(secret) ? `x-${secret}` : 'x-none'
    response.writeHead(401, secret, { ...json, 'x-echo': secret, [name]: secret })
    const privateData = { owner: 'Ada-Privately', count: 7_654_321 }
    response.end(JSON.stringify({ detail: `bad token ${secret}`, ...nested, data: [nested], ...privateData }))
  })
}

describe('a report of a real service', () => {
  const secrets = { 'user:read': 'secret/of+roles==', 'volunteer:read': 'secret-of-volunteers' }
  const expected = {
    responseHeaders: { 'X-Echo': 'other' },
    body: { detail: 'x', data: [{ url: 'x', none: 1 }], owner: 'x', count: 1, url: 'x' },
  }
  const path = '/api/v0/users/1/volunteer'

  async function reportText(showValues: boolean): Promise<string> {
    // Values are only compared when the pact expects the 401: otherwise a rejected token is a problem.
    const interactions = [200, 401].flatMap((status) => [
      { ...expected, status },
      { ...expected, status, path },
    ])
    const options = {
      pacts: pactFile(...interactions),
      against: { url: await startEcho(), tokens: secrets },
      showValues,
    }
    const { report, message } = await expectFailure(options, 1, ['problem', 'problem', 'broken', 'broken'])
    const texts = [message, JSON.stringify(report), formatJunit(report)].join('\n')
    const all = [texts, formatReport(report)].join('\n')
    // The token in the pact may be a real one, too.
    for (const secret of [...Object.values(secrets), LITERAL.replace('Bearer ', '')]) {
      expect(containsSecret(all, secret)).toBe(false)
      for (const echo of Object.values(echoes)) expect(all).not.toContain(echo(secret))
    }
    return texts
  }

  it('contains no tokens, and only the type and length of values', async () => {
    const text = await reportText(false)
    expect(text).not.toMatch(/Ada-Privately|7654321|bad token/)
    expect(text).toContain('body $.owner: expected "x", but was "text of 13 characters"')
    expect(text).toContain('body $.count: expected 1, but was "number"')
  })

  it('contains the values, but no tokens, with `showValues`', async () => {
    const text = await reportText(true)
    expect(text).toContain('body $.owner: expected "x", but was "Ada-Privately"')
    expect(text).toContain('expected "x", but was "bad token [redacted]"')
  })

  it('contains no Basic credential of a client', async () => {
    const endpoint = await startTokenEndpoint(() => ({
      body: { access_token: 'of-client', token_type: 'Bearer' },
    }))
    const url = await startReplies(() => ({ body: { detail: endpoint.asked.at(-1)?.authorization } }))
    const client = { tokenUrl: endpoint.url, clientId: 'a client', clientSecret: 's3cret/of+the client' }
    const options = {
      pacts: pactFile({ body: { detail: 'x' } }),
      against: { url, clientCredentials: { ...client, authentication: 'basic' } },
      showValues: true,
    } as const
    const { message } = await expectFailure(options, 1, ['broken'])
    expect(message).toContain('body $.detail: expected "x", but was "Basic [redacted]"')
  })
})
