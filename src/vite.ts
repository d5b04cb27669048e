// First, because the other modules may not load in an old version of Node.
import './common/check-node.js'
export { conmock, type VitePluginOptions } from './integrations/vite/plugin.js'
export { DataError, InvalidOptionError } from './common/errors.js'
