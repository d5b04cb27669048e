import path from 'node:path'
import { Command, Option } from 'commander'
import { startServer, type RunningServer, type ServerOptions } from '../server.js'
import { readConfig } from './config-file.js'
import { controlFrom, dashboardOf, openBrowser, type ControlFlags } from './control-flags.js'
import { faultsFrom, type FaultFlags } from './fault-flags.js'
import { checkCoverageFile } from './coverage-file.js'
import {
  banner,
  formatJson,
  listeningEvent,
  RELOADED,
  reloadedEvent,
  requestEvent,
  requestLine,
  type Output,
} from './print.js'
import { collectCoverage, coverageOf, isNeedsRun } from '../internal/coverage.js'
import { mockOptionsIn, readProfile, scopes, settingsFrom, spaceModes } from '../internal/mock.js'
import { explainStartError } from './port-in-use.js'
import { SourceFiles } from './source-files.js'
import { tlsFrom, type TlsFlags } from './tls-flags.js'
import { UsageError } from './errors.js'
import { aboutProfile, profileFileIn, profileFrom } from './profile-flag.js'
import {
  assumptionsFrom,
  collect,
  firstGiven,
  onlyGiven,
  splitPair,
  unknownScope,
  wholeNumber,
  writeFileOf,
} from './values.js'
import { isPreflight } from '../common/format-request.js'
import { addDataOptions, readingData, withData, type DataFlags } from './data-flags.js'

interface ServeFlags
  extends
    DataFlags,
    FaultFlags,
    ControlFlags,
    TlsFlags,
    Pick<ServerOptions, 'host' | 'port' | 'tokenLifetime'> {
  readonly profile?: string
  readonly config?: string
  readonly set?: readonly string[]
  readonly token?: readonly string[]
  readonly client?: readonly string[]
  readonly cors?: readonly string[]
  readonly assumedHeader: boolean
  readonly coverage?: string
  readonly watch?: boolean
  readonly spaces?: ServerOptions['spaces']
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
async function optionsFrom(flags: ServeFlags, files?: SourceFiles): Promise<ServerOptions> {
  const { host, port, cors, tokenLifetime, spaces, data } = flags
  for (const file of [data, profileFileIn(flags.profile)]) if (file !== undefined) files?.add(file)
  const config = withData(await readConfig(flags.config, files), flags)
  const assumedHeader = flags.assumedHeader ? undefined : false
  const profile = flags.profile === undefined ? undefined : profileFrom(flags.profile)
  const given = { host, port, profile, cors, tokenLifetime, spaces, assumedHeader }
  const options: ServerOptions = {
    ...config,
    ...onlyGiven(given),
    assumptions: { ...config.assumptions, ...assumptionsFrom(flags) },
    tokens: { ...config.tokens, ...tokensFrom(flags) },
    clients: { ...config.clients, ...clientsFrom(flags) },
    faults: [...(config.faults ?? []), ...faultsFrom(flags)],
    ...controlFrom(flags, config),
    ...tlsFrom(flags, files),
  }
  checkTokenFlags(flags, options)
  return options
}

const stopSignals = ['SIGINT', 'SIGTERM'] as const

/** Resolves at the first signal to stop. A second signal ends the process at once. */
function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    function stop(): void {
      for (const signal of stopSignals) process.off(signal, stop)
      resolve()
    }
    for (const signal of stopSignals) process.on(signal, stop)
  })
}

/** If more lines than this wait for a slow reader, new ones are dropped. */
const MAX_WAITING_LINES = 10_000

/** Prints the requests, unless too many lines wait for their reader. */
function requestPrinter(
  { json, quiet, verbose = false }: ServeFlags,
  print: Output['out'],
): Pick<ServerOptions, 'onRequest'> {
  if (quiet) return {}
  /** The preflights whose request has not arrived yet, by path. */
  const preflights = new Map<string, number>()
  let waiting = 0
  return {
    onRequest(entry) {
      const before = preflights.get(entry.path) ?? 0
      if (!json && isPreflight(entry)) {
        // A client that only sends preflights must not fill the memory.
        if (preflights.size < MAX_WAITING_LINES) preflights.set(entry.path, before + 1)
        return
      }
      preflights.delete(entry.path)
      if (waiting >= MAX_WAITING_LINES) return
      waiting++
      const text = json ? requestEvent(entry) : requestLine(entry, verbose, before)
      void print(`${text}\n`).finally(() => waiting--)
    },
  }
}

