import { describe, expect, it } from 'vitest'
import type { VerifyOptions } from '../../src/pact.js'
import { pactFile, type Interaction } from './support/pacts.js'
import { expectFailure } from './support/failure.js'

const volunteerOf = (userId: string) => `/api/v0/users/${userId}/volunteer`

/** A mock without records: the states create those that a test needs. */
const mock: VerifyOptions['mock'] = { scenario: 'empty' }

describe('a mismatch', () => {
  const contact = { name: 'Signal', isPrimary: true, value: '+12125550142' }
  const options: VerifyOptions = {
    mock,
    states: {
      'user 42 volunteers': async (_, stage) => {
        await stage.mock?.volunteers.create({
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

  it('can be the status', async () => {
    const { found, message } = await mismatches({ status: 204 })
    expect(found).toEqual([
      { part: 'status', expected: 204, actual: 200, message: expect.any(String) as string },
    ])
    expect(message).toContain('status: expected 204, but was 200')
  })

  it('can be a header', async () => {
    const { found, message } = await mismatches({
      responseHeaders: { 'Content-Type': 'text/plain', 'X-Not': 'there' },
    })
    expect(found).toHaveLength(2)
    expect(found).toContainEqual(
      expect.objectContaining({ part: 'header', path: 'Content-Type', actual: 'application/json' }),
    )
    expect(found.find(({ path }) => path === 'X-Not')).not.toHaveProperty('actual', expect.anything())
    expect(message).toMatch(/header Content-Type: expected .*text\/plain.*, but was "application\/json"/)
  })

  it('can be in the body, with its path and both values', async () => {
    const { found, message } = await mismatches({
      body: {
        user: { id: 42, firstName: 'Grace' },
        departments: [{ id: '501', states: ['interest', 'request'] }],
        contactMethods: [contact, { ...contact, name: 'fax' }],
      },
    })
    const places = found.map(({ part, path, expected, actual }) => ({ part, path, expected, actual }))
    expect(places).toHaveLength(4)
    expect(places).toEqual(
      expect.arrayContaining([
        { part: 'body', path: '$.user.id', expected: 42, actual: '42' },
        { part: 'body', path: '$.user.firstName', expected: 'Grace', actual: 'Ada' },
        { part: 'body', path: '$.departments[0].states[1]', expected: 'request', actual: 'avoid' },
        { part: 'body', path: '$.contactMethods[1].name', expected: 'fax', actual: 'e-mail' },
      ]),
    )
    expect(message).toContain('body $.departments[0].states[1]: expected "request", but was "avoid"')
  })
})
