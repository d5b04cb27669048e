import { describe, expect, it } from 'vitest'
import { verifyPacts, type VerifyOptions } from '../../src/pact.js'
import { InvalidOptionError } from '../../src/common/errors.js'
import { pactFile } from './support/pacts.js'

describe('invalid options are rejected:', () => {
  it.each<[options: VerifyOptions, reason: RegExp]>([
    [{ against: { url: 'reg.example.com' } }, /"against\.url" must be an absolute http or https URL/],
    [{ against: { url: 'ftp://reg.example.com' } }, /"against\.url" must be an absolute http or https URL/],
    [
      { against: { url: 'https://me:secret@reg.example.com' } },
      /must not contain a user name or a password$/,
    ],
    [{ against: { url: 'https://reg.example.com/api/v0' } }, /"against\.url" must end before \/api\/v0/],
    [
      { against: { url: 'https://reg.example.com', tokens: { 'role:read': 'x' } as never } },
      /"against\.tokens" has an unknown field "role:read": did you mean "user:read"/,
    ],
    [
      { against: { url: 'https://reg.example.com', tokens: { 'user:read': '' } } },
      /"against\.tokens\["user:read"\]" must be a string/,
    ],
    [{ against: { url: 'https://reg.example.com' }, mock: {} }, /"mock" cannot be combined with "against"/],
    [
      { against: { url: 'https://reg.example.com' }, onOutput: () => undefined },
      /"onOutput" needs "showValues: true" .* prints values/,
    ],
    [
      { against: { url: 'https://reg.example.com', tokens: new Map() as never } },
      /"against\.tokens" must be a plain object/,
    ],
    [{ pact: 'pacts' } as never, /unknown option "pact": did you mean "pacts"/],
    [{ timeout: 0 }, /"timeout" must be a number of seconds above 0/],
    [
      { states: { 'an order': 'x' as never } },
      /"states\["an order"\]" must be a function, \{ setup, teardown \} or a state of conmock/,
    ],
  ])('%j', async (options, reason) => {
    const error: unknown = await verifyPacts({ pacts: pactFile({}), ...options }).catch(
      (thrown: unknown) => thrown,
    )
    expect(error).toBeInstanceOf(InvalidOptionError)
    expect((error as Error).message).toMatch(reason)
    expect((error as Error).message).not.toMatch(/secret|\n/)
  })

  it('an unknown fixture', async () => {
    const against = { url: 'https://reg.example.com', fixtures: { userid: '1' } as never }
    const error: unknown = await verifyPacts({ pacts: pactFile({}), against }).catch(
      (thrown: unknown) => thrown,
    )
    expect((error as Error).message).toContain('did you mean "userId"')
    expect(error).toBeInstanceOf(InvalidOptionError)
  })

  it.each<[options: VerifyOptions, option: string | undefined]>([
    [{ against: { url: 'nowhere' } }, 'against.url'],
    [{ against: { url: 'https://h', tokens: { 'user:read': 'a b' } } }, 'against.tokens["user:read"]'],
    [{ broker: { url: 'https://h', tokn: 'x' } as never }, 'broker'],
    [{ broker: { url: 'https://h', publish: true }, provider: 'p' }, 'broker.providerVersion'],
    [{ pact: 'pacts' } as never, undefined],
  ])('%j: the error has the path of the option', async (options, option) => {
    await expect(verifyPacts(options)).rejects.toMatchObject({ option })
  })
})