const MAX_MS_TO_PRINT = 1000

/** Ends the process after a second, even if a reader has not read all output. */
function endSoon(): void {
  setTimeout(() => process.exit(), MAX_MS_TO_PRINT).unref()
}

/** Starts the server again whenever a file of the options changes. */
async function watchFiles(
  flags: ServeFlags,
  started: { readonly server: RunningServer; readonly options: ServerOptions; readonly files: SourceFiles },
  { out, err }: Output,
): Promise<{ close(): Promise<void> }> {
  const { watchOptions } = await import('./watch.js')
  return watchOptions({
    ...started,
    read: (files) => optionsFrom(flags, files),
    apply(all) {
      // A server with http cannot change to https. `restartNotice` says so.
      const { tls } = started.options.tls ? all : {}
      return readingData(flags, () => started.server.reload({ ...mockOptionsIn(all), tls }))
    },
    onReload(changed) {
      if (flags.quiet) return
      const files = changed.map((file) => path.relative('.', file))
      void out(`${flags.json ? reloadedEvent(files) : RELOADED}\n`)
    },
    err,
  })
}

async function serve(flags: ServeFlags, version: string, output: Output): Promise<void> {
  const print = output.out
  const files = flags.watch ? new SourceFiles() : undefined
  const options = await optionsFrom(flags, files)
  if (flags.coverage !== undefined) await checkCoverageFile(flags.coverage)
  // Includes all spaces, and the mocks from before a reload.
  const mocks = flags.coverage === undefined ? [] : collectCoverage()
  const server = await readingData(flags, () =>
    startServer({ ...options, ...requestPrinter(flags, print) }).catch(async (error: unknown) => {
      throw await explainStartError(error)
    }),
  )
  try {
    const page = flags.open ? dashboardOf(server, options) : undefined
    const stop = stopSignal()
    if (flags.json) void print(`${listeningEvent(server)}\n`)
    else void print(flags.quiet ? `${server.url}\n` : `${banner(server, version, options)}\n`)
    if (page !== undefined) {
      void openBrowser(page, output.err)
    }
    const watcher = files && (await watchFiles(flags, { server, options, files }, output))
    await stop
    await watcher?.close()
  } finally {
    await server.close()
  }
  endSoon()
  if (flags.coverage === undefined || isNeedsRun()) return
  await checkCoverageFile(flags.coverage)
  writeFileOf('--coverage', flags.coverage, formatJson(coverageOf(mocks.flatMap((read) => read().answers))))
}

/** The message only repeats a word that looks like a command: anything else may be a secret. */
function unexpected({ args: [first = ''], parent }: Command): string {
  const what = /^[a-z]{2,10}$/.test(first) ? `unknown command "${first}"` : 'unexpected arguments'
  const names = parent?.commands.map((command) => command.name()).join(', ')
  return `${what}; the commands are ${names}; serve takes no arguments, only flags (see conmock --help)`
}

/** `conmock serve`: runs the mock until it is stopped. */
export function serveCommand(version: string, output: Output): Command {
  const command = new Command('serve')
    .description('run the mock as a server (the default command)')
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
      '--control-token <token>',
      'token that every request to the control plane must have; needed if other machines can reach the server',
    )
    .option(
      '--control-host <host>',
      'allow this Host for the control plane, in addition to localhost; may be repeated',
      collect,
    )
    .option('--no-control', 'turn off the control plane at /__conmock/v1, and the dashboard')
    .option('--open', 'open the dashboard in the default browser')
    .addOption(
      new Option(
        '--spaces <when>',
        'whether requests to the API must name a space (default: optional)',
      ).choices(spaceModes),
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
    .allowExcessArguments()
    .action((flags: ServeFlags, serving: Command) => {
      // serve is the default command, so a misspelled command arrives here as an argument.
      if (serving.args.length > 0) throw new UsageError(unexpected(serving))
      return serve(flags, version, output)
    })
}
