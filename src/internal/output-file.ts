// How commands write files.
export { checkOutput, writeOutput } from '../pact/common/output-file.js'
