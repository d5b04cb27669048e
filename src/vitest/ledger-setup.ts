import { afterAll } from 'vitest'
import { mergeLedgers } from '../coverage/ledger.js'
import { collectLedgers } from '../coverage/ledger-counter.js'
import { putReport } from './ledger-report.js'

// This module runs before each test file. Without isolation, several test files share this list.
const ledgers = collectLedgers()

const REALM = Symbol.for('conmock.ledgers.realm')
const realm = ((globalThis as { [REALM]?: { readonly id: string; reports: number } })[REALM] ??= {
  id: crypto.randomUUID(),
  reports: 0,
})

afterAll(function report() {
  // The test file is the last argument: the only one in vitest 4.0, the second since 4.1.
  const { meta } = Array.from(arguments).at(-1) as { readonly meta: object }
  const ledger = mergeLedgers(ledgers.map((read) => read()))
  putReport(meta, { realm: realm.id, number: ++realm.reports, ledger })
})
