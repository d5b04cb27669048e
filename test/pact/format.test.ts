import { describe, expect, it } from 'vitest'
import type { DriftReport, InteractionReport, VerificationReport } from '../../src/pact.js'
import type { Agreement } from '../../src/pact/report/drift-report.js'
import { formatDrift } from '../../src/pact/report/format-drift.js'
import { formatJunit } from '../../src/pact/report/format-junit.js'
import { formatReport, type Colors } from '../../src/pact/report/format-report.js'
import type { Mismatch } from '../../src/pact/report/report.js'
import { elementsOf, parseXml } from './support/xml.js'

const marks: Colors = {
  good: (text) => `good(${text})`,
  bad: (text) => `bad(${text})`,
  doubtful: (text) => `doubtful(${text})`,
}

const wrongName: Mismatch = {
  part: 'body',
  path: '$.data[0].name',
  expected: 'staff',
  actual: null,
  message: 'Expected null to be a text',
}

function interaction(changes: Partial<InteractionReport> = {}): InteractionReport {
  return {
    consumer: 'badges',
    provider: 'api',
    description: 'the roles',
    pact: 'pacts/badges.json',
    request: 'GET /api/v0/roles',
    states: [],
    pending: false,
    outcome: 'verified',
    mismatches: [],
    assumptions: [],
    ...changes,
  }
}

const place = '(GET /api/v0/roles, pacts/badges.json)'
const broken = interaction({ outcome: 'broken', mismatches: [wrongName] })
const problem = interaction({ outcome: 'problem', reason: 'no such state' })
const skipped = interaction({ outcome: 'skipped', reason: 'no fixture' })

function reportOf(
  interactions: readonly InteractionReport[],
  problems: readonly string[] = [],
): VerificationReport {
  return { outcome: 'problem', target: { kind: 'mock' }, interactions, problems, notes: [] }
}

/** Text that starts a new line, breaks XML or controls a terminal. */
const hostile = 'a\nb\tc\u001b[2Jd\u009b31me\u202ef\u0000g\u007fh"i<j>k&l]]>m\u2028n🎉o\ud800p\ufffeq'

function hostileReport(): VerificationReport {
  const mismatch: Mismatch = {
    part: 'other',
    path: hostile,
    expected: hostile,
    actual: { [hostile]: 1 },
    message: hostile,
  }
  const all = { consumer: hostile, provider: hostile, description: hostile, states: [hostile] }
  return reportOf(
    [
      interaction({ ...all, outcome: 'broken', mismatches: [mismatch] }),
      interaction({ ...all, outcome: 'problem', reason: hostile }),
    ],
    [hostile],
  )
}

