import { isPlainObject } from '../common/plain-object.js'
import { faultForm, parseAmount, parseFault } from '../contract/fault-fields.js'
import { InvalidOptionError } from '../common/errors.js'
import { compiled, type CompiledApi } from '../contract/compile.js'
import { checkFault, type Fault } from '../mock/fault.js'
import { combine } from '../sandboxes/sandboxes.js'
import { sandboxModes, type ServerOptions } from '../server/server-options.js'
import { preview } from '../common/text.js'
import type { CommandApi } from './command-api.js'
import { configFlag, extendFlag, readConfig } from './config-file.js'
import { dataFlags } from './data-flags.js'
import { UsageError } from './errors.js'
import {
  collect,
  firstGiven,
  optionsIn,
  splitPair,
  wholeNumber,
  type FlagsOf,
  type FlagTable,
} from './flags.js'
import { assumptionFlags } from './profile-flag.js'
import { checkScopes, readFileOf } from './values.js'

const TOKEN_FORM = 'TOKEN=SCOPE[,SCOPE…][,expires=SECONDS]'

type Tokens = NonNullable<ServerOptions['tokens']>

/** Reads `--token`. It splits at the last `=`, because a token may end with `=` (RFC 6750 §2.1). */
function addToken(text: string, before: Tokens | undefined, flag: string): Tokens {
  const [, pair = text, lifetime] = /^(.*?)(?:,expires=([^,]*))?$/s.exec(text) ?? []
  const [name, list] = splitPair(flag, TOKEN_FORM, pair, 'last')
  const given = list.split(',').filter((scope) => scope !== '')
  if (lifetime === undefined) return { ...before, [name]: given }
  if (!/^\d+(\.\d+)?$/.test(lifetime)) {
    throw new UsageError(`${flag}: "expires" must be a number of seconds; the form is ${TOKEN_FORM}`)
  }
  return { ...before, [name]: { scopes: given, expiresIn: Number(lifetime) } }
}

/** Reads a fault, and checks it with the rules of the library. An error names the flag. */
function faultReader(api: CompiledApi, form: string, parse: (text: string) => unknown) {
  return (texts: readonly string[], flag: string): readonly Fault[] =>
    texts.map((text) => {
      try {
        return checkFault(api, parse(text))
      } catch (error) {
        if (!(error instanceof InvalidOptionError)) throw error
        throw new UsageError(`${flag} ${preview(text)}: ${error.message}; the form is ${form}`)
      }
    })
}

/** The flags of `conmock serve`. */
export const serveFlags = compiled(
  (api) =>
    ({
      config: configFlag,
      extend: extendFlag,
      host: { value: '<address>', help: 'address to listen on (default: 127.0.0.1)', option: 'host' },
      port: {
        value: '<number>',
        help: 'port to listen on; 0 selects a free port (default: 4020)',
        parse: wholeNumber,
        option: 'port',
      },
      ...dataFlags(api),
      ...assumptionFlags(api),
      token: {
        value: '<token=scopes>',
        help: 'add a token with these comma-separated scopes; with ",expires=60" at the end, it expires after 60 seconds; may be repeated',
        parse: addToken,
        option: 'tokens',
      },
      tlsCert: {
        value: '<file>',
        help: 'use https, with the certificate in this PEM file; needs --tls-key',
        option: 'tls.cert',
        read: readFileOf,
      },
      tlsKey: {
        value: '<file>',
        help: 'private key of the certificate, as a PEM file; needs --tls-cert',
        option: 'tls.key',
        read: readFileOf,
      },
      cors: {
        value: '<origin>',
        help: 'allow only this origin (default: every origin); may be repeated',
        parse: collect,
        option: 'cors',
      },
      delay: {
        value: '<ms>',
        help: 'delay each response by this many milliseconds, or randomly within a range such as 200-800',
        parse: collect,
        read: faultReader(api, 'MS or MIN-MAX', (text) => ({
          effect: { delay: parseAmount(text) },
        })),
        option: 'faults',
      },
      fault: {
        value: '<fault>',
        help: `make responses fail: ${api.exampleOperation.id}:nth=2:status=503, every=5:dropConnection, ${api.operations[0]!.id}:hang; may be repeated`,
        parse: collect,
        read: faultReader(api, faultForm(api.exampleOperation.id), parseFault),
        option: 'faults',
      },
      adminToken: {
        value: '<token>',
        help: 'token for all requests to the admin API; required if other machines can reach the server',
        option: 'admin.token',
      },
      adminHost: {
        value: '<host>',
        help: 'allow this Host for the admin API, in addition to localhost; may be repeated',
        parse: collect,
        option: 'admin.hosts',
      },
      admin: {
        negated: true,
        help: 'turn off the admin API, its health check and the dashboard',
        option: 'admin',
      },
      open: { help: 'open the dashboard in the default browser' },
      sandboxes: {
        value: '<when>',
        help: 'whether requests to the API must name a sandbox (default: optional)',
        choices: sandboxModes,
        option: 'sandboxes',
      },
      watch: {
        help: 'restart when the configuration file, a file it imports, or a file of --data, --extend, --tls-cert or --tls-key changes',
      },
      coverage: {
        value: '<file>',
        help: 'write the coverage (which cases your clients have received) to this file when the server stops',
      },
      json: { help: 'print one JSON object per line' },
      quiet: { help: 'print only the URL, no requests' },
    }) as const satisfies FlagTable,
)

export type ServeFlags = FlagsOf<ReturnType<typeof serveFlags>>

/** @throws UsageError For flags that exclude each other, or need another one. */
function checkCombinations(flags: ServeFlags): void {
  const { admin, tlsCert, tlsKey } = flags
  const ofAdmin = admin === false ? firstGiven(flags, ['adminHost', 'adminToken', 'open']) : undefined
  if (ofAdmin !== undefined) throw new UsageError(`${ofAdmin} cannot be combined with --no-admin`)
  if (tlsKey !== undefined && tlsCert === undefined) throw new UsageError('--tls-key needs --tls-cert FILE')
  if (tlsCert !== undefined && tlsKey === undefined) throw new UsageError('--tls-cert needs --tls-key FILE')
}

/** Merges the flags into the options of the configuration file. Returns the API with what the file adds to it, too. */
export async function optionsFrom(
  base: CommandApi,
  flags: ServeFlags,
): Promise<{ readonly options: ServerOptions; readonly commands: CommandApi }> {
  checkCombinations(flags)
  const { config, commands } = await readConfig(base, flags)
  const { api } = commands
  const given: ServerOptions = await optionsIn(serveFlags(api), flags)
  const known = [...api.scopes, ...(config.scopes ?? [])]
  for (const token of Object.values(flags.token ?? {})) {
    const { scopes = [] } = isPlainObject(token) ? token : { scopes: token }
    checkScopes('--token', TOKEN_FORM, scopes, known)
  }
  const options: ServerOptions = {
    ...combine<ServerOptions>(api, config, given),
    faults: [...(config.faults ?? []), ...(given.faults ?? [])],
  }
  if (!isPlainObject(config.admin) || !isPlainObject(given.admin)) return { options, commands }
  return { options: { ...options, admin: { ...config.admin, ...given.admin } }, commands }
}
