import { Option, type Command } from 'commander'
import { FAULT_FORM, parseAmount, parseFault } from '../contract/fault-flag.js'
import { checkFault, readProfile, scopes, settingsFrom, sandboxModes, type Fault } from '../internal/mock.js'
import { InvalidOptionError, type ServerOptions } from '../server.js'
import { readConfig } from './config-file.js'
import { adminFrom, type AdminFlags } from './admin-flags.js'
import { addDataOptions, dataFileIn, withData, type DataFlags } from './data-flags.js'
import { UsageError } from './errors.js'
import { aboutProfile, profileFileIn, profileFrom } from './profile-flag.js'
import type { SourceFiles } from './source-files.js'
import {
  assumptionsFrom,
  collect,
  firstGiven,
  onlyGiven,
  readFileOf,
  splitPair,
  unknownScope,
  wholeNumber,
} from './values.js'

/** The flags of `conmock serve`. */
export interface ServeFlags
  extends DataFlags, AdminFlags, Pick<ServerOptions, 'host' | 'port' | 'tokenLifetime'> {
  readonly profile?: string
  readonly config?: string
  readonly set?: readonly string[]
  readonly token?: readonly string[]
  readonly client?: readonly string[]
  readonly cors?: readonly string[]
  readonly delay?: readonly string[]
  readonly fault?: readonly string[]
  readonly tlsCert?: string
  readonly tlsKey?: string
  readonly assumedHeader: boolean
  readonly coverage?: string
  readonly watch?: boolean
  readonly sandboxes?: ServerOptions['sandboxes']
  readonly json?: boolean
  readonly quiet?: boolean
  readonly verbose?: boolean
}

const TOKEN_FORM = 'TOKEN=SCOPE[,SCOPE…][,expires=SECONDS]'

/** Reads `--token`. It splits at the last `=`, because a token may end with `=` (RFC 6750 §2.1). */
function tokensFrom({ token = [] }: ServeFlags): ServerOptions['tokens'] {
  const pairs = token.map((text) => {
    const [, pair = text, lifetime] = /^(.*?)(?:,expires=([^,]*))?$/s.exec(text) ?? []
    const [name, list] = splitPair('--token', TOKEN_FORM, pair, 'last')
    const given = list.split(',').filter((scope) => scope !== '')
    // The message does not repeat the value: if token and scope are swapped, it is the token.
    if (given.some((scope) => !(scopes as readonly string[]).includes(scope))) {
      throw new UsageError(unknownScope('--token', TOKEN_FORM, scopes))
    }
    if (lifetime === undefined) return [name, given] as const
    if (!/^\d+(\.\d+)?$/.test(lifetime)) {
      throw new UsageError(`--token: "expires" must be a number of seconds; the form is ${TOKEN_FORM}`)
    }
    return [name, { scopes: given, expiresIn: Number(lifetime) }] as const
  })
  return Object.fromEntries(pairs) as ServerOptions['tokens']
}

/** Reads `--client`. A secret may contain `=`. Messages do not repeat the values. */
function clientsFrom({ client = [] }: ServeFlags): ServerOptions['clients'] {
  const pairs = client.map((text) => {
    const [id, secret] = splitPair('--client', 'ID=SECRET', text, 'first')
    if (secret === '') throw new UsageError('--client: expected ID=SECRET')
    return [id, { secret }] as const
  })
  return Object.fromEntries(pairs)
}

/** Reads a fault, and checks it with the rules of the library. An error names the flag. */
function readFlag(flag: string, form: string, read: (text: string) => unknown) {
  return (text: string): Fault => {
    try {
      return checkFault(read(text))
    } catch (error) {
      if (!(error instanceof InvalidOptionError)) throw error
      throw new UsageError(`${flag} ${text}: ${error.message}; the form is ${form}`)
    }
  }
}

/** Reads `--delay` and `--fault`. */
export function faultsFrom({ delay = [], fault = [] }: Pick<ServeFlags, 'delay' | 'fault'>): Fault[] {
  return [
    ...delay.map(readFlag('--delay', 'MS or MIN-MAX', (text) => ({ effect: { delay: parseAmount(text) } }))),
    ...fault.map(readFlag('--fault', FAULT_FORM, parseFault)),
  ]
}

/** Reads `--tls-cert` and `--tls-key`. @param files Gets both files, even if this function throws. */
function tlsFrom({ tlsCert, tlsKey }: ServeFlags, files?: SourceFiles): Pick<ServerOptions, 'tls'> {
  if (tlsCert === undefined && tlsKey === undefined) return {}
  if (tlsCert === undefined) throw new UsageError('--tls-key needs --tls-cert FILE')
  if (tlsKey === undefined) throw new UsageError('--tls-cert needs --tls-key FILE')
  for (const file of [tlsCert, tlsKey]) files?.add(file)
  return { tls: { cert: readFileOf('--tls-cert', tlsCert), key: readFileOf('--tls-key', tlsKey) } }
}

