#!/usr/bin/env node
import { main } from './main.js'

const TROUBLE = 2

/** Whoever reads the output may stop reading (`conmock | head -1`): that is no reason to fail. A full disk is. */
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') return
    if (stream === process.stdout) process.stderr.write(`conmock: cannot write: ${error.message}\n`)
    process.exitCode = TROUBLE
  })
}

let ended = false

// A module of the user's may end the process, or wait for what never comes: neither is a success.
process.on('exit', () => {
  if (ended) return
  process.stderr.write('conmock: ended by a module that it loaded, before it was done\n')
  process.exitCode = TROUBLE
})

process.on('uncaughtException', (error) => {
  process.stderr.write(`conmock: ${error instanceof Error ? error.message : String(error)}\n`)
  ended = true
  process.exit(TROUBLE)
})

const code = await main(process.argv.slice(2), {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
})
ended = true
process.exitCode ??= code
