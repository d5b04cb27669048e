import { globalAgent } from 'node:http'
import { isLoopbackHost } from '../../common/hosts.js'
import type { Send } from './forward.js'
import { SetupProblem } from '../../common/errors.js'

/** Both spellings of an environment variable. */
function spelled(name: string): string[] {
  return [name, name.toUpperCase()]
}

/**
 * The proxies that `fetch` uses in this process: Node reads the variables with NODE_USE_ENV_PROXY or --use-env-proxy, and the
 * global agent shows whether it did. Only these variables, because the environment has secrets.
 */
function readProxies(): { readonly [name: string]: string | undefined } | undefined {
  // Its types do not have the options.
  const { options } = globalAgent as { readonly options?: { readonly proxyEnv?: NodeJS.ProcessEnv } }
  const proxyEnv = options?.proxyEnv
  const names = ['http_proxy', 'https_proxy', 'no_proxy'].flatMap(spelled)
  return proxyEnv && Object.fromEntries(names.map((name) => [name, proxyEnv[name]]))
}

/** Returns a function that sends requests as `fetch` in this process does: through a proxy or not. If one fails, it says so. */
export function throughProxy(send: Send): Send {
  return async (request) => {
    const proxyEnv = readProxies()
    try {
      return await send({ ...request, proxyEnv })
    } catch (error) {
      const { protocol, host } = new URL(request.origin)
      const variable = spelled(protocol.replace(':', '_proxy')).find((name) => process.env[name])
      const isNear = proxyEnv === undefined && isLoopbackHost(host)
      if (variable && !isNear && error instanceof Error && !(error instanceof SetupProblem)) {
        error.message += proxyEnv
          ? `; ${variable} is used, unless NO_PROXY has this host`
          : `; ${variable} is set, but not used: also set NODE_USE_ENV_PROXY=1, with Node 22.21, 24.5 or later`
      }
      throw error
    }
  }
}
