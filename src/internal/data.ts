// The command line has a flag for each kind of record whose number is an option.
export { countedKinds, type RecordCounts } from '../dataset/kinds.js'
