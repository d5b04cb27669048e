import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { SourceFiles } from './source-files.js'
import { UsageError } from './usage-error.js'
import { reasonOf } from './values.js'

/**
 * Loads the default export of a JavaScript or TypeScript module.
 *
 * @param files Gets the imported files, even if loading fails. If it is given, a changed module is loaded again.
 * @throws UsageError If it cannot be loaded.
 */
export async function loadModule(flag: string, file: string, files?: SourceFiles): Promise<unknown> {
  const url = pathToFileURL(path.resolve(file)).href
  try {
    if (files) return await (await import('./load-afresh.js')).loadAfresh(file, files)
    if (!/\.[cm]?ts$/.test(file)) return await ((await import(url)) as { default?: unknown }).default
    const { createJiti } = await import('jiti')
    return await createJiti(url).import(url, { default: true })
  } catch (error) {
    throw new UsageError(`${flag}: cannot load ${file}: ${reasonOf(error)}`)
  }
}
