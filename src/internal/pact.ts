// What only the command line needs of Pact. It is loaded when a command verifies pacts.
export { formatDrift } from '../pact/report/format-drift.js'
export { formatJunit } from '../pact/report/format-junit.js'
export { formatReport } from '../pact/report/format-report.js'
