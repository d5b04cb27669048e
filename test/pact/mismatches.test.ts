import { describe, expect, it } from 'vitest'
import type { VerifyOptions } from '../../src/pact.js'
import { fileOf, pactFile, pactOf, type Interaction } from './support/pacts.js'
import { expectFailure } from './support/failure.js'

const volunteerOf = (userId: string) => `/api/v0/users/${userId}/volunteer`

/** A mock without records: the states create those that a test needs. */
const mock: VerifyOptions['mock'] = { scenario: 'empty' }

it.each([2, 3, 4] as const)(
  'null is a mismatch for a regular expression on a text, in V%i',
  async (version) => {
    const interaction: Interaction = {
      path: volunteerOf('42'),
      states: ['a volunteer without preferred name (null) for user 42'],
      body: { user: { preferredName: 'Sam' } },
      rules: { '$.user.preferredName': { match: 'regex', regex: '.+' } },
    }
    const { exitCode, report } = await expectFailure({ pacts: fileOf(pactOf(version, [interaction])), mock })
    expect(exitCode).toBe(1)
    expect(report.interactions[0]?.mismatches).toMatchObject([{ path: '$.user.preferredName', actual: null }])
  },
)

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
    const pacts = pactFile({ path: volunteerOf('42'), states: ['user 42 volunteers'], ...expected })
    const error = await expectFailure({ ...options, pacts })
    expect(error.exitCode).toBe(1)
    expect(error.report.outcome).toBe('broken')
    const [interaction] = error.report.interactions
    expect(interaction?.outcome).toBe('broken')
    return { found: interaction!.mismatches, message: error.message }
  }

  it('can be the status, which comes first, or a header', async () => {
    const { found, message } = await mismatches({
      status: 204,
      responseHeaders: { 'Content-Type': 'text/plain', 'X-Not': 'there' },
    })
    const places = found.map(({ part, path, expected, actual }) => [part, path, expected, actual])
    expect(places).toContainEqual(['status', undefined, 204, 200])
    expect(places).toContainEqual(['header', 'Content-Type', 'text/plain', 'application/json'])
    expect(places).toContainEqual(['header', 'X-Not', 'there', undefined])
    expect(found[0]?.part).toBe('status')
    expect(message).toContain('status: expected 204, but was 200')
  })

  it('in the body has its path and both values', async () => {
    const { found } = await mismatches({
      body: {
        user: { id: 42, firstName: 'Grace' },
        departments: [{ id: '501', states: ['interest', 'request'] }],
        contactMethods: [contact, { ...contact, name: 'fax' }],
      },
    })
    const places = found.map(({ part, path, expected, actual }) => [part, path, expected, actual])
    expect(places).toHaveLength(4)
    expect(new Set(places)).toEqual(
      new Set([
        ['body', '$.contactMethods[1].name', 'fax', 'e-mail'],
        ['body', '$.departments[0].states[1]', 'request', 'avoid'],
        ['body', '$.user.firstName', 'Grace', 'Ada'],
        ['body', '$.user.id', 42, '42'],
      ]),
    )
  })
})