describe('a report as text', () => {
  it('has a line for each interaction, with its states and the reason of a failure', () => {
    const report = reportOf(
      [
        interaction({ states: ['roles exist {count: 3}', 'the last page'] }),
        broken,
        problem,
        skipped,
        interaction({ pending: true }),
        { ...broken, pending: true },
        { ...problem, pending: true },
        { ...skipped, pending: true },
      ],
      ['the verifier crashed'],
    )
    const mismatch = [
      '    body $.data[0].name: expected "staff", but was null',
      '      Expected null to be a text',
    ]
    expect(formatReport(report).split('\n')).toEqual([
      'ok  badges: the roles [roles exist {count: 3}; the last page]',
      `BROKEN  badges: the roles ${place}`,
      ...mismatch,
      `PROBLEM  badges: the roles ${place} – no such state`,
      `SKIPPED  badges: the roles ${place} – no fixture`,
      'ok  badges: the roles',
      `PENDING (broken)  badges: the roles ${place}`,
      ...mismatch,
      `PENDING (problem)  badges: the roles ${place} – no such state`,
      `PENDING (skipped)  badges: the roles ${place} – no fixture`,
      'PROBLEM  the verifier crashed',
      '2 verified, 1 broken, 1 not verified because of a problem, 1 skipped, 3 pending – against the mock',
    ])
  })

  it('names the service, and leaves out counts of 0', () => {
    const target = { kind: 'service', url: 'https://reg.example.com' } as const
    expect(formatReport({ ...reportOf([]), target })).toBe('0 verified – against https://reg.example.com')
  })

  it('shows the difference in each part, and a missing value as "nothing"', () => {
    const mismatches: Mismatch[] = [
      { part: 'status', expected: 200, actual: 418, message: 'expected 200 but was 418' },
      { part: 'header', path: 'Content-Type', expected: ['text/html'], message: 'it is missing' },
      { part: 'body', path: '$.data', actual: [], message: 'one too many' },
      { part: 'other', message: 'no idea' },
    ]
    expect(
      formatReport(reportOf([{ ...broken, mismatches }]))
        .split('\n')
        .slice(1, -1),
    ).toEqual([
      '    status: expected 200, but was 418',
      '    header Content-Type: expected ["text/html"], but was nothing',
      '      it is missing',
      '    body $.data: expected nothing, but was []',
      '      one too many',
      '    other: no idea',
    ])
  })

  it('cuts long values', () => {
    const mismatch = { ...wrongName, expected: 'e'.repeat(10_000), actual: ['a'.repeat(10_000)] }
    const lines = formatReport(reportOf([{ ...broken, mismatches: [mismatch] }])).split('\n')
    expect(lines[1]).toMatch(/^ {4}body \$\.data\[0\]\.name: expected "e{50,200}…, but was \["a{50,200}…$/)
  })

  it('cuts long messages of the verifier, which repeat the values', () => {
    const mismatch = { ...wrongName, message: `Expected ${'e'.repeat(10_000)} to be "staff"` }
    const lines = formatReport(reportOf([{ ...broken, mismatches: [mismatch] }])).split('\n')
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(1000)
  })

  it('does not cut a character in half', () => {
    const mismatch = { ...wrongName, actual: `${'x'.repeat(118)}🎉${'y'.repeat(50)}` }
    expect(formatReport(reportOf([{ ...broken, mismatches: [mismatch] }]))).not.toMatch(/\p{Cs}/u)
  })

  it('keeps each entry on its line, without control characters', () => {
    const text = formatReport(hostileReport())
    expect(text.split('\n')).toHaveLength(6)
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\u2028]/u)
    expect(text).toContain('"i<j>k&l]]>m n🎉o')
  })

  it('colors entries by outcome: skipped and pending ones as doubtful', () => {
    const all = [interaction(), broken, problem, skipped, { ...broken, pending: true, mismatches: [] }]
    const lines = formatReport(reportOf(all, ['lost']), marks).split('\n')
    expect(lines.flatMap((line) => /^\w+\([^)]*\)*/.exec(line) ?? [])).toEqual([
      'good(ok)',
      'bad(BROKEN)',
      'bad(PROBLEM)',
      'doubtful(SKIPPED)',
      'doubtful(PENDING (broken))',
      'bad(PROBLEM)',
    ])
  })
})

/** Every test case: its suite, its name and its verdict. */
function casesOf(report: VerificationReport) {
  const root = parseXml(formatJunit(report))
  return elementsOf(root, 'testcase').map(({ attributes, children: [verdict] }) => ({
    ...attributes,
    ...(verdict && { [verdict.name]: verdict.attributes['message'], text: verdict.text }),
  }))
}

/** The counts of one suite or of all suites. */
function countsOf({ tests, failures, errors, skipped: left }: { [name: string]: string }): string {
  return [tests, failures, errors, left].join(' ')
}

