import { compile, type CompiledApi } from '../contract/compile.js'
import { convention } from './convention.js'

/** Returns the API with what an extension adds. Only loads the code for it if there is one. */
export async function extendedConvention(extension: unknown): Promise<CompiledApi> {
  if (extension === undefined) return compile(convention)
  const { extendedApi } = await import('../extension/extended-api.js')
  return extendedApi(convention, extension)
}
