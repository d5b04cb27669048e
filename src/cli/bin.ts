#!/usr/bin/env node
const EXIT_PROBLEM = 2

const MAX_MS_TO_PRINT = 1000

// A closed pipe (`conmock | head -1`) is normal. Any other write error fails the command.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') return
    if (stream === process.stdout) process.stderr.write(`conmock: cannot write: ${error.message}\n`)
    process.exitCode = EXIT_PROBLEM
  })
}

let ended = false

/** With `--watch`, Node ends this process if the one that started it was killed. */
const hadParent = process.connected

// A module of the user may end the process, or wait for something that never happens. The exit code must not be 0 then.
process.on('exit', () => {
  if (ended || (hadParent && !process.connected)) return
  process.stderr.write('conmock: a loaded module (such as the configuration) ended the process early\n')
  process.exitCode = EXIT_PROBLEM
})

process.on('uncaughtException', (error: unknown) => {
  // An old version of Node is the only problem that is not a mistake in a module: the stack says where.
  const isOwn = error instanceof Error && error.message.startsWith('conmock ')
  const problem = error instanceof Error ? error.stack : String(error)
  process.stderr.write(isOwn ? `${error.message}\n` : `conmock: ${problem}\n`)
  ended = true
  process.exit(EXIT_PROBLEM)
})

// Loaded here, so that an error in an old version of Node is reported like any other.
const [{ main }, { conventionCommands }] = await Promise.all([
  import('./main.js'),
  import('../convention/command-line.js'),
])
const extensions = { reported: async () => (await import('../reported/api.js')).reportedApi }
const code = await main({ ...conventionCommands, extensions }, process.argv.slice(2), {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  endSoon: () => void setTimeout(() => process.exit(), MAX_MS_TO_PRINT).unref(),
})
ended = true
process.exitCode ??= code
// Ends the process explicitly. A module of the user, such as the one in --states, may keep it alive with a timer or a
// connection. First it waits until everything is written, and for the error of a full disk, which stdout emits later.
process.stdout.write('', () => process.stderr.write('', () => setImmediate(() => process.exit())))
