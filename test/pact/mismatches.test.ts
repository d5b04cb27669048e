import { describe, expect, it } from 'vitest'
import { providerStates, type VerifyOptions } from '../../src/pact.js'
import { volunteerPath } from '../support/ask.js'
import { fileOf, pactFile, pactOf, type Interaction } from './support/pacts.js'
import { expectFailure } from './support/failure.js'
import { startReplies } from './support/servers.js'
import { outcomesOf, type Case } from './support/cases.js'

const path = volunteerPath('42')

/** A mock without records: the states create those that a test needs. */
const mock: VerifyOptions['mock'] = { data: 'empty' }

it('null is a mismatch for a regex on a text, in each version', async () => {
  const interaction: Interaction = {
    path,
    states: ['no preferred name'],
    body: { user: { preferredName: 'Sam' } },
    rules: { '$.user.preferredName': { match: 'regex', regex: '.+' } },
  }
  const pacts = ([2, 3, 4] as const).map((version) => fileOf(pactOf(version, [interaction])))
  // Pacts of V2 have no parameters.
  const states = { 'no preferred name': providerStates.volunteerWithoutPreferredName({ as: 'null' }) }
  const { report } = await expectFailure({ pacts, mock, states }, 1)
  const mismatches = [{ path: '$.user.preferredName', actual: null }]
  expect(report.interactions).toMatchObject(pacts.map(() => ({ mismatches })))
})

it.each([
  ['problem', /^The token is unknown\. Send "Authorization: Bearer mock-user-read"/],
  ['envelope', /^Invalid token\.$/],
  ['empty', /^$/],
] as const)('a report has the message of the server, with errors.body=%s', async (body, expected) => {
  const pacts = pactFile({ states: ['the token is invalid'] })
  const { report } = await expectFailure({ pacts, mock: { assumptions: { 'errors.body': body } } }, 1)
  expect(report.interactions[0]!.serverMessage ?? '').toMatch(expected)
})

describe('a mismatch', () => {
  const contact = { name: 'Signal', isPrimary: true, value: '+12125550142' }
  const options: VerifyOptions = {
    mock,
    states: {
      'user 42 volunteers': async (_, context) => {
        await context.mock?.volunteers.create({
          user: { id: '42', firstName: 'Ada' },
          contactMethods: [contact, { ...contact, name: 'e-mail' }],
          departments: [{ id: '501', states: ['interest', 'avoid'], name: 'Registration' }],
        })
      },
    },
  }

  async function mismatches(expected: Partial<Interaction>) {
    const pacts = pactFile({ path, states: ['user 42 volunteers'], ...expected })
    const { report, message } = await expectFailure({ ...options, pacts }, 1, ['broken'])
    expect(report.outcome).toBe('broken')
    const [{ mismatches: all } = expect.fail()] = report.interactions
    return { message, places: all.map((each) => [each.part, each.path, each.expected, each.actual]) }
  }

  it('can be the status, which comes first, or a header', async () => {
    const responseHeaders = { 'Content-Type': 'text/plain', 'X-Not': 'there' }
    const { places, message } = await mismatches({ status: 204, responseHeaders })
    expect(places[0]).toEqual(['status', undefined, 204, 200])
    expect(places).toContainEqual(['header', 'Content-Type', 'text/plain', 'application/json'])
    expect(places).toContainEqual(['header', 'X-Not', 'there', undefined])
    expect(message).toContain('status: expected 204, but was 200')
  })

  it('in the body has its path and both values', async () => {
    const { places } = await mismatches({
      body: {
        user: { id: 42, firstName: 'Grace' },
        departments: [{ id: '501', states: ['interest', 'request'] }],
        contactMethods: [contact, { ...contact, name: 'fax' }],
      },
    })
    expect(new Set(places)).toEqual(
      new Set([
        ['body', '$.contactMethods[1].name', 'fax', 'e-mail'],
        ['body', '$.departments[0].states[1]', 'request', 'avoid'],
        ['body', '$.user.firstName', 'Grace', 'Ada'],
        ['body', '$.user.id', 42, '42'],
      ]),
    )
    expect(places).toHaveLength(4)
  })
})

it('a redirect is a mismatch, and is not followed', async () => {
  const elsewhere = await startReplies(() => ({ body: { data: [] } }))
  const headers = { location: `${elsewhere}/api/v0/roles` }
  const { found, wanted } = await outcomesOf([
    // Without it, the service may be another program.
    ['200', {}, { body: { data: [] } }],
    ...[301, 302, 303, 307, 308].map((status): Case => [`${status}`, {}, { status, headers }, 'status']),
  ])
  expect(found).toEqual(wanted)
})
