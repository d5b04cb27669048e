// What only the command line needs of a mock and its options.
export { profiles } from '../contract/assumptions.js'
export { scopes } from '../contract/scopes.js'
export { countedKinds } from '../dataset/kinds.js'
export { scenarios } from '../dataset/scenarios.js'
export { createMockCore } from '../mock/create-mock-core.js'
export { exportJson } from '../mock/export-json.js'
export { checkFault, type Fault } from '../mock/fault.js'
export { checkServerOptions, spaceModes } from '../server/server-options.js'
