/** What the command line does with coverage files. It is not public, because no guide needs it. */
export { mayOverwrite, readCoverage } from '../coverage/coverage-file.js'
export { collectCoverage } from '../coverage/coverage-counter.js'
export { coverageOf } from '../coverage/coverage.js'
export { isNeedsRun, NEEDS_VARIABLE } from '../coverage/needs-run.js'
export { formatCoverage } from '../coverage/format-coverage.js'
export type { Coverage } from '../coverage/coverage.js'
