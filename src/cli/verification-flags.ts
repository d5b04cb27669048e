import { Option, type Command } from 'commander'
import { isPlainObject } from '../common/plain-object.js'
import type { ServiceOptions, VerifyOptions } from '../pact.js'
import { mockOptionsIn, scopes } from '../internal/mock.js'
import { InvalidOptionError } from '../server.js'
import { readConfig } from './config-file.js'
import { loadModule } from './load-module.js'
import { UsageError } from './errors.js'
import { aboutProfile, profileFrom } from './profile-flag.js'
import {
  assumptionsFrom,
  collect,
  firstGiven,
  outputOf,
  removeFileOf,
  seconds,
  splitPair,
  unknownScope,
} from './values.js'

/** The flags whose values are options without a conversion. */
type PlainFlags = Pick<VerifyOptions, 'provider' | 'timeout' | 'requestTimeout' | 'showValues'>

/** The flags for the access to a real service. */
export interface ServiceFlags {
  readonly tokenEnv?: readonly string[]
  readonly clientIdEnv?: string
  readonly clientSecretEnv?: string
  readonly tokenUrl?: string
  readonly clientAuth?: 'post' | 'basic'
  readonly fixture?: readonly string[]
}

/** The flags of `verify`. */
export interface VerificationFlags extends PlainFlags, ServiceFlags {
  readonly config?: string
  readonly states?: string
  readonly profile?: string
  readonly set?: readonly string[]
  readonly junit?: string
  readonly json?: boolean
  readonly verbose?: boolean
}

const about = {
  provider: 'name of the provider in the pacts (default: the provider of all pacts, if they have the same)',
  tokenEnv: 'environment variable with the token for a scope, or for "expired"; may be repeated',
  clientAuth: 'how the client sends its secret: in the request body, or by HTTP Basic (default: post)',
  fixture: 'id of a user of the service, for states that cannot be set up there; may be repeated',
  states: 'JavaScript or TypeScript module whose default export has your own provider states',
}

/** Checks the file of the report, and removes that of an earlier run, which would be read as the result of this one. */
function newReport(file: string): string {
  const place = outputOf('--junit', file, 'a JUnit report of conmock', (text) =>
    text.includes('<testsuites name="conmock"'),
  )
  removeFileOf('--junit', place)
  return place
}

/** Adds the flags for the access to a real service. */
export function addServiceFlags(command: Command, fixtures = about.fixture): Command {
  return command
    .option('--token-env <scope=variable>', about.tokenEnv, collect)
    .option('--client-id-env <name>', 'environment variable with the id of an OAuth client')
    .option('--client-secret-env <name>', 'environment variable with the secret of the OAuth client')
    .option('--token-url <url>', 'URL of the token endpoint for the OAuth client')
    .addOption(new Option('--client-auth <way>', about.clientAuth).choices(['post', 'basic']))
    .option('--fixture <name=id>', fixtures, collect)
}

/** Adds the flags of `verify`. */
export function addVerificationFlags(command: Command): Command {
  return addServiceFlags(command)
    .argument('[pacts...]', 'files, folders and glob patterns')
    .option('--config <file>', 'read options of the mock from this file')
    .option('--provider <name>', about.provider)
    .option('--states <file>', about.states)
    .option('--profile <name>', aboutProfile)
    .option('--set <name=variant>', 'value of one assumption of the mock; may be repeated', collect)
    .option('--timeout <seconds>', 'time limit of the whole run (default: 120)', seconds)
    .option('--request-timeout <seconds>', 'time limit for each response of the target (default: 4)', seconds)
    .option('--show-values', 'print values of the real service, not only their type and length')
    .option('--junit <file>', 'also write a JUnit report to this file', newReport)
    .option('--json', 'print the report as JSON')
    .option('--verbose', 'print the output of the native verifier to stderr')
}

const VARIABLE_NAME = /^[A-Z_][A-Z0-9_]{0,63}$/

/** Reads an environment variable. The message only repeats a usual name, because anything else may be a secret. */
function fromEnvironment(flag: string, name: string): string {
  const value = process.env[name]
  if (value !== undefined && value !== '') return value
  const shown = VARIABLE_NAME.test(name) ? name : 'with this name'
  throw new UsageError(`${flag}: there is no environment variable ${shown}, or it is empty`)
}

