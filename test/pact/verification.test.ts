import { describe, expect, it } from 'vitest'
import { providerStates, verifyPacts, type VerifyOptions } from '../../src/pact.js'
import { readPacts } from '../../src/pact/pacts/pact-file.js'
import { formatReport } from '../../src/pact/report/format-report.js'
import { changed, fileOf, pactFile, pactOf, type Interaction } from './support/pacts.js'
import { volunteerPath } from '../support/ask.js'
import { temporaryFolder } from '../support/temporary-folder.js'
import { expectFailure } from './support/failure.js'

/** A mock without records: the states create those that a test needs. */
const mock: VerifyOptions['mock'] = { data: 'empty' }

const broken: Interaction = { status: 418 }
const impossible: Interaction = { states: ['a moon exists'] }

async function consumersIn(...pacts: string[]): Promise<string> {
  return (await readPacts(pacts)).map(({ consumer }) => consumer).join(' ')
}

it('pacts of V2, V3 and V4 are verified', async () => {
  // Pacts of V2 have no parameters.
  const roleState = '3 roles exist'
  const state = 'a volunteer exists'
  const states = { [roleState]: providerStates.rolesExist({ count: 3, pageSize: 2 }) }
  const interactions: Interaction[] = [
    {
      states: [roleState],
      responseHeaders: { 'Content-Type': 'application/json' },
      body: { data: [{ id: '1', name: 'one' }], nextPage: 'a-cursor' },
      rules: {
        '$.data': { match: 'type', min: 2, max: 2 },
        '$.data[*].id': { match: 'regex', regex: String.raw`^\d+$` },
        '$.data[*].name': { match: 'type' },
        '$.nextPage': { match: 'type' },
      },
    },
    { path: volunteerPath('42'), states: [state], body: { user: { id: '42' } } },
    { path: '/api/v0/roles?nextPage=never-issued', status: 400 },
  ]
  const pacts = ([2, 3, 4] as const).map((version) => fileOf(pactOf(version, interactions)))
  const report = await verifyPacts({ pacts, mock, states })
  expect(report).toMatchObject({ outcome: 'verified', target: { kind: 'mock' }, problems: [] })
  const parties = { consumer: 'a consumer', provider: 'a provider' }
  const verified = { outcome: 'verified', pending: false, mismatches: [] }
  expect(report.interactions).toMatchObject(
    pacts.flatMap((pact) => [
      { ...parties, ...verified, pact, description: 'request 1', states: [roleState] },
      { ...parties, ...verified, pact, description: 'request 2', states: [state] },
      { ...parties, ...verified, pact, description: 'request 3', states: [] },
    ]),
  )
})

it('an empty list of parameters is none, because PHP writes an empty object like that', async () => {
  const states = { providerStates: [{ name: 'roles exist', params: [] }] }
  const pacts = ([3, 4] as const).map((version) => fileOf(changed(pactOf(version, [{}]), states)))
  const { interactions } = await verifyPacts({ pacts })
  const verified = { outcome: 'verified', states: ['roles exist'] }
  expect(interactions).toMatchObject([verified, verified])
})

describe('a run', () => {
  it('reports pending interactions, which never fail it', async () => {
    const pending = { pending: true }
    const pacts = pactFile({ ...broken, ...pending }, {}, { ...impossible, ...pending }, pending)
    const report = await verifyPacts({ pacts })
    expect(report.outcome).toBe('verified')
    expect(report.interactions).toMatchObject([
      { pending: true, outcome: 'broken', mismatches: [{ part: 'status', expected: 418, actual: 200 }] },
      { pending: false, outcome: 'verified' },
      { pending: true, outcome: 'problem', reason: expect.stringContaining('a moon exists') as string },
      { pending: true, outcome: 'verified' },
    ])
  })

  it.each([[[impossible]], [[impossible, broken]]])(
    'is a problem if all interactions are pending, and not all were compared',
    async (interactions) => {
      const pacts = pactFile(...interactions.map((each) => ({ ...each, pending: true })))
      const { report } = await expectFailure({ pacts }, 2)
      expect(report.problems).toEqual(['no interaction was verified: all are pending'])
    },
  )

  it('succeeds if all interactions are pending, and all were compared', async () => {
    const { outcome } = await verifyPacts({ pacts: pactFile({ ...broken, pending: true }) })
    expect(outcome).toBe('verified')
  })

  it('distinguishes interactions with the same id in two files', async () => {
    const pacts = [pactFile({ ...broken, id: 'same' }), pactFile({ id: 'same' })]
    await expectFailure({ pacts }, 1, ['broken', 'verified'])
  })

  it('verifies files in the given order, and the files of a folder in the order of their names', async () => {
    const folder = temporaryFolder()
    const file = (name: string) =>
      fileOf(pactOf(4, [{}], { consumer: name, provider: 'a provider' }), folder, `${name}.json`)
    const [b, a, c] = [file('b'), file('a'), file('sub/c')]
    expect(await consumersIn(b, c, a, b)).toBe('b sub/c a')
    expect(await consumersIn(folder)).toBe('a b sub/c')
    expect(await consumersIn(`${folder}/*.json`)).toBe('a b')
    // A file is verified once, even if several arguments match it.
    expect(await consumersIn(a, `${folder}/*.json`, folder)).toBe('a b sub/c')
    const { interactions } = await verifyPacts({ pacts: [b, a] })
    expect(interactions.map(({ consumer }) => consumer)).toEqual(['b', 'a'])
  })

  it('verifies only the pacts of the selected provider', async () => {
    const other = fileOf(pactOf(4, [broken], { consumer: 'a consumer', provider: 'A Provider' }))
    const report = await verifyPacts({ pacts: [other, pactFile({})], provider: 'a provider' })
    expect(report.interactions.map(({ provider }) => provider)).toEqual(['a provider'])
    const note = 'left out: the pacts of "A Provider", because only "a provider" is verified'
    expect(report.notes).toEqual([note])
    expect(formatReport(report)).toContain(`note  ${note}\n`)
  })
})
