import { describe, expect, it } from 'vitest'
import { InvalidOptionError, verifyPacts, type VerifyOptions } from '../../src/pact.js'
import { pactFile } from './support/pacts.js'

describe('options that make no sense', () => {
  it.each<[options: VerifyOptions, reason: RegExp]>([
    [{ target: { url: 'reg.example.com' } }, /"target\.url" must be an absolute URL/],
    [{ target: { url: 'ftp://reg.example.com' } }, /"target\.url" must be an http or https URL/],
    [{ target: { url: 'https://me:secret@reg.example.com' } }, /must not contain a user name or a password$/],
    [{ target: { url: 'https://reg.example.com/api/v0' } }, /"target\.url" must end before \/api\/v0/],
    [
      { target: { url: 'https://reg.example.com', tokens: { 'role:read': 'x' } as never } },
      /unknown scope "role:read"/,
    ],
    [
      { target: { url: 'https://reg.example.com', tokens: { 'user:read': '' } } },
      /the token for user:read must be/,
    ],
    [{ target: { url: 'https://reg.example.com' }, mock: {} }, /"mock" means nothing/],
    [
      { target: { url: 'https://reg.example.com' }, onOutput: () => undefined },
      /"onOutput": the native verifier prints values .* add "showValues: true"/,
    ],
    [
      { target: { url: 'https://reg.example.com', tokens: new Map() as never } },
      /"target\.tokens" must be a plain object/,
    ],
    [{ pact: 'pacts' } as never, /unknown option "pact": did you mean "pacts"/],
    [{ timeout: 0 }, /"timeout" must be a number of seconds above 0/],
    [
      { states: { 'an order': 'x' as never } },
      /"states" must be an object with a function, \{ setup, teardown \} or a state of conmock/,
    ],
  ])('%j', async (options, reason) => {
    const error: unknown = await verifyPacts({ pacts: pactFile({}), ...options }).catch(
      (thrown: unknown) => thrown,
    )
    expect(error).toBeInstanceOf(InvalidOptionError)
    expect((error as Error).message).toMatch(reason)
    expect((error as Error).message).not.toMatch(/secret|\n/)
  })

  it('a fixture that does not exist', async () => {
    const target = { url: 'https://reg.example.com', fixtures: { userid: '1' } as never }
    const error: unknown = await verifyPacts({ pacts: pactFile({}), target }).catch(
      (thrown: unknown) => thrown,
    )
    expect((error as Error).message).toContain('did you mean "userId"')
    expect(error).toBeInstanceOf(InvalidOptionError)
  })
})
