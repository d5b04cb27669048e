// What only the command line needs of Pact. It is loaded when a command verifies or writes pacts.
export { checkNeeds } from '../contract/needs.js'
export { findFiles } from '../pact/common/find-files.js'
export { DEFAULT_PROVIDER, pactFileOf, recordPactFile } from '../pact/recording/recorded-file.js'
export { formatJunit } from '../pact/report/format-junit.js'
export { formatReport } from '../pact/report/format-report.js'
