import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import type { Jiti } from 'jiti'
import { placeOf } from './error-place.js'
import { prefixOf, reasonOf, UsageError } from './errors.js'
import type { SourceFiles } from './source-files.js'

/** The CommonJS modules and JSON files that Node has loaded, and all modules that jiti has loaded. */
const { cache } = createRequire(import.meta.url)

/** Whether exports are those of an ES module that was compiled to CommonJS. */
function isEsModule(exports: unknown): boolean {
  return Object.hasOwn(Object(exports) as object, '__esModule')
}

/** Returns the default export, or the exports of a CommonJS module. A file without exports is no module with options. */
function defaultOf(exports: unknown): unknown {
  const module = Object(exports) as { readonly default?: unknown }
  // jiti also has a `default` for modules without a default export, but does not list it.
  if ('default' in module) return module.default
  return isEsModule(module) || Object.keys(module).length === 0 ? undefined : exports
}

/** Adds the file that a module imports, but that does not exist: it may be created later. */
function addMissing(error: unknown, files: SourceFiles): void {
  const [, name = '', importer] =
    /^Cannot find module '(\.[^']+)'\s+Require stack:\n- (.+)/.exec(
      error instanceof Error ? error.message : '',
    ) ?? []
  if (importer !== undefined) files.add(path.resolve(path.dirname(importer), name))
}

/**
 * Checks that modules have the exports that others import by name. jiti compiles them to CommonJS, where a missing export is
 * `undefined`, but Node refuses an ES module that imports it.
 *
 * @throws Error For the first missing export.
 */
function checkExports(jiti: Jiti, files: readonly string[]): void {
  for (const file of files.filter((name) => isEsModule(cache[name]!.exports))) {
    const compiled = jiti.transform({
      source: readFileSync(file, 'utf8'),
      filename: file,
      ts: file.endsWith('ts'),
    })
    // TypeScript may export types again without the word `type`.
    const code = compiled.replaceAll(/get: function \(\) \{return \w+\.\w+;\}/g, '')
    const imports = code.matchAll(/var (_\w+) = (?:_interop\w+\()?require\("([^"]+)"\)/g)
    for (const [, variable, source = ''] of imports) {
      const exported = Object(cache[file]!.require(source)) as object
      for (const [, name = ''] of code.matchAll(new RegExp(String.raw`\b${variable}\.(\w+)`, 'g'))) {
        // A CommonJS module or JSON has a default export, whatever it contains.
        if (name in exported || (name === 'default' && !isEsModule(exported))) continue
        throw new Error(`${file}: "${source}" has no export "${name}"`)
      }
    }
  }
}

/**
 * Loads a module and everything that it imports again. `jiti()` compiles all of it to CommonJS, because Node never loads an ES
 * module twice.
 *
 * @param files Gets the imported files, even if loading fails.
 */
async function loadAgain(url: string, files: SourceFiles): Promise<unknown> {
  const { createJiti } = await import('jiti')
  const jiti = createJiti(url, { nativeModules: ['conmock'] })
  // Loads the compiler, which is not a module of the user.
  jiti.transform({ source: '' })
  const before = new Set(Object.keys(cache))
  const loaded = () => Object.keys(cache).filter((name) => !before.has(name))
  const stray: unknown[] = []
  const addStray = (error: unknown) => void stray.push(error)
  process.on('unhandledRejection', addStray)
  try {
    const module: unknown = jiti(url)
    // Node reports a rejection that nothing handles after the microtasks. It must not end a server that is running.
    await setImmediate()
    if (stray.length > 0) throw stray[0]
    checkExports(jiti, loaded())
    return defaultOf(module)
  } catch (error) {
    addMissing(error, files)
    if (stray.length > 0 && error instanceof Error) {
      throw new Error(placeOf(error) + error.message, { cause: error })
    }
    // jiti has parsed the module, so Node can only refuse what CommonJS does not have.
    if (!(error instanceof SyntaxError) || !/await|identifier/.test(error.message)) throw error
    throw new Error(`${error.message} (with --watch, modules cannot have a top-level await)`, {
      cause: error,
    })
  } finally {
    process.off('unhandledRejection', addStray)
    for (const file of loaded()) {
      files.add(file)
      Reflect.deleteProperty(cache, file)
    }
  }
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
 * @param files Gets the imported files, even if loading fails. If it is given, changed modules are loaded again.
 * @throws UsageError If it cannot be loaded.
 */
export async function loadModule(
  flag: string | undefined,
  file: string,
  files?: SourceFiles,
): Promise<unknown> {
  const url = pathToFileURL(path.resolve(file)).href
  try {
    if (files) return await loadAgain(url, files)
    if (!/\.[cm]?ts$/.test(file)) return await ((await import(url)) as { default?: unknown }).default
    const { createJiti } = await import('jiti')
    return defaultOf(await createJiti(url).import(url))
  } catch (error) {
    const place = error instanceof SyntaxError ? await placeOfSyntaxError(file) : ''
    throw new UsageError(`${prefixOf(flag)}cannot load ${file}: ${reasonOf(error)}${place}`)
  }
}
