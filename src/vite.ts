// First, because the other modules may not load in an old version of Node.
import './common/check-node.js'
export { conmock, type ConmockOptions } from './vite/plugin.js'
export { DataError, InvalidOptionError } from './common/errors.js'
