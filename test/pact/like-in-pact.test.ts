import { PactV4 } from '@pact-foundation/pact'
import { describe, expect, it, vi } from 'vitest'
import { buildVolunteer, type Volunteer } from '../../src/index.js'
import { like } from '../../src/pact.js'
import { temporaryFolder } from '../support/temporary-folder.js'

vi.hoisted(() => {
  process.env['PACT_DO_NOT_TRACK'] = 'true'
})

/**
 * Whether a body satisfies these matchers. The body is the body of a request to Pact's own mock server. It applies the
 * same rules as the verifier does to a response, except for additional members.
 */
async function accepts(matchers: unknown, body: unknown): Promise<boolean> {
  const dir = temporaryFolder()
  const pact = new PactV4({ consumer: 'like', provider: 'test', dir, logLevel: 'error' })
  const status = pact
    .addInteraction()
    .uponReceiving('a body')
    .withRequest('POST', '/', (builder) => void builder.jsonBody(matchers))
    .willRespondWith(200)
    .executeTest(async ({ url }) => {
      const headers = { 'content-type': 'application/json' }
      return (await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).status
    })
  return status.then(
    (code) => code === 200,
    () => false,
  )
}

const options: Volunteer['options'] = [
  { name: 'Size', type: 'select', value: 'XL' },
  { name: 'Days', type: 'multi', value: ['Friday'] },
  { name: 'Notes', type: 'text', value: '' },
  { name: 'Hours', type: 'number', value: 2.5 },
]

const volunteer = buildVolunteer({
  user: { preferredName: 'Kit' },
  contactMethods: [{}, {}],
  departments: [{ states: ['avoid', 'request'] }, {}],
  options: [options[0]!],
})

const whole = like.volunteer()

/** The record with a change. */
function changed(change: (copy: Volunteer) => unknown): Volunteer {
  const copy = structuredClone(volunteer)
  change(copy)
  return copy
}

describe('the matchers of a whole record', () => {
  it.each<[string, Volunteer]>([
    ['another record', volunteer],
    [
      'dates in another format',
      { ...volunteer, createdAt: '2026-01-31T18:30:00+02:00', updatedAt: '2026-02-01' },
    ],
    ['empty strings', changed(({ user }) => void (user.email = user.username = user.preferredName = ''))],
    ['additional options of other types', { ...volunteer, options: options.toReversed() }],
  ])('accept %s', async (_, body) => expect(await accepts(whole, body)).toBe(true))

  it.each<[string, unknown]>([
    ['a field that is missing', { ...volunteer, id: undefined }],
    ['a number for an id', { ...volunteer, id: 42 }],
    ['a date in words', { ...volunteer, createdAt: '31 January 2026' }],
    ['a date as seconds', { ...volunteer, updatedAt: 1767225600 }],
    ['an impossible date', { ...volunteer, updatedAt: '2026-04-31' }],
    ['null for a date', { ...volunteer, updatedAt: null }],
    ['a phone number without its plus', changed(({ user }) => void (user.phone = '12125550142'))],
    ['digits of another script', changed(({ user }) => void (user.phone = '+1２１２5550142'))],
    ['null for a preferred name', changed(({ user }) => void (user.preferredName = null))],
    ['text for a boolean', changed((copy) => Object.assign(copy.contactMethods[1]!, { isPrimary: 'no' }))],
    ['an element without a field', changed((copy) => Reflect.deleteProperty(copy.departments[1]!, 'name'))],
    ['an unknown state', changed((copy) => void copy.departments[1]!.states.push('approved' as 'avoid'))],
    ['no departments', { ...volunteer, departments: [] }],
    ['no options', { ...volunteer, options: [] }],
    ['null for a list', { ...volunteer, contactMethods: null }],
    ['an unknown type', { ...volunteer, options: [{ name: 'Size', type: 'choice', value: 'XL' }] }],
  ])('reject %s', async (_, body) => expect(await accepts(whole, body)).toBe(false))
})

describe('the matchers of options', () => {
  const each = like.volunteer({
    only: ['options'],
    example: { options: [{ type: 'select' }, { type: 'multi' }, { type: 'text' }, { type: 'number' }] },
  })

  it('accept an option of each type, in any order and among others', async () => {
    expect(await accepts(each, { options: options.toReversed() })).toBe(true)
    expect(await accepts(each, { options: [...options, ...options] })).toBe(true)
  })

  it.each(options.map(({ type }) => type))('reject a list without an option of type %s', async (missing) => {
    expect(await accepts(each, { options: options.filter(({ type }) => type !== missing) })).toBe(false)
  })

  it.each([
    ['select', 1],
    ['multi', 'Friday'],
    ['multi', [1]],
    ['multi', []],
    ['text', null],
    ['number', '2.5'],
  ])('reject an option of type %s with the value %j', async (wrong, value) => {
    const list = options.map((option) => (option.type === wrong ? { ...option, value } : option))
    expect(await accepts(each, { options: list })).toBe(false)
  })
})

describe('the matchers of a shape', () => {
  it('of null accept only null', async () => {
    const [only, example] = [['user.preferredName'] as const, { user: { preferredName: null } }]
    const matchers = like.volunteer({ only, example })
    expect(await accepts(matchers, { user: { preferredName: null } })).toBe(true)
    for (const user of [{ preferredName: '' }, { preferredName: 'null' }, {}]) {
      expect(await accepts(matchers, { user })).toBe(false)
    }
  })

  it('of an empty list accept only an empty list', async () => {
    const matchers = like.volunteer({ only: ['options'], example: { options: [] } })
    expect(await accepts(matchers, { options: [] })).toBe(true)
    for (const other of [options, [{}], null, '', undefined]) {
      expect(await accepts(matchers, { options: other })).toBe(false)
    }
  })

  it('of an element with an empty list require such an element', async () => {
    const only = ['departments.states'] as const
    const matchers = like.volunteer({ only, example: { departments: [{ states: [] }] } })
    expect(await accepts(matchers, { departments: [{ states: ['avoid'] }, { states: [] }] })).toBe(true)
    expect(await accepts(matchers, { departments: [{ states: ['avoid'] }] })).toBe(false)
  })

  it('of several elements require an element like each of them, with any allowed states', async () => {
    const only = ['departments.states', 'departments.name'] as const
    const matchers = like.volunteer({ only, example: { departments: [{}, { name: undefined }] } })
    const [named, unnamed] = [{ states: ['avoid'], name: 'Crew' }, { states: ['request'] }]
    expect(await accepts(matchers, { departments: [unnamed, named] })).toBe(true)
    expect(await accepts(matchers, { departments: [unnamed, unnamed] })).toBe(false)
    expect(await accepts(matchers, { departments: [named, { states: ['approved'] }] })).toBe(false)
  })

  it('of a page accept only pages of that form', async () => {
    const role = { id: '7', name: 'staff' }
    const bodies = {
      cursor: { data: [role, role], nextPage: 'abc' },
      null: { data: [role], nextPage: null },
      empty: { data: [], nextPage: null },
      nullData: { data: null, nextPage: null },
    }
    for (const [only, matchers] of [
      ['cursor', like.rolePage({ next: 'cursor' })],
      ['null', like.rolePage({ next: 'null' })],
      ['empty', like.rolePage({ next: 'null', data: 'empty' })],
      ['nullData', like.rolePage({ next: 'null', data: 'null' })],
    ] as const) {
      for (const [name, body] of Object.entries(bodies))
        expect(await accepts(matchers, body)).toBe(name === only)
    }
  })
})
