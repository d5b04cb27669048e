import { existsSync } from 'node:fs'
import { isPlainObject } from '../common/plain-object.js'
import { checkOptions, optionsSchema } from '../common/check-options.js'
import { InvalidOptionError } from '../common/errors.js'
import { extensionSchema } from '../mock/options.js'
import { checkServerOptions, type ServerOptions } from '../server/server-options.js'
import type { CommandApi } from './command-api.js'
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

/** The same flag, for a command that only needs to know what a team adds to the API. */
export const extensionFlag = {
  ...configFlag,
  help: 'take your own operations and collections (extend) from this file (default: conmock.config.{ts,js,mjs,json}, if it exists)',
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

/** Reads the configuration file. Returns its options, and what messages call it. */
async function load(given: string | undefined): Promise<{ readonly config: object; readonly place: string }> {
  // Also those that do not exist: `--watch` reads them when they appear.
  reportFiles(given === undefined ? names : [given])
  const file = find(given)
  if (file === undefined) return { config: {}, place: '' }
  const flag = given === undefined ? undefined : '--config'
  const place = `${getPrefix(flag)}${file}`
  const config = file.endsWith('.json') ? readJsonFile(file, flag) : await loadModule(file, flag)
  if (!isPlainObject(config)) {
    throw new UsageError(`${place} must contain an object with options (in a module: as its default export)`)
  }
  return { config, place }
}

/** Runs a function that uses options, and adds the name of their file to its errors. */
async function inPlace<Result>(place: string, run: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof InvalidOptionError) throw new UsageError(`${place}: ${error.message}`)
    throw inFile(place, error)
  }
}

const extendSchema = optionsSchema<Pick<Config, 'extend'>>({ extend: extensionSchema })

async function extendBy(commands: CommandApi, { extend }: Config): Promise<CommandApi> {
  checkOptions(extendSchema, { extend })
  return extend ? commands.extend(extend) : commands
}

/**
 * Reads the configuration file.
 *
 * @param given The value of `--config`. By default, the file in the current folder.
 * @returns Its options, and the API with what they add to it.
 * @throws UsageError If it cannot be read, or an option is invalid.
 */
export async function readConfig(
  commands: CommandApi,
  given: string | undefined,
): Promise<{ readonly config: Config; readonly commands: CommandApi }> {
  const { config, place } = await load(given)
  const misplaced = ['mock', 'onRequest'].find((name) => name in config)
  if (misplaced !== undefined) {
    throw new UsageError(
      `${place}: "${misplaced}" is only an option of startServer(), not of a configuration file`,
    )
  }
  return inPlace(place, async () => {
    const extended = await extendBy(commands, config)
    await checkServerOptions(extended.api, config)
    return { config, commands: extended }
  })
}

/** Returns the API with what the configuration file adds to it. Ignores its other options. @throws UsageError Like `readConfig`. */
export async function extendByConfig(commands: CommandApi, given: string | undefined): Promise<CommandApi> {
  const { config, place } = await load(given)
  return inPlace(place, () => extendBy(commands, config))
}
