import { InvalidOptionError } from '../common/errors.js'
import { compile, type CompiledApi } from '../contract/compile.js'
import type { Api } from '../contract/api.js'

type Extend = (api: Api, extension: unknown) => CompiledApi

let registered: Extend | undefined

/** Makes known how an API is extended. */
export function register(extend: Extend): void {
  registered = extend
}

/** Returns an API with what an extension adds, without the code for it: a bundle only has this code if it calls `extendApi`. */
export function withExtension(api: Api, extension: unknown): CompiledApi {
  if (extension === undefined) return compile(api)
  if (registered) return registered(api, extension)
  throw new InvalidOptionError(
    'must be what extendApi() returns, from the same copy of conmock as the function that gets this option',
    'extend',
  )
}