function serviceTokensFrom({ tokenEnv = [] }: ServiceFlags): ServiceOptions['tokens'] {
  const pairs = tokenEnv.map((text) => {
    const [scope, name] = splitPair('--token-env', 'SCOPE=VARIABLE', text, 'first')
    const known = [...scopes, 'expired']
    // The message does not repeat the value: if scope and token are swapped, it is the token.
    if (!known.includes(scope)) throw new UsageError(unknownScope('--token-env', 'SCOPE=VARIABLE', known))
    return [scope, fromEnvironment('--token-env', name)] as const
  })
  return Object.fromEntries(pairs)
}

function clientFrom(flags: ServiceFlags): ServiceOptions['clientCredentials'] {
  const { clientIdEnv, clientSecretEnv, tokenUrl, clientAuth } = flags
  if (firstGiven({ clientIdEnv, clientSecretEnv, tokenUrl, clientAuth }) === undefined) return undefined
  if (clientIdEnv === undefined || clientSecretEnv === undefined || tokenUrl === undefined) {
    throw new UsageError('--client-id-env, --client-secret-env and --token-url must be used together')
  }
  return {
    tokenUrl,
    clientId: fromEnvironment('--client-id-env', clientIdEnv),
    clientSecret: fromEnvironment('--client-secret-env', clientSecretEnv),
    authentication: clientAuth,
  }
}

/** The real service that the flags describe. */
export function serviceFrom(url: string, flags: ServiceFlags): ServiceOptions {
  const pairs = (flags.fixture ?? []).map((text) => splitPair('--fixture', 'NAME=ID', text, 'first'))
  return {
    url,
    tokens: serviceTokensFrom(flags),
    clientCredentials: clientFrom(flags),
    fixtures: Object.fromEntries(pairs),
  }
}

async function statesFrom(file: string): Promise<NonNullable<VerifyOptions['states']>> {
  const states = await loadModule('--states', file)
  if (isPlainObject(states)) return states as NonNullable<VerifyOptions['states']>
  throw new UsageError(`--states: ${file} must have a default export: an object with provider states by name`)
}

/**
 * Returns the options of the mock. Flags override the configuration file. Its handlers and faults are only for the server:
 * an answer of theirs would not prove anything about the API.
 */
export async function mockFrom(flags: VerificationFlags): Promise<NonNullable<VerifyOptions['mock']>> {
  const file = flags.config === undefined ? {} : mockOptionsIn(await readConfig(flags.config))
  const { baseUrl: _, handlers: __, faults: ___, ...config } = file
  const profile = flags.profile === undefined ? config.profile : profileFrom(flags.profile)
  return { ...config, profile, assumptions: { ...config.assumptions, ...assumptionsFrom(flags) } }
}

/** The options for every target. */
export async function verificationFrom(
  pacts: readonly string[],
  flags: VerificationFlags,
): Promise<VerifyOptions> {
  const { provider, timeout, requestTimeout, states, showValues } = flags
  return {
    ...(pacts.length > 0 ? { pacts } : {}),
    provider,
    timeout,
    requestTimeout,
    showValues,
    states: states === undefined ? undefined : await statesFrom(states),
    onOutput: flags.verbose ? (text) => void process.stderr.write(text) : undefined,
  }
}

/** The flags by the option of `verifyPacts` that they set. */
const flagsOf: { readonly [option: string]: string } = {
  provider: '--provider',
  states: '--states',
  failOn: '--fail-on',
  maxSkipped: '--max-skipped',
  onOutput: '--verbose',
  'against.url': '--against',
  'against.tokens': '--token-env',
  'against.fixtures': '--fixture',
  'against.clientCredentials.tokenUrl': '--token-url',
}

/**
 * Runs a function. If an option is invalid, the error names the flag instead of the option.
 *
 * @param url What the user calls the URL of the service.
 */
export async function inTermsOfFlags<Result>(run: () => Promise<Result>, url = '--against'): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof InvalidOptionError)) throw error
    const { option = '', reason, message } = error
    const [name, flag] =
      Object.entries({ ...flagsOf, 'against.url': url }).find(([each]) => option.startsWith(each)) ?? []
    const why = reason.replaceAll('"against"', '--against')
    throw new UsageError(name === undefined ? message : `${flag}${option.slice(name.length)} ${why}`)
  }
}
