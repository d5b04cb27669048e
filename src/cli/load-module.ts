import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { getPrefix, getReason, UsageError } from './errors.js'
import { reportFiles } from './watched-files.js'

/** Modules that jiti has loaded, and CommonJS modules. */
const { cache } = createRequire(import.meta.url)

/** Returns the default export, or the exports of a CommonJS module. A file without exports is no module with options. */
function getDefault(exports: unknown): unknown {
  const module = Object(exports) as { readonly default?: unknown }
  // jiti also has a `default` for modules without a default export, but does not list it.
  if ('default' in module) return module.default
  return Object.hasOwn(module, '__esModule') || Object.keys(module).length === 0 ? undefined : exports
}

/** Describes where a module has its first syntax error. Node only prints this place. Empty if it is in an imported module. */
async function placeOfSyntaxError(file: string): Promise<string> {
  const { createJiti } = await import('jiti')
  const source = readFileSync(file, 'utf8')
  const [, json] =
    /^exports\.__JITI_ERROR__ = (.*)$/.exec(
      createJiti(path.resolve(file)).transform({ source, filename: file }),
    ) ?? []
  if (json === undefined) return ''
  const { line, column } = JSON.parse(json) as { readonly line: number; readonly column: number }
  return ` (line ${line}, column ${column + 1})`
}

/**
 * Loads the default export of a JavaScript or TypeScript module.
 *
 * @param flag The flag that names the file, for messages.
 * @throws UsageError If it cannot be loaded.
 */
export async function loadModule(flag: string | undefined, file: string): Promise<unknown> {
  const url = pathToFileURL(path.resolve(file)).href
  try {
    if (!/\.[cm]?ts$/.test(file)) return await ((await import(url)) as { default?: unknown }).default
    const { createJiti } = await import('jiti')
    return getDefault(await createJiti(url).import(url))
  } catch (error) {
    const place = error instanceof SyntaxError ? await placeOfSyntaxError(file) : ''
    throw new UsageError(`${getPrefix(flag)}cannot load ${file}: ${getReason(error)}${place}`)
  } finally {
    // Node does not know the modules that jiti has read.
    reportFiles(Object.keys(cache))
  }
}
