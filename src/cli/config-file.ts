import { existsSync } from 'node:fs'
import { isPlainObject } from '../common/plain-object.js'
import { InvalidOptionError } from '../common/errors.js'
import type { CompiledApi } from '../contract/compile.js'
import { checkServerOptions, type ServerOptions } from '../server/server-options.js'
import { loadModule } from './load-module.js'
import { inFile, getPrefix, UsageError } from './errors.js'
import { readJsonFile } from './values.js'
import { reportFiles } from './watched-files.js'

/** The options in a configuration file: those of `startServer`, except those that only code can set. */
export type Config = Omit<ServerOptions, 'mock' | 'onRequest'>

/** The flag for a configuration file that is found without it. */
export const configFlag = {
  value: '<file>',
  help: 'read options from this file (default: conmock.config.{ts,js,mjs,json}, if it exists)',
} as const

const names = ['conmock.config.ts', 'conmock.config.js', 'conmock.config.mjs', 'conmock.config.json']

/** Returns the file of the flag. Without the flag, returns the file in the current folder, or `undefined` if it has no such file. */
function find(given: string | undefined): string | undefined {
  if (given !== undefined) {
    if (existsSync(given)) return given
    throw new UsageError(`--config: ${given} does not exist`)
  }
  const found = names.filter((name) => existsSync(name))
  if (found.length <= 1) return found[0]
  throw new UsageError(
    `there are several configuration files: ${found.join(' and ')}; select one with --config`,
  )
}

/**
 * Reads the configuration file.
 *
 * @param given The value of `--config`. By default, the file in the current folder.
 * @throws UsageError If it cannot be read, or an option is invalid.
 */
export async function readConfig(api: CompiledApi, given: string | undefined): Promise<Config> {
  // Also those that do not exist: `--watch` reads them when they appear.
  reportFiles(given === undefined ? names : [given])
  const file = find(given)
  if (file === undefined) return {}
  const flag = given === undefined ? undefined : '--config'
  const place = `${getPrefix(flag)}${file}`
  const config = file.endsWith('.json') ? readJsonFile(file, flag) : await loadModule(file, flag)
  if (!isPlainObject(config)) {
    throw new UsageError(`${place} must contain an object with options (in a module: as its default export)`)
  }
  const misplaced = ['mock', 'onRequest'].find((name) => name in config)
  if (misplaced !== undefined) {
    throw new UsageError(
      `${place}: "${misplaced}" is only an option of startServer(), not of a configuration file`,
    )
  }
  try {
    await checkServerOptions(api, config)
  } catch (error) {
    if (error instanceof InvalidOptionError) throw new UsageError(`${place}: ${error.message}`)
    throw inFile(place, error)
  }
  return config
}
