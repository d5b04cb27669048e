import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { types } from 'node:util'
import { checkedImports } from './checked-imports.js'
import { getPrefix, getReason, UsageError } from './errors.js'
import { reportFiles } from './watched-files.js'

/** Modules that jiti has loaded, and CommonJS modules. */
const { cache } = createRequire(import.meta.url)

/** Returns the default export, or the exports of a CommonJS module. A file without exports is no module with options. */
function getDefault(exports: unknown): unknown {
  const module = Object(exports) as { readonly default?: unknown }
  if ('default' in module) return module.default
  const isEsModule = types.isModuleNamespaceObject(module) || Object.hasOwn(module, '__esModule')
  return isEsModule || Object.keys(module).length === 0 ? undefined : exports
}

/**
 * Loads a JavaScript or TypeScript module with jiti, which loads TypeScript in every version of Node, and says where a module has
 * a syntax error.
 *
 * @param flag The flag that names the file, for messages.
 * @returns Its exports.
 * @throws UsageError If it cannot be loaded.
 */
export async function loadExports(file: string, flag: string | undefined): Promise<unknown> {
  const url = pathToFileURL(path.resolve(file)).href
  try {
    const { createJiti } = await import('jiti')
    const transformOptions = { babel: { plugins: [checkedImports] } }
    return await createJiti(url, { interopDefault: false, transformOptions }).import(url)
  } catch (error) {
    throw new UsageError(`${getPrefix(flag)}cannot load ${file}: ${getReason(error)}`)
  } finally {
    // Node does not know the modules that jiti has read.
    reportFiles(Object.keys(cache))
  }
}

/** Returns the default export of a module. @throws UsageError Like `loadExports`. */
export async function loadModule(file: string, flag: string | undefined): Promise<unknown> {
  return getDefault(await loadExports(file, flag))
}