/** @throws UsageError For flags of the token endpoint, if it is off. */
function checkTokenFlags(
  { client, tokenLifetime }: ServeFlags,
  { profile, assumptions }: ServerOptions,
): void {
  const unusable = firstGiven({ client, tokenLifetime })
  if (unusable === undefined || settingsFrom(readProfile(profile), assumptions)['token.endpoint'] === 'on')
    return
  throw new UsageError(`${unusable} needs the token endpoint; turn it on with --set token.endpoint=on`)
}

/**
 * Merges the flags into the options of the configuration file.
 *
 * @param files Gets all files that the options come from, even if this function throws.
 */
export async function optionsFrom(flags: ServeFlags, files?: SourceFiles): Promise<ServerOptions> {
  const { host, port, cors, tokenLifetime, sandboxes } = flags
  for (const file of [dataFileIn(flags), profileFileIn(flags.profile)])
    if (file !== undefined) files?.add(file)
  const config = withData(await readConfig(flags.config, files), flags)
  const assumedHeader = flags.assumedHeader ? undefined : false
  const profile = flags.profile === undefined ? undefined : profileFrom(flags.profile)
  const given = { host, port, profile, cors, tokenLifetime, sandboxes, assumedHeader }
  const options: ServerOptions = {
    ...config,
    ...onlyGiven(given),
    assumptions: { ...config.assumptions, ...assumptionsFrom(flags) },
    tokens: { ...config.tokens, ...tokensFrom(flags) },
    clients: { ...config.clients, ...clientsFrom(flags) },
    faults: [...(config.faults ?? []), ...faultsFrom(flags)],
    ...adminFrom(flags, config),
    ...tlsFrom(flags, files),
  }
  checkTokenFlags(flags, options)
  return options
}

/** Adds the flags of `conmock serve` to its command. */
export function addServeOptions(command: Command): Command {
  command
    .option(
      '--config <file>',
      'read options from this file (default: conmock.config.{ts,js,mjs,json}, if it exists)',
    )
    .option('--host <address>', 'address to listen on (default: 127.0.0.1)')
    .option('--port <number>', 'port to listen on; 0 selects a free port (default: 4020)', wholeNumber)
  return addDataOptions(command)
    .option('--profile <name>', aboutProfile)
    .option(
      '--set <name=variant>',
      'value of one assumption, such as roles.pageSize=10; may be repeated',
      collect,
    )
    .option(
      '--token <token=scopes>',
      'add a token with these comma-separated scopes; with ",expires=60" at the end, it expires after 60 seconds; may be repeated',
      collect,
    )
    .option(
      '--client <id=secret>',
      'add an OAuth client with its secret for the token endpoint; may be repeated',
      collect,
    )
    .option(
      '--token-lifetime <seconds>',
      'time until tokens of the token endpoint expire (default: 3600)',
      wholeNumber,
    )
    .option('--tls-cert <file>', 'use https, with the certificate in this PEM file; needs --tls-key')
    .option('--tls-key <file>', 'private key of the certificate, as a PEM file; needs --tls-cert')
    .option('--cors <origin>', 'allow only this origin (default: every origin); may be repeated', collect)
    .option(
      '--delay <ms>',
      'delay each response by this number of milliseconds, or by a number in a range such as 200-800',
      collect,
    )
    .option(
      '--fault <fault>',
      'make responses fail: listRoles:nth=2:status=503, every=5:dropConnection, getVolunteer:hang; may be repeated',
      collect,
    )
    .option('--no-assumed-header', 'send responses without the header Conmock-Assumed')
    .option(
      '--admin-token <token>',
      'token that every request to the admin API must have; needed if other machines can reach the server',
    )
    .option(
      '--admin-host <host>',
      'allow this Host for the admin API, in addition to localhost; may be repeated',
      collect,
    )
    .option('--no-admin', 'turn off the admin API at /__conmock/v1, and the dashboard')
    .option('--open', 'open the dashboard in the default browser')
    .addOption(
      new Option(
        '--sandboxes <when>',
        'whether requests to the API must name a sandbox (default: optional)',
      ).choices(sandboxModes),
    )
    .option(
      '--watch',
      'start again when the configuration file, a file that it imports, or a file of --data, --tls-cert or --tls-key changes',
    )
    .option(
      '--coverage <file>',
      'write the coverage (which cases your clients have received) to this file when the server stops',
    )
    .option('--json', 'print one JSON object per line')
    .option('--quiet', 'print only the URL, no requests')
    .option('--verbose', 'also print the assumptions that each response depends on')
}