describe('a report for JUnit', () => {
  it('has a test case for each interaction and each problem', () => {
    const all = [
      interaction({ states: ['roles exist'] }),
      broken,
      problem,
      skipped,
      { ...broken, pending: true },
      { ...problem, pending: true },
      interaction({ pending: true }),
    ]
    const inSuite = { classname: 'badges – api', name: 'the roles' }
    const first = 'body $.data[0].name: expected "staff", but was null'
    const where = 'GET /api/v0/roles, in pacts/badges.json'
    const text = `${first}\nExpected null to be a text\n${where}`
    expect(casesOf(reportOf(all, ['the verifier crashed']))).toEqual([
      { ...inSuite, name: 'the roles [roles exist]' },
      { ...inSuite, failure: first, text },
      { ...inSuite, error: 'no such state', text: where },
      { ...inSuite, skipped: 'no fixture', text: where },
      { ...inSuite, skipped: `pending: ${first}`, text },
      { ...inSuite, skipped: 'pending: no such state', text: where },
      inSuite,
      { classname: 'set-up', name: 'set-up', error: 'the verifier crashed', text: '' },
    ])
  })

  it('counts the test cases of each suite and of all suites', () => {
    const other = { consumer: 'other' }
    const all = [
      interaction(),
      broken,
      { ...broken, ...other },
      skipped,
      { ...problem, ...other },
      interaction(),
    ]
    const root = parseXml(formatJunit(reportOf(all, ['lost', 'lost again'])))
    expect(countsOf(root.attributes)).toBe('8 2 3 1')
    expect(root.children.map(({ attributes }) => `${attributes['name']}: ${countsOf(attributes)}`)).toEqual([
      'badges – api: 4 1 0 1',
      'other – api: 2 1 1 0',
      'set-up: 2 0 2 0',
    ])
    for (const suite of root.children) {
      expect(suite.children).toHaveLength(Number(suite.attributes['tests']))
      expect(elementsOf(suite, 'failure')).toHaveLength(Number(suite.attributes['failures']))
    }
  })

  it('is well-formed with any text', () => {
    expect(casesOf(reportOf([]))).toEqual([])
    const [first, , last] = casesOf(hostileReport())
    expect(first).toMatchObject({ name: expect.stringContaining('h"i<j>k&l]]>m n🎉o�p�q') as string })
    expect(last).toMatchObject({ error: expect.stringContaining('a\nb c�[2J') as string })
  })

  it('keeps the full name of a test case when the name of the consumer has two spaces', () => {
    expect(casesOf(reportOf([interaction({ consumer: 'the  badges' })]))).toMatchObject([
      { name: 'the roles' },
    ])
  })
})

function comparison(
  pairs: readonly [Agreement, mock: InteractionReport, service: InteractionReport][],
  problems: readonly string[] = [],
): DriftReport {
  const interactions = pairs.map(([agreement, mock, service]) => ({ agreement, mock, service }))
  return { outcome: 'different', against: 'https://reg.example.com', interactions, problems, notes: [] }
}

/** The lines below a row, for the side that is broken. */
function mismatchOf(side: 'mock' | 'service'): string[] {
  return [
    `    ${side}: body $.data[0].name: expected "staff", but was null`,
    `    ${side}: Expected null to be a text`,
  ]
}

describe('a comparison as text', () => {
  const holds = interaction()
  const everything = comparison(
    [
      ['both', holds, holds],
      ['drift', holds, broken],
      ['too-strict', broken, holds],
      ['neither', broken, broken],
      ['skipped', holds, skipped],
      ['problem', problem, holds],
    ],
    ['the service: gone'],
  )

  it('is a table with the mismatches below each row', () => {
    expect(formatDrift(everything).split('\n')).toEqual([
      'mock     service  result                                     interaction',
      'holds    holds    both hold                                  badges: the roles',
      'holds    broken   drift: only the mock fulfills the pact      badges: the roles',
      ...mismatchOf('service'),
      'broken   holds    the mock is too strict                     badges: the roles',
      ...mismatchOf('mock'),
      'broken   broken   neither holds: the pact is probably wrong  badges: the roles',
      ...mismatchOf('mock'),
      ...mismatchOf('service'),
      'holds    skipped  skipped                                    badges: the roles',
      '    service: no fixture',
      'problem  holds    problem                                    badges: the roles',
      '    mock: no such state',
      'PROBLEM  the service: gone',
      '1 both hold, 1 drift, 1 the mock is too strict, 1 neither holds, 1 SKIPPED, 1 problem – the mock compared with https://reg.example.com',
    ])
  })

  it('counts 0 without interactions', () => {
    expect(formatDrift(comparison([], ['the mock: no pact found']))).toBe(
      'PROBLEM  the mock: no pact found\n0 both hold – the mock compared with https://reg.example.com',
    )
  })

  it('keeps each entry on its line, without control characters', () => {
    const [one, two] = hostileReport().interactions
    const text = formatDrift(comparison([['problem', one!, two!]], [hostile]))
    expect(text.split('\n')).toHaveLength(7)
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\u2028]/u)
  })

  it('colors the rows by agreement', () => {
    const colored = formatDrift(everything, marks)
    expect(Array.from(colored.matchAll(/^(good|bad|doubtful)\(/gm), ([, color]) => color)).toEqual([
      'good',
      'bad',
      'bad',
      'bad',
      'doubtful',
      'bad',
      'bad',
    ])
  })
})
