import { targetOf, type CustomOperation } from '../api/match-path.js'
import { unknownPath } from '../api/refusal.js'
import type { CompiledApi } from '../contract/compile.js'
import { requestCounter } from './received-requests.js'

/** Options for `server.listen()` of msw 2 and msw 3. */
export interface ListenOptions {
  /** For msw 2. */
  readonly onUnhandledRequest: (request: Request) => Promise<void>
  /** For msw 3. */
  readonly onUnhandledFrame: (unhandled: { readonly frame: { readonly data: object } }) => Promise<void>
}

/** What msw 3 has intercepted: a request, or a connection of a WebSocket. */
interface FrameData {
  readonly request?: Request
  readonly connection?: { readonly client: { readonly url: URL | string } }
}

/**
 * Returns options with which an unhandled request fails, and the reason is printed. Like msw, allows requests for assets.
 *
 * @param customOperations The operations of the custom handlers, for the reason.
 */
export function createListenOptions(
  api: CompiledApi,
  baseUrl: string | undefined,
  customOperations: readonly CustomOperation[],
): ListenOptions {
  async function onUnhandledRequest(request: Request): Promise<void> {
    const { isCommonAssetRequest } = await import('msw')
    if (isCommonAssetRequest(request)) return
    // So that a failed test is not said to have sent no request.
    requestCounter().count++
    const { method } = request
    const url = new URL(request.url)
    const { path } = targetOf(url.href)
    const { hint } = unknownPath(api, method, path, customOperations)
    const below =
      baseUrl === undefined ? '' : ` The handlers only match URLs below the option baseUrl, ${baseUrl}.`
    const reason = [
      `conmock: no handler matches ${method} ${url.origin}${path}, so the request failed.`,
      `If it is for the API, check its URL.${below} ${hint}`,
      'If it is not, add a handler of msw for it.',
    ].join('\n')
    // oxlint-disable-next-line no-console -- msw prints its own messages to the console, too.
    console.error(reason)
    // Any other error becomes a response with the status 500. A WebSocket only fails with an error.
    throw url.protocol.startsWith('ws') ? new Error(reason) : Response.error()
  }

  return {
    onUnhandledRequest,
    onUnhandledFrame({ frame }) {
      const { request, connection } = frame.data as FrameData
      return onUnhandledRequest(request ?? new Request(connection!.client.url))
    },
  }
}
