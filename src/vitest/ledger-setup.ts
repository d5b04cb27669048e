import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll } from 'vitest'
import { mergeLedgers } from '../mock/coverage.js'
import { collectLedgers } from '../mock/ledger.js'

// Runs in each worker before its tests. The file is written anew after each test file, for a worker may run several.
const folder = process.env['CONMOCK_LEDGER_FOLDER']
const ledgers = collectLedgers()
const file = randomUUID()

afterAll(() => {
  if (folder === undefined || ledgers.length === 0) return
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    path.join(folder, `${file}.json`),
    JSON.stringify(mergeLedgers(ledgers.map((read) => read()))),
  )
})
