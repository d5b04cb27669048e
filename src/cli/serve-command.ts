import type { Worker } from 'node:cluster'
import { once } from 'node:events'
import { Command } from 'commander'
import type { CompiledApi } from '../contract/compile.js'
import { createCoverage, type CoverageAnswer } from '../coverage/coverage.js'
import { collectCoverage } from '../coverage/coverage-counter.js'
import { isNeedsRun } from '../coverage/needs-run.js'
import { checkOutput, writeOutput } from '../node/output-file.js'
import { startServer } from '../server/start-server.js'
import type { ServerOptions } from '../server/server-options.js'
import type { CommandApi } from './command-api.js'
import { extendByConfig } from './config-file.js'
import { explainStartError } from './port-in-use.js'
import { forFlag, formatError, getReason, UsageError } from './errors.js'
import { addFlags, withFlagNames } from './flags.js'
import { banner, formatJson, listeningEvent, requestEvent, requestLine, type Output } from './print.js'
import { optionsFrom, serveFlags, type ServeFlags } from './serve-flags.js'
import { waitForStop } from './wait-for-stop.js'
import type { Order, ServingMessage } from './watch.js'

/** After a reload, the old process answers the next request of each client that pauses no longer, and closes its connection. */
const MS_FOR_CLIENTS = 500

/** Prints the requests. */
function requestPrinter({ json, quiet }: ServeFlags, print: Output['out']): Pick<ServerOptions, 'onRequest'> {
  if (quiet) return {}
  return {
    onRequest: (entry) => print(`${json ? requestEvent(entry) : requestLine(entry)}\n`),
  }
}

/** Opens a page in the default browser. If this fails, it prints one line. Resolves when the program that opens it has ended. */
async function openBrowser(url: string, err: Output['err']): Promise<void> {
  try {
    const { default: open } = await import('open')
    const program = await open(url)
    // On Windows, the program has already ended. Elsewhere, it finds out later that there is no display or no browser.
    const [code] = program.exitCode === null ? await once(program, 'exit') : [program.exitCode]
    if (code !== 0 && code !== null) throw new Error(`${program.spawnfile} ended with exit code ${code}`)
  } catch (error) {
    err(formatError([`--open: cannot open a browser (${getReason(error)}); open ${url} yourself`]))
  }
}

/** Sends a message to the process that watches. Resolves when it is written. */
function send(watching: Worker | undefined, message: ServingMessage): Promise<void> {
  return new Promise((resolve) => {
    if (watching) watching.send(message, () => resolve())
    else resolve()
  })
}

/** Checks that the coverage can be written. @throws UsageError If not. */
async function checkCoverageFile(api: CompiledApi, file: string): Promise<void> {
  // Only this flag needs the module.
  const { readCoverage } = await import('../coverage/coverage-file.js')
  forFlag('--coverage', () =>
    checkOutput(file, 'a coverage file', (text) => readCoverage(api, JSON.parse(text), file)),
  )
}

/**
 * Serves until a signal arrives. Returns what the clients have received, and the API.
 *
 * @param watching The connection to the process that watches the files, with `--watch`.
 */
async function serveOnce(
  base: CommandApi,
  flags: ServeFlags,
  output: Output,
  watching?: Worker,
): Promise<{ readonly answers: readonly CoverageAnswer[]; readonly api: CompiledApi }> {
  const print = output.out
  const { options, commands } = await optionsFrom(base, flags)
  const { api, dashboard } = commands
  if (flags.coverage !== undefined) await checkCoverageFile(api, flags.coverage)
  let isFirst = true
  if (watching) {
    void send(watching, { hasRead: true })
    const [order] = (await once(watching, 'message')) as [Order]
    isFirst = order === 'serve first'
  }
  // Includes all sandboxes.
  const readAnswers = flags.coverage === undefined ? undefined : collectCoverage()
  const start = () =>
    startServer(
      api,
      { ...options, ...requestPrinter(flags, print) },
      { dashboard, idleMs: watching ? MS_FOR_CLIENTS : 0 },
    ).catch(async (error: unknown) => {
      throw await explainStartError(error)
    })
  const server = await withFlagNames(serveFlags(api), flags, start)
  try {
    const page = flags.open ? server.dashboard : undefined
    if (flags.open && page === undefined) {
      throw new UsageError(
        '--open: the dashboard is off; if other machines can reach the server, add --admin-token TOKEN',
      )
    }
    const stop = waitForStop()
    if (isFirst) {
      if (flags.json) print(`${listeningEvent(commands, server)}\n`)
      else print(flags.quiet ? `${server.url}\n` : `${banner(server, options)}\n`)
      if (page !== undefined) void openBrowser(page, output.err)
    }
    void send(watching, { url: server.url })
    await stop
  } finally {
    await server.close()
  }
  output.endSoon?.()
  const answers = readAnswers?.()[api.title] ?? []
  await send(watching, { answers })
  return { answers, api }
}

/** Like `serveOnce`, but starts again when a file changes. */
async function watchAndServe(commands: CommandApi, flags: ServeFlags, output: Output) {
  const { serveAndWatch } = await import('./watch.js')
  const answers = await serveAndWatch(flags, output)
  // If the file is broken now, the coverage does not get lost.
  const { api } = await extendByConfig(commands, flags).catch(() => commands)
  return { answers, api }
}

async function serve(commands: CommandApi, flags: ServeFlags, output: Output): Promise<void> {
  // Without --watch, the module would only delay the start.
  const worker = flags.watch ? (await import('node:cluster')).default.worker : undefined
  if (worker) {
    await serveOnce(commands, flags, output, worker)
    return
  }
  const { coverage } = flags
  const { answers, api } = flags.watch
    ? await watchAndServe(commands, flags, output)
    : await serveOnce(commands, flags, output)
  if (coverage === undefined || isNeedsRun()) return
  await checkCoverageFile(api, coverage)
  forFlag('--coverage', () => writeOutput(coverage, formatJson(createCoverage(api, answers))))
}

/** The message only repeats a word that looks like a command: anything else may be a secret. */
function unexpected({ args: [first = ''], parent }: Command): string {
  const what = /^[a-z]{2,10}$/.test(first) ? `unknown command "${first}"` : 'unexpected arguments'
  const names = parent?.commands.map((command) => command.name()).join(', ')
  return `${what}; the commands are ${names}; serve takes no arguments, only flags (see conmock --help)`
}

/** `conmock serve`: runs the mock until it is stopped. */
export function serveCommand(commands: CommandApi, output: Output): Command {
  const command = new Command('serve').description('run the mock as a server (the default command)')
  return addFlags(command, serveFlags(commands.api))
    .allowExcessArguments()
    .action((flags: ServeFlags, serving: Command) => {
      // serve is the default command, so a misspelled command arrives here as an argument.
      if (serving.args.length > 0) throw new UsageError(unexpected(serving))
      return serve(commands, flags, output)
    })
}
