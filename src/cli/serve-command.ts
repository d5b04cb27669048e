import path from 'node:path'
import { Command } from 'commander'
import { isPreflight } from '../common/format-request.js'
import { collectCoverage, coverageOf, isNeedsRun } from '../internal/coverage.js'
import { mockOptionsIn } from '../internal/mock.js'
import { startServer, type RunningServer, type ServerOptions } from '../server.js'
import { dashboardOf, openBrowser } from './admin-flags.js'
import { checkCoverageFile } from './coverage-file.js'
import { readingData } from './data-flags.js'
import { UsageError } from './errors.js'
import { explainStartError } from './port-in-use.js'
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
import { addServeOptions, optionsFrom, type ServeFlags } from './serve-flags.js'
import { SourceFiles } from './source-files.js'
import { writeFileOf } from './values.js'

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
  // Includes all sandboxes, and the mocks from before a reload.
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
  const command = new Command('serve').description('run the mock as a server (the default command)')
  return addServeOptions(command)
    .allowExcessArguments()
    .action((flags: ServeFlags, serving: Command) => {
      // serve is the default command, so a misspelled command arrives here as an argument.
      if (serving.args.length > 0) throw new UsageError(unexpected(serving))
      return serve(flags, version, output)
    })
}
