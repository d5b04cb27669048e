// First, because the other modules may not load in an old version of Node.
import './common/check-node.js'
import type { Plugin } from 'vite'
import { convention } from './convention/convention.js'
import { conventionDashboard } from './convention/dashboard.js'
import type { MockOptions } from './convention/types.js'
import { extendedApi } from './extension/extended-api.js'
import type { AnyExtension } from './extension/types.js'
import { conmock as createPlugin, type OwnVitePluginOptions } from './integrations/vite/plugin.js'

/** Options of `conmock`. The options of `createMock` are also allowed. */
export interface VitePluginOptions extends Omit<MockOptions, 'baseUrl'>, OwnVitePluginOptions {
  /** Your own operations and collections, of `extendApi()`. */
  readonly extend?: AnyExtension | undefined
}

/**
 * A Vite plugin: the development server answers your app's requests to the API, so the app needs no second port and no
 * CORS. The dashboard is at `/__conmock/`. `vite build` and vitest do not start it.
 *
 * @throws InvalidOptionError and DataError Like `createMock`.
 * @example
 * export default defineConfig({ plugins: [conmock({ data: 'edge-cases' })] })
 */
export function conmock(options: VitePluginOptions = {}): Plugin {
  return createPlugin(extendedApi(convention, options?.extend), options as object, conventionDashboard)
}

export { DataError, InvalidOptionError } from './common/errors.js'
