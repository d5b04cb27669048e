import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { createJiti, type ModuleCache } from 'jiti'
import type { SourceFiles } from './source-files.js'

/** A static import in the code that jiti generates. */
const STATIC_IMPORT = /await jitiImport\(("(?:[^"\\]|\\.)*")\)/g

const extensions = ['.ts', '.mts', '.cts', '.js', '.mjs', '.cjs', '.json']

const { cache: commonJs } = createRequire(import.meta.url)

function isOwn(file: string): boolean {
  return path.isAbsolute(file) && !file.includes(`${path.sep}node_modules${path.sep}`)
}

/** Returns the CommonJS modules and JSON files that Node has loaded, without packages. */
function loadedCommonJs(): string[] {
  return Object.keys(commonJs).filter(isOwn)
}

/**
 * Loads the default export of a module again, together with the modules and JSON files that it imports statically. Packages
 * are not loaded again.
 *
 * jiti would import ES modules with `import()`, and Node never loads these again. So this function evaluates the imported
 * modules first, and jiti finds them in its cache.
 *
 * @param files Gets the imported files, even if loading fails or a file does not exist.
 */
export async function loadAfresh(file: string, files: SourceFiles): Promise<unknown> {
  for (const loaded of loadedCommonJs()) Reflect.deleteProperty(commonJs, loaded)
  const jiti = createJiti(pathToFileURL(path.resolve(file)).href, { moduleCache: false })
  const cache: ModuleCache = {}
  const visited = new Set<string>()

  /** Returns an imported file, or `undefined` for a package. */
  function fileOf(specifier: string, from: string): string | undefined {
    const url = jiti.esmResolve(specifier, { parentURL: pathToFileURL(from), try: true })
    if (url !== undefined) return url.startsWith('file:') ? fileURLToPath(url) : undefined
    if (!specifier.startsWith('.')) return undefined
    // The import does not exist yet. When it appears, it can have any of these extensions.
    const missing = path.resolve(path.dirname(from), specifier)
    for (const extension of extensions) files.add(missing.replace(/\.[cm]?js$/, '') + extension)
    files.add(missing)
    return undefined
  }

  async function load(filename: string): Promise<unknown> {
    visited.add(filename)
    files.add(filename)
    const source = readFileSync(filename, 'utf8')
    const ts = /\.[cm]?tsx?$/.test(filename)
    const code = jiti.transform({ source, filename, ts, async: true })
    for (const [, specifier = ''] of code.matchAll(STATIC_IMPORT)) {
      const imported = fileOf(JSON.parse(specifier) as string, filename)
      if (imported === undefined || !isOwn(imported) || visited.has(imported)) continue
      if (/\.[cm]?[jt]sx?$/.test(imported)) await load(imported)
      else files.add(imported)
    }
    // A circular import has already evaluated it.
    return (
      cache[filename]?.exports ??
      jiti.evalModule(source, { filename, async: true, forceTranspile: true, cache })
    )
  }

  try {
    const filename = path.resolve(file)
    const result = (await load(filename)) as { readonly default?: unknown }
    if (/\.[cm]?ts$/.test(file)) return result.default ?? result
    const exports = cache[filename]?.exports as { readonly default?: unknown; readonly __esModule?: true }
    return exports.__esModule ? exports.default : exports
  } finally {
    for (const loaded of loadedCommonJs()) files.add(loaded)
  }
}
