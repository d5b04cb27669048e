#!/usr/bin/env node
import { main } from './main.js'

const TROUBLE = 2

/** Whether somebody may still read the output: `conmock | head -1` stops reading, which is no failure. A full disk is. */
let isRead = true

for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (stream === process.stdout) isRead = false
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

/** Resolves when all that was written is read, or never will be. */
async function hasRoom(): Promise<void> {
  const { stdout } = process
  await new Promise<void>((resolve) => {
    function done(): void {
      stdout.off('drain', done).off('error', done)
      resolve()
    }
    stdout.on('drain', done).on('error', done)
  })
}

let room: Promise<void> | undefined

/** Waits while the reader is slow, so that a large world does not pile up in memory. Returns whether somebody reads. */
async function write(text: string): Promise<boolean> {
  if (!isRead || process.stdout.write(text)) return isRead
  await (room ??= hasRoom().finally(() => (room = undefined)))
  return isRead
}

const code = await main(process.argv.slice(2), {
  out: write,
  err: (text) => void process.stderr.write(text),
})
ended = true
process.exitCode ??= code
// A module of the user's, such as a file of states, may hold the process open: by an interval, by a pool of connections.
process.stdout.write('', () => process.exit())
