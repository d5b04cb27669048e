import { describe, expect, it } from 'vitest'
import type { InteractionReport, VerificationReport } from '../../src/pact.js'
import { formatJunit } from '../../src/pact/report/format-junit.js'
import { formatReport, type Colors } from '../../src/pact/report/format-report.js'
import type { Mismatch, MockTarget } from '../../src/pact/report/report.js'
import { interactionReport } from './support/interaction-report.js'

const marks: Colors = {
  good: (text) => `«good ${text}»`,
  bad: (text) => `«bad ${text}»`,
  doubtful: (text) => `«doubtful ${text}»`,
}

const values = { expected: 'staff', actual: null }
const wrongName: Mismatch = {
  part: 'body',
  path: '$.data[0].name',
  message: 'Expected null to be a text',
  ...values,
}

const broken = interactionReport({ outcome: 'broken', mismatches: [wrongName] })
const problem = interactionReport({ outcome: 'problem', reason: 'no such state' })
const skipped = interactionReport({ outcome: 'skipped', reason: 'no fixture' })

const mock: MockTarget = {
  kind: 'mock',
  version: '1.2.3',
  profile: 'reported',
  assumptions: { 'roles.lastPage': 'absent', 'roles.pageSize': '2' },
  others: ['own data'],
}

function reportOf(interactions: readonly InteractionReport[], problems: string[] = []): VerificationReport {
  return { outcome: 'problem', target: mock, interactions, problems, notes: ['left out: one'] }
}

const parts: readonly Mismatch[] = [
  { part: 'status', expected: 200, actual: 418, message: 'expected 200 but was 418' },
  { part: 'header', path: 'Content-Type', expected: ['text/html'], message: 'it is missing' },
  { part: 'body', path: '$.data', actual: [], message: 'one too many' },
  { part: 'other', message: 'no idea' },
  { ...wrongName, expected: 'e'.repeat(10_000), actual: ['a'.repeat(10_000)], message: 'm'.repeat(10_000) },
  // The cut must not be inside the emoji.
  { ...wrongName, actual: `${'x'.repeat(118)}🎉${'y'.repeat(50)}` },
]

/** Every outcome and every part, from two consumers. */
const everything = reportOf(
  [
    interactionReport({ states: ['roles exist {count: 3}', 'the last page'], assumptions: ['roles.order'] }),
    broken,
    problem,
    skipped,
    interactionReport({ pending: true }),
    { ...broken, mock: 'verified', pending: true },
    { ...broken, mock: 'broken' },
    { ...problem, pending: true },
    { ...skipped, pending: true },
    { ...broken, consumer: 'the  other', mismatches: parts, serverMessage: 'no\nsuch user' },
  ],
  ['the verifier crashed'],
)

const service = { kind: 'service', url: 'https://reg.example.com' } as const

it.each([
  ['report.txt', formatReport(everything, marks)],
  ['report-empty.txt', formatReport({ ...reportOf([]), target: service })],
  ['report.xml', formatJunit(everything)],
])('the format of %s', async (name, text) => {
  expect(text).not.toMatch(/\p{Cs}/u)
  await expect(`${text.trimEnd()}\n`).toMatchFileSnapshot(`snapshots/${name}`)
})

it('is the same without colors', () => {
  const plain = formatReport(everything, marks).replaceAll(/«\w+ (.*?)»/gs, '$1')
  expect(formatReport(everything)).toBe(plain)
})

describe('text that starts a new line, breaks XML or controls a terminal', () => {
  const hostile = 'a\nb\tc\u001b[2Jd\u009b31me\u202ef\u0000g\u007fh"i<j>k&l]]>m\u2028n🎉o\ud800p\ufffeq'
  const shown = { expected: hostile, actual: { [hostile]: 1 } }
  const mismatch: Mismatch = { part: 'other', path: hostile, message: hostile, ...shown }
  const all = { consumer: hostile, provider: hostile, description: hostile, states: [hostile] }
  const [one, two] = [
    interactionReport({ ...all, outcome: 'broken', mismatches: [mismatch] }),
    interactionReport({ ...all, outcome: 'problem', reason: hostile }),
  ]

  it('stays on its line in a report, without control characters', () => {
    const text = formatReport(reportOf([one, two], [hostile]))
    expect(text.split('\n')).toHaveLength(8)
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\u2028]/u)
    expect(text).toContain('"i<j>k&l]]>m n🎉o')
  })

  it('is escaped in a report for JUnit', async () => {
    const xml = formatJunit(reportOf([one, two], [hostile]))
    expect(xml).not.toMatch(/[^\n\t\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u)
    await expect(xml).toMatchFileSnapshot('snapshots/hostile.xml')
  })
})

it('folds mismatches of the same field in other elements of a list', () => {
  const alike = Array.from({ length: 100 }, (_, index) => ({ ...wrongName, path: `$.data[${index}].name` }))
  const wrongId = { ...wrongName, path: '$.data[3].id' }
  const mismatches = [...alike, wrongId, { ...wrongName, message: 'another reason' }]
  for (const format of [formatReport, formatJunit]) {
    const printed = format(reportOf([{ ...broken, mismatches }]))
    for (const shown of ['data[0].name', 'another reason', 'and 99 more like it', 'data[3].id'])
      expect(printed).toContain(shown)
    expect(printed).not.toContain('data[1].name')
  }
})
