import picocolors from 'picocolors'
import type { Plugin, PreviewServer, ViteDevServer } from 'vite'
import * as z from 'zod/mini'
import { checkOptions, flag, optionsSchema } from '../../common/check-options.js'
import { InvalidOptionError } from '../../common/errors.js'
import { formatRequest } from '../../common/format-request.js'
import { compiled, type CompiledApi } from '../../contract/compile.js'
import type { DashboardParts } from '../../contract/record-look.js'
import { createMockCore } from '../../mock/create-mock-core.js'
import { mockOptionSchemas, type MockOptions } from '../../mock/options.js'
import type { ServerOptions } from '../../server/server-options.js'
import { startServer, type RunningServer } from '../../server/start-server.js'
import { createForwarder, DASHBOARD } from './forward.js'

/** Options of the plugin, without those of the mock. */
export interface OwnVitePluginOptions {
  /**
   * Whether the mock answers. `false` uses the real API.
   *
   * @default true
   * @example
   * conmock({ enabled: process.env.API !== 'real' })
   */
  readonly enabled?: boolean | undefined
}

export interface VitePluginOptions extends Omit<MockOptions, 'baseUrl'>, OwnVitePluginOptions {}

const NAME = 'conmock:vite'

const schema = compiled((api) => {
  const { baseUrl: _, ...mockSchemas } = mockOptionSchemas(api)
  return optionsSchema<VitePluginOptions>({ ...mockSchemas, enabled: z.optional(flag) })
})

/** Prints the address of the dashboard below the addresses of Vite, in the same form. */
function printDashboard(vite: ViteDevServer | PreviewServer): void {
  const printUrls = vite.printUrls.bind(vite)
  vite.printUrls = () => {
    printUrls()
    const [url] = vite.resolvedUrls?.local ?? []
    if (url === undefined) return
    const { green, bold, cyan } = picocolors
    const dashboard = new URL(DASHBOARD, url).href
    vite.config.logger.info(`  ${green('➜')}  ${bold('conmock')}: ${cyan(dashboard)}`)
  }
}

/** A plugin for Vite. The public function describes it. */
export function conmock(api: CompiledApi, options: VitePluginOptions, dashboard?: DashboardParts): Plugin {
  checkOptions(schema(api), options)
  const { enabled = true, onRequest, ...mockOptions } = options
  /** The servers by the environment of Vite. At a restart, Vite starts another one before it closes the one before. */
  const servers = new Map<object, Promise<RunningServer>>()

  async function close(key: object): Promise<void> {
    const server = servers.get(key)
    servers.delete(key)
    await (await server)?.close()
  }

  function serve(vite: ViteDevServer | PreviewServer): () => void {
    // Throws now if the options are invalid.
    const mock = createMockCore(api, mockOptions)
    const key = 'environments' in vite ? vite.environments.client : vite
    /** Starts the server at the first request. If another plugin fails before, no server is left behind. */
    function start(): Promise<RunningServer> {
      let server = servers.get(key)
      if (!server) {
        // On a free port of this machine: Vite may use HTTP/2, which has other requests and responses.
        const own: ServerOptions = {
          mock,
          port: 0,
          onRequest(entry) {
            onRequest?.(entry)
            if (entry.refusal) vite.config.logger.warn(formatRequest(entry, { dim: picocolors.dim }))
          },
        }
        server = startServer(api, own, { dashboard })
        servers.set(key, server)
      }
      return server
    }
    vite.httpServer?.once('close', () => void close(key))
    printDashboard(vite)
    const handle = createForwarder(api, start, (text) => vite.config.logger.warn(text))
    // Before all middlewares of Vite, which would answer preflights and add CORS headers.
    return () => void vite.middlewares.stack.unshift({ route: '', handle })
  }

  return {
    name: NAME,
    // vitest is a server of Vite, too.
    apply: (_config, { command }) => enabled && command === 'serve' && process.env['VITEST'] === undefined,
    configResolved({ plugins }) {
      if (plugins.filter(({ name }) => name === NAME).length === 1) return
      throw new InvalidOptionError('conmock() is in "plugins" more than once; remove all but one')
    },
    configureServer: serve,
    configurePreviewServer: serve,
    // Vite closes without a server of its own, too (`middlewareMode`).
    closeBundle() {
      return close(this.environment)
    },
  }
}
