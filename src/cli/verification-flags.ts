import { rmSync } from 'node:fs'
import { isPlainObject } from '../common/plain-object.js'
import { compiled, type CompiledApi } from '../contract/compile.js'
import { checkOutput } from '../node/output-file.js'
import { combine } from '../sandboxes/sandboxes.js'
import { mockOptionsIn } from '../server/server-options.js'
import type { VerifyOptions } from '../pact/verification/verify-options.js'
import type { CommandApi } from './command-api.js'
import { extendByConfig, extendFlag, readConfig, type Config } from './config-file.js'
import { forFlag, UsageError } from './errors.js'
import {
  collectPairs,
  firstGiven,
  optionsIn,
  seconds,
  wholeNumber,
  type FlagsOf,
  type FlagTable,
} from './flags.js'
import { loadModule } from './load-module.js'
import { assumptionFlags } from './profile-flag.js'
import { checkScopes } from './values.js'

const VARIABLE_NAME = /^[A-Z_][A-Z0-9_]{0,63}$/

/** Reads an environment variable. The message only repeats a usual name, because anything else may be a secret. */
function fromEnvironment(name: string, flag: string): string {
  const value = process.env[name]
  if (value !== undefined && value !== '') return value
  const shown = VARIABLE_NAME.test(name) ? name : 'with this name'
  throw new UsageError(`${flag}: the environment variable ${shown} is not set, or empty`)
}

const TOKEN_FORM = 'SCOPE=VARIABLE'

function tokenReader({ scopes }: CompiledApi) {
  return (variables: Readonly<Record<string, string>>, flag: string): object => {
    checkScopes(flag, TOKEN_FORM, Object.keys(variables), [...scopes, 'expired'])
    const tokens = Object.entries(variables).map(([scope, name]) => [scope, fromEnvironment(name, flag)])
    return Object.fromEntries(tokens)
  }
}

function isReport(text: string): boolean {
  return text.includes('<testsuites name="conmock"')
}

/** Checks the file of the report, and removes that of an earlier run, which would be read as the result of this one. */
function newReport(file: string, _: unknown, flag: string): string {
  return forFlag(flag, () => {
    checkOutput(file, 'a JUnit report of conmock', isReport)
    rmSync(file, { force: true })
    return file
  })
}

async function readStates(file: string, flag: string): Promise<object> {
  const states = await loadModule(file, flag)
  if (isPlainObject(states)) return states
  throw new UsageError(`${flag}: ${file} must have a default export: an object with provider states by name`)
}

/** The flags for a real service. */
export const serviceFlags = compiled(
  (api) =>
    ({
      tokenEnv: {
        value: '<scope=variable>',
        help: 'environment variable with the token for a scope, or for "expired"; may be repeated',
        parse: collectPairs,
        read: tokenReader(api),
        option: 'against.tokens',
      },
      clientIdEnv: {
        value: '<name>',
        help: 'environment variable with the id of an OAuth client',
        option: 'against.clientCredentials.clientId',
        read: fromEnvironment,
      },
      clientSecretEnv: {
        value: '<name>',
        help: 'environment variable with the secret of the OAuth client',
        option: 'against.clientCredentials.clientSecret',
        read: fromEnvironment,
      },
      tokenUrl: {
        value: '<url>',
        help: 'URL of the token endpoint for the OAuth client',
        option: 'against.clientCredentials.tokenUrl',
      },
      clientAuth: {
        value: '<way>',
        help: 'how the client sends its secret: in the request body, or by HTTP Basic (default: post)',
        choices: ['post', 'basic'],
        option: 'against.clientCredentials.authentication',
      },
      fixture: {
        value: '<name=id>',
        help: `id of ${api.fixtures?.of ?? 'a record'} of the service, for states that cannot be set up there; may be repeated`,
        parse: collectPairs,
        option: 'against.fixtures',
      },
    }) as const satisfies FlagTable,
)

export type ServiceFlags = FlagsOf<ReturnType<typeof serviceFlags>>

