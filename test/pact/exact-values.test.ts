import { brotliCompressSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { StateHandlers } from '../../src/pact.js'
import { outcomesOf, verifyCases, type Case } from './support/cases.js'
import { changed, exactly, fileOf, pactFile, pactOf, type Interaction, type Rule } from './support/pacts.js'
import { json, startReplies } from './support/servers.js'
import { runVerification } from './support/convention-pacts.js'

const integer = { match: 'integer' }
const decimal = { match: 'decimal' }
const digits = { match: 'regex', regex: String.raw`^\d+$` }
const anything = { match: 'regex', regex: '.+' }
const include = { match: 'include', value: '12' }
const includeL = { match: 'include', value: 'l' }
const boolean = { match: 'boolean' }
const type = { match: 'type' }
const date = { match: 'date', format: 'yyyyMMdd' }
const variant = {
  match: 'arrayContains',
  variants: [{ index: 0, rules: { $: { combine: 'AND', matchers: [digits] } } }],
}
const eachValue = { match: 'eachValue', value: '1', rules: [digits] }
const eachAnything = { ...eachValue, rules: [anything] }
/** The other spelling of these matchers, which the verifier also knows. */
const hyphenated = {
  each: { ...eachValue, match: 'each-value' },
  array: { ...variant, match: 'array-contains' },
}

type Rules = NonNullable<Interaction['rules']>

/** A case of a body with a rule, and the body of the response. Both are JSON. */
function withRule(what: string, content: string, rules: Rules, body: string, differsAt?: string): Case {
  return [what, { body: exactly(content), rules }, { body }, differsAt]
}

const number = (matcher: Rule): Rules => ({ '$.n': matcher })
const text = (matcher: Rule): Rules => ({ '$.t': matcher })
const eachIn = (matcher: Rule): Rules => ({ '$.t[*]': matcher })
const flag: Rules = { '$.b': boolean }

/** Rules for the status, of which one must hold. */
function statuses(...matchers: readonly Rule[]): Interaction {
  return { response: { matchingRules: { status: { matchers } } } }
}

/** The form in which the DSL writes a matcher for the status. */
function statusOfDsl(matcher: Rule): Interaction {
  return {
    response: { matchingRules: { status: { $: { combine: 'AND', matchers: [matcher] } } } },
  }
}

const success = statuses({ match: 'statusCode', status: 'success' })
const notFound = { match: 'statusCode', status: [404] }
const listed = statuses({ match: 'statusCode', status: [200, 204] })
const large: Interaction = { body: exactly('{ "n": 9007199254740993 }') }
const either = { combine: 'OR', matchers: [boolean, { match: 'null' }] }
const orNull: Interaction = { body: { b: true }, response: { matchingRules: { body: { '$.b': either } } } }
/** The form of Pact V4 for a body that is not JSON. */
const encodedBody = { content: btoa('{"t":"12"}'), contentType: 'application/json', encoded: 'base64' }
const inBase64: Interaction = { rules: text(digits), response: { body: encodedBody } }

it('numbers, types and statuses are compared exactly', async () => {
  const { found, wanted } = await outcomesOf([
    ['a large integer, the same', large, { body: '{"n":9007199254740993}' }],
    ['a large integer, one less', large, { body: '{"n":9007199254740992}' }, '$.n'],
    ['a small integer, the same', { body: { n: 1 } }, { body: '{"n":1}' }],
    withRule('a decimal, the same', '{ "n": 1.0 }', number(decimal), '{"n":2.0}'),
    withRule('an integer for a decimal', '{ "n": 1.0 }', number(decimal), '{"n":1}', '$.n'),
    withRule('an integer', '{ "n": 1 }', number(integer), '{"n":2}'),
    withRule('a decimal for an integer', '{ "n": 1 }', number(integer), '{"n":1.5}', '$.n'),
    withRule('regex on a string', '{ "t": "12" }', text(digits), '{"t":"34"}'),
    withRule('regex on a number', '{ "t": "12" }', text(digits), '{"t":34}', '$.t'),
    withRule('regex in a list', '{ "t": ["12"] }', eachIn(digits), '{"t":[34]}', '$.t[0]'),
    withRule('regex on a number, by example', '{ "t": 12 }', text(digits), '{"t":34}'),
    withRule('include in a string', '{ "t": "12" }', text(include), '{"t":"0123"}'),
    withRule('include in a number', '{ "t": "12" }', text(include), '{"t":123}', '$.t'),
    withRule('date on a number', '{ "t": "20260131" }', text(date), '{"t":20260131}', '$.t'),
    withRule('regex for each value', '{ "t": { "a": "1" } }', text(eachValue), '{"t":{"b":5}}', '$.t.b'),
    withRule('each-value', '{ "t": { "a": "1" } }', text(hyphenated.each), '{"t":{"b":5}}', '$.t.b'),
    withRule('array-contains', '{ "t": ["12"] }', text(hyphenated.array), '{"t":[34]}', '$.t'),
    withRule('a variant with a string', '{ "t": ["12"] }', text(variant), '{"t":[1,"34"]}'),
    withRule('a variant with a number', '{ "t": ["12"] }', text(variant), '{"t":[34]}', '$.t'),
    ['regex on a number, body in base64', inBase64, { body: '{"t":34}' }, '$.t'],
    withRule('regex on null', '{ "t": "12" }', text(anything), '{"t":null}', '$.t'),
    withRule('regex on null in a list', '{ "t": ["12"] }', eachIn(anything), '{"t":[null]}', '$.t[0]'),
    withRule('regex on null, each value', '{ "t": ["12"] }', text(eachAnything), '{"t":[null]}', '$.t[0]'),
    withRule('include in null', '{ "t": "12" }', text(includeL), '{"t":null}', '$.t'),
    withRule('regex on null, by example', '{ "t": null }', text(anything), '{"t":null}'),
    withRule('regex on null, one example', '{ "t": ["12", null] }', eachIn(anything), '{"t":["1",null]}'),
    withRule('a boolean', '{ "b": true }', flag, '{"b":false}'),
    withRule('a string for a boolean', '{ "b": true }', flag, '{"b":"true"}', '$.b'),
    withRule('null for a boolean', '{ "b": true }', flag, '{"b":null}', '$.b'),
    ['null, or a boolean', orNull, { body: '{"b":null}' }],
    ['statusCode success', success, { status: 204 }],
    ['statusCode success, but an error', success, { status: 500 }, 'status'],
    ...['type', 'number', 'integer'].flatMap((match): Case[] => [
      [`${match} of a status`, statuses({ match }), { status: 500 }, 'status'],
      [`${match} of a status, by the DSL`, statusOfDsl({ match }), { status: 500 }, 'status'],
    ]),
    ['include of a status', statuses({ match: 'include', value: '0' }), { status: 500 }, 'status'],
    ['a status of a list, or any number', statuses(notFound, type), { status: 500 }, 'status'],
    ['type of a status, the same', statuses(type), { status: 200 }],
    ['statusCode of a list', listed, { status: 204 }],
    ['statusCode of a list, but another status', listed, { status: 201 }, 'status'],
  ])
  expect(found).toEqual(wanted)
})

function typed(contentType: string): Interaction {
  const body = { content: { a: 1 }, contentType, encoded: false }
  return { responseHeaders: { 'Content-Type': contentType }, response: { body } }
}

const encoded = (coding: string, sent: string | Buffer) => ({
  headers: { ...json, 'content-encoding': coding },
  body: sent,
})

describe('valid forms are not mismatches:', () => {
  const body = '{"a":1}'

  it('Location, brotli and charsets', async () => {
    const there: Interaction = { status: 302, responseHeaders: { Location: '/there' } }
    const sentAs = (types: string | string[]) => ({ headers: { 'content-type': types }, body })
    const ofJson = typed('application/json')
    const plain = { 'content-type': 'text/plain' }
    const ofText: Interaction = {
      responseHeaders: { 'Content-Type': 'text/plain' },
      rules: { $: { match: 'regex', regex: String.raw`^\w+$` } },
      response: { body: { content: 'ab', contentType: 'text/plain', encoded: false } },
    }
    const ofLength = (length: string) => ({ ...one, responseHeaders: { 'Content-Length': length } })
    const sentWithLength = { headers: { ...json, 'content-length': '7' }, body }
    const sentText = (sent: string) => ({ headers: plain, body: sent })
    const [one, two] = [{ body: { a: 1 } }, { body: { a: 2 } }]
    const ruled = (name: string): Interaction => {
      const rule = { matchers: [{ match: 'regex', regex: String.raw`application\/json;\s?charset=utf-8` }] }
      const inPact = typed('application/json; charset=utf-8')
      return { ...inPact, response: { ...inPact.response, matchingRules: { header: { [name]: rule } } } }
    }
    const { found, wanted } = await outcomesOf([
      ['the location', there, { status: 302, headers: { location: '/there' } }],
      ['another location', there, { status: 302, headers: { location: '/elsewhere' } }, 'Location'],
      ['no location', there, { status: 302, headers: {} }, 'Location'],
      ['brotli', one, encoded('br', brotliCompressSync(body))],
      ['gzip', one, encoded('gzip', gzipSync(body))],
      ['brotli, but another body', two, encoded('br', brotliCompressSync(body)), '$.a'],
      ['brotli in gzip', one, encoded('br, gzip', gzipSync(brotliCompressSync(body)))],
      ['no coding', one, encoded('identity', body)],
      ['an unknown coding', { body: undefined }, encoded('zstd', body), 'Content-Encoding'],
      ['a body that is not gzip', one, encoded('gzip', body), 'Content-Encoding'],
      ['two media types', ofJson, sentAs(['application/json', 'text/plain']), 'Content-Type'],
      ['a media type in capitals', ofJson, sentAs('Application/JSON')],
      ['a charset in the pact', typed('application/json; charset=utf-8'), { body }],
      ['a charset in the response', ofJson, sentAs('application/json;charset=UTF-8')],
      ['two charsets', typed('application/json;charset=utf-8'), sentAs('application/json; charset=UTF-8')],
      ['a rule for the charset', ruled('Content-Type'), sentAs('application/json; charset=utf-8')],
      ['a rule in lower case', ruled('content-type'), sentAs('application/json;charset=utf-8')],
      ['a rule for another charset', ruled('Content-Type'), sentAs('application/json'), 'Content-Type'],
      ['a text', ofText, sentText('cd')],
      ['a text with digits only', ofText, sentText('12')],
      ['another text', ofText, sentText('-'), '$'],
      ['the length', ofLength('7'), sentWithLength],
      ['another length', ofLength('8'), sentWithLength, 'Content-Length'],
      ['another media type', ofJson, sentAs('text/plain; charset=utf-8'), 'Content-Type $'],
    ])
    expect(found).toEqual(wanted)
  })

  it('an empty list of messages', async () => {
    const pacts = fileOf(changed(pactOf(3, [{}]), {}, { messages: [] }))
    expect(await runVerification({ pacts })).toMatchObject({ outcome: 'verified' })
  })
})

const missing = (name: string, place: string) =>
  `no state returned "${name}", which the ${place} needs; the states returned: name, cursor`

const namesOf = (...names: string[]) => ({ body: { data: names.map((name) => ({ name })) } })

const wildcard = (name: string): Interaction => ({
  body: { data: [{ name: 'x' }] },
  rules: { '$.data': type, '$.data[*].name': type },
  fromState: { body: { '$.data[*].name': `\${${name}}` } },
})
const header = (name: string): Interaction => ({
  responseHeaders: { 'X-Name': 'x' },
  response: {
    matchingRules: { header: { 'X-Name': { matchers: [type] } } },
    generators: { header: { 'X-Name': { type: 'ProviderState', expression: `\${${name}}` } } },
  },
})

const inRequest = (part: string) => missing('cursr', `${part} of the request`)

describe('a value that a state returns', () => {
  const states: StateHandlers = { 'a state': () => ({ name: 'staff', cursor: 'c1' }) }
  const page: Interaction = { path: '/api/v0/roles?nextPage=x' }
  const requestBody = {
    body: { content: { cursor: 'x' }, contentType: 'application/json', encoded: false },
    generators: { body: { '$.cursor': { type: 'ProviderState', expression: '${cursr}' } } },
  }

  it('is compared at every match of a wildcard, and in headers; a missing one is a problem', async () => {
    const { found, wanted } = await outcomesOf(
      [
        ['all names', wildcard('name'), namesOf('staff', 'staff')],
        ['one name', wildcard('name'), namesOf('staff', 'crew'), '$.data[1].name'],
        ['a header', header('name'), { headers: { 'x-name': 'staff' } }],
        ['another header', header('name'), { headers: { 'x-name': 'crew' } }, 'X-Name'],
        ['no such name', wildcard('nmae'), namesOf('staff'), missing('nmae', 'body of the response')],
        ['no such header', header('nmae'), { headers: {} }, missing('nmae', 'header of the response')],
        ['no such path', { fromState: { path: '/api/v0/${cursr}' } }, {}, inRequest('path')],
        [
          'no such cursor',
          { ...page, fromState: { query: { nextPage: '${cursr}' } } },
          {},
          inRequest('query'),
        ],
        ['none for a header', { fromState: { header: { 'X-Cursor': '${cursr}' } } }, {}, inRequest('header')],
        ['none for a body', { request: requestBody }, {}, inRequest('body')],
      ],
      { states },
    )
    expect(found).toEqual(wanted)
  })
})

function nested(depth: number): string {
  return '['.repeat(depth) + ']'.repeat(depth)
}

it('a response nested 100,000 levels deep is a mismatch, whether or not the pact has a body', async () => {
  const deep = nested(100_000)
  const noRoles: Interaction = { body: { data: [] } }
  const interactions = await verifyCases(
    [
      ['a body', noRoles, { body: deep }],
      ['no body', { status: 201 }, { body: deep }],
      ['a body with 2,000 levels', noRoles, { body: nested(2000) }],
    ],
    { showValues: true },
  )
  expect(interactions).toMatchObject([
    { outcome: 'broken', mismatches: [{ part: 'body' }] },
    { outcome: 'broken', mismatches: [{ part: 'status' }] },
    { outcome: 'broken', mismatches: [{ part: 'body' }] },
  ])
  expect(JSON.stringify(interactions).length).toBeLessThan(3000)
  const url = await startReplies(() => ({ body: deep }))
  const pacts = pactFile({ states: ['roles exist'] }, {}, { status: 418 })
  const report = await runVerification({ pacts, against: { url, tokens: { 'user:read': 'of-roles' } } })
  expect(report.interactions).toMatchObject([
    { outcome: 'broken', mock: 'verified' },
    { outcome: 'broken', mock: 'verified' },
    { outcome: 'broken', mock: 'broken' },
  ])
})
