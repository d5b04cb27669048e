import { rmSync } from 'node:fs'
import { PactV4 } from '@pact-foundation/pact'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { buildVolunteer, type Volunteer } from '../../src/index.js'
import { like } from '../../src/pact.js'
import { createFolder } from '../support/temporary-folder.js'

vi.hoisted(() => {
  process.env['PACT_DO_NOT_TRACK'] = 'true'
})

const folder = createFolder()
afterAll(() => rmSync(folder, { recursive: true }))

/**
 * Whether Pact takes a body for one of these matchers. The rules of a request are those of an answer, but for members
 * that are too many, and to try them needs no verifier: Pact's own mock server does it.
 */
async function takes(matchers: unknown, body: unknown): Promise<boolean> {
  const pact = new PactV4({ consumer: 'like', provider: 'test', dir: folder, logLevel: 'error' })
  const taken = pact
    .addInteraction()
    .uponReceiving('a body')
    .withRequest('POST', '/', (builder) => void builder.jsonBody(matchers))
    .willRespondWith(200)
    .executeTest(async ({ url }) => {
      const headers = { 'content-type': 'application/json' }
      const { status } = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
      return status
    })
  return taken.then(
    (status) => status === 200,
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

/** The record with something else in one of its places. */
function changed(change: (copy: Volunteer) => void): Volunteer {
  const copy = structuredClone(volunteer)
  change(copy)
  return copy
}

describe('the matchers of a whole record', () => {
  it.each<[string, Volunteer]>([
    ['another record', volunteer],
    ['dates in another form', { ...volunteer, createdAt: '20260131T183000Z', updatedAt: '20260201' }],
    ['empty texts', changed(({ user }) => void (user.email = user.username = user.preferredName = ''))],
    ['options of other types besides', { ...volunteer, options: options.toReversed() }],
  ])('take %s', async (_, body) => expect(await takes(whole, body)).toBe(true))

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
    [
      'text for a truth value',
      changed((copy) => void Object.assign(copy.contactMethods[1]!, { isPrimary: 'no' })),
    ],
    [
      'a second element that lacks a field',
      changed((copy) => Reflect.deleteProperty(copy.departments[1]!, 'name')),
    ],
    ['an unknown state', changed((copy) => void copy.departments[1]!.states.push('approved' as 'avoid'))],
    ['no departments', { ...volunteer, departments: [] }],
    ['no options', { ...volunteer, options: [] }],
    ['null for a list', { ...volunteer, contactMethods: null }],
    ['an unknown type', { ...volunteer, options: [{ name: 'Size', type: 'choice', value: 'XL' }] }],
  ])('refuse %s', async (_, body) => expect(await takes(whole, body)).toBe(false))
})

describe('the matchers of options', () => {
  const each = like.volunteer({
    only: ['options'],
    example: { options: [{ type: 'select' }, { type: 'multi' }, { type: 'text' }, { type: 'number' }] },
  })

  it('take one of each type, in any order and among others', async () => {
    expect(await takes(each, { options: options.toReversed() })).toBe(true)
    expect(await takes(each, { options: [...options, ...options] })).toBe(true)
  })

  it.each(options.map(({ type }) => type))('refuse a list without one of the type %s', async (missing) => {
    expect(await takes(each, { options: options.filter(({ type }) => type !== missing) })).toBe(false)
  })

  it.each([
    ['select', 1],
    ['multi', 'Friday'],
    ['multi', [1]],
    ['multi', []],
    ['text', null],
    ['number', '2.5'],
  ])('refuse an option of the type %s with the value %j', async (wrong, value) => {
    const list = options.map((option) => (option.type === wrong ? { ...option, value } : option))
    expect(await takes(each, { options: list })).toBe(false)
  })
})

describe('the matchers of a shape', () => {
  it('of null take null alone', async () => {
    const matchers = like.volunteer({
      only: ['user.preferredName'],
      example: { user: { preferredName: null } },
    })
    expect(await takes(matchers, { user: { preferredName: null } })).toBe(true)
    for (const user of [{ preferredName: '' }, { preferredName: 'null' }, {}]) {
      expect(await takes(matchers, { user })).toBe(false)
    }
  })

  it('of an empty list take an empty list alone', async () => {
    const matchers = like.volunteer({ only: ['options'], example: { options: [] } })
    expect(await takes(matchers, { options: [] })).toBe(true)
    for (const other of [options, [{}], null, '', undefined]) {
      expect(await takes(matchers, { options: other })).toBe(false)
    }
  })

  it('of an empty list in an element take an element with such a list', async () => {
    const only = ['departments.states'] as const
    const matchers = like.volunteer({ only, example: { departments: [{ states: [] }] } })
    expect(await takes(matchers, { departments: [{ states: ['avoid'] }, { states: [] }] })).toBe(true)
    expect(await takes(matchers, { departments: [{ states: ['avoid'] }] })).toBe(false)
  })

  it('of several elements take one like each, with any of the words in its lists', async () => {
    const only = ['departments.states', 'departments.name'] as const
    const matchers = like.volunteer({ only, example: { departments: [{}, { name: undefined }] } })
    const [named, unnamed] = [{ states: ['avoid'], name: 'Crew' }, { states: ['request'] }]
    expect(await takes(matchers, { departments: [unnamed, named] })).toBe(true)
    expect(await takes(matchers, { departments: [unnamed, unnamed] })).toBe(false)
    expect(await takes(matchers, { departments: [named, { states: ['approved'] }] })).toBe(false)
  })

  it('of a page tell the pages apart', async () => {
    const role = { id: '7', name: 'staff' }
    const bodies = {
      cursor: { data: [role, role], nextPage: 'abc' },
      null: { data: [role], nextPage: null },
      empty: { data: [], nextPage: null },
      nullData: { data: null, nextPage: null },
    }
    const taken = async (matchers: unknown) => {
      const answers = Object.entries(bodies).map(async ([name, body]) =>
        (await takes(matchers, body)) ? [name] : [],
      )
      return (await Promise.all(answers)).flat()
    }
    expect(await taken(like.rolePage({ next: 'cursor' }))).toEqual(['cursor'])
    expect(await taken(like.rolePage({ next: 'null' }))).toEqual(['null'])
    expect(await taken(like.rolePage({ next: 'null', data: 'empty' }))).toEqual(['empty'])
    expect(await taken(like.rolePage({ next: 'null', data: 'null' }))).toEqual(['nullData'])
  })
})