/** The flags of `verify`. */
export const verifyFlags = compiled(
  (api) =>
    ({
      ...serviceFlags(api),
      config: {
        value: '<file>',
        help: 'file with options of the mock, of which --against uses only "extend" (default: "extend" of conmock.config.{ts,js,mjs,json})',
      },
      extend: extendFlag,
      provider: {
        value: '<name>',
        help: 'name of the provider in the pacts; needed if the pacts have several',
        option: 'provider',
      },
      states: {
        value: '<file>',
        help: 'JavaScript or TypeScript module whose default export has your own provider states',
        option: 'states',
        read: readStates,
      },
      profile: { ...assumptionFlags(api).profile, option: 'mock.profile' },
      set: {
        ...assumptionFlags(api).set,
        help: 'value of one assumption of the mock; may be repeated',
        option: 'mock.assumptions',
      },
      timeout: {
        value: '<seconds>',
        help: 'time limit of the whole run (default: 120)',
        parse: seconds,
        option: 'timeout',
      },
      requestTimeout: {
        value: '<seconds>',
        help: 'time limit for each response of the real service (default: 4)',
        parse: seconds,
        option: 'requestTimeout',
      },
      showValues: {
        help: 'print values of the real service, not only their type and length',
        option: 'showValues',
      },
      junit: { value: '<file>', help: 'also write a JUnit report to this file', parse: newReport },
      json: { help: 'print the report as JSON' },
      against: {
        value: '<url>',
        help: `verify the real service at this base URL, without ${api.prefix}, instead of the mock`,
        option: 'against.url',
      },
      failOn: {
        value: '<what>',
        help: 'fail interactions whose response depends on an assumption of the mock',
        choices: ['assumed'],
        option: 'failOn',
      },
      maxSkipped: {
        value: '<number>',
        help: 'fail if more interactions than this are skipped (default: any number, but not everything of an operation that only reads)',
        parse: wholeNumber,
        option: 'maxSkipped',
      },
    }) as const satisfies FlagTable,
)

export type VerifyFlags = FlagsOf<ReturnType<typeof verifyFlags>>

const clientFlags = ['clientIdEnv', 'clientSecretEnv', 'tokenUrl', 'clientAuth'] as const

/** @throws UsageError If a flag for an OAuth client is missing. */
export function checkClientFlags(flags: ServiceFlags): void {
  const { clientIdEnv, clientSecretEnv, tokenUrl } = flags
  const isComplete = [clientIdEnv, clientSecretEnv, tokenUrl].every((value) => value !== undefined)
  if (isComplete || firstGiven(flags, clientFlags) === undefined) return
  throw new UsageError('--client-id-env, --client-secret-env and --token-url must be used together')
}

/**
 * Returns the options of the mock. Flags override the configuration file. Its handlers and faults are only for the server:
 * an answer of theirs would not prove anything about the API.
 */
function mockFrom(
  api: CompiledApi,
  config: Config,
  given: VerifyOptions['mock'] = {},
): VerifyOptions['mock'] {
  // The API has the extension already.
  const { baseUrl: _, handlers: __, faults: ___, extend: ____, ...options } = mockOptionsIn(api, config)
  return combine(api, options, given as typeof options)
}

/** Returns the options of `verifyPacts`, and the API with what the configuration file adds to it. */
export async function optionsFrom(
  base: CommandApi,
  pacts: readonly string[],
  flags: VerifyFlags,
): Promise<{ readonly options: VerifyOptions; readonly commands: CommandApi }> {
  const { against, config } = flags
  const onlyForMock = firstGiven(flags, ['set', 'profile', 'failOn'])
  if (against !== undefined && onlyForMock !== undefined) {
    throw new UsageError(`${onlyForMock} is only for the mock; remove it, or --against`)
  }
  const onlyForService = firstGiven(flags, ['tokenEnv', 'fixture', ...clientFlags])
  if (against === undefined && onlyForService !== undefined) {
    throw new UsageError(`${onlyForService} needs --against: the mock has its own tokens and users`)
  }
  checkClientFlags(flags)
  // Only a file that the user names has options of the mock.
  const isOfMock = against === undefined && config !== undefined
  const configured = isOfMock
    ? await readConfig(base, flags)
    : { config: {}, commands: await extendByConfig(base, flags) }
  const { commands } = configured
  const { api } = commands
  if (against !== undefined && config !== undefined && commands === base) {
    throw new UsageError(
      `--config: ${config} has no "extend", and its other options are only for the mock; remove it, or --against`,
    )
  }
  const options: VerifyOptions = await optionsIn(verifyFlags(api), flags)
  return {
    commands,
    options: {
      ...options,
      ...(pacts.length > 0 ? { pacts } : {}),
      ...(against === undefined ? { mock: mockFrom(api, configured.config, options.mock) } : {}),
    },
  }
}
