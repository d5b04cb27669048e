import { existsSync, statSync } from 'node:fs'
import { isPlainObject } from '../common/plain-object.js'
import { checkOptions, optionsSchema } from '../common/check-options.js'
import { InvalidOptionError } from '../common/errors.js'
import { didYouMean, preview } from '../common/text.js'
import { extensionSchema, isExtension } from '../mock/options.js'
import { checkServerOptions, type ServerOptions } from '../server/server-options.js'
import type { CommandApi } from './command-api.js'
import { loadExports, loadModule } from './load-module.js'
import { inFile, getPrefix, UsageError } from './errors.js'
import type { FlagsOf } from './flags.js'
import { readJsonFile } from './values.js'
import { reportFiles } from './watched-files.js'

/** The options in a configuration file: those of `startServer`, except those that only code can set. */
export type Config = Omit<ServerOptions, 'mock' | 'onRequest'>

const FLAG = '--extend'

/** The flag for a configuration file that is found without it. */
export const configFlag = {
  value: '<file>',
  help: 'read options from this file (default: conmock.config.{ts,js,mjs,json}, if it exists)',
} as const

export const extendFlag = {
  value: '<name|file>',
  parse(text: string, before: string | undefined) {
    if (before === undefined) return text
    throw new UsageError(
      `${FLAG}: give it once; to combine ${before} and ${text}, export one extension that adds to the other`,
    )
  },
  help: 'add operations and collections: "reported" for those the vendor of the real service documents, or a module that exports an extension (default: "extend" of the configuration file)',
} as const

/** The flags of a command that only needs to know what is added to the API. */
export const extensionFlags = {
  config: {
    ...configFlag,
    help: 'take your own operations and collections (extend) from this file (default: conmock.config.{ts,js,mjs,json}, if it exists)',
  },
  extend: extendFlag,
} as const

/** The values of the flags for the configuration file and for what is added to the API. */
type ConfigFlags = FlagsOf<typeof extensionFlags>

const fileNames = ['conmock.config.ts', 'conmock.config.js', 'conmock.config.mjs', 'conmock.config.json']

/** Returns the file of the flag. Without the flag, returns the file in the current folder, or `undefined` if it has no such file. */
function find(given: string | undefined): string | undefined {
  if (given !== undefined) {
    if (existsSync(given)) return given
    throw new UsageError(`--config: ${given} does not exist`)
  }
  const found = fileNames.filter((name) => existsSync(name))
  if (found.length <= 1) return found[0]
  throw new UsageError(
    `there are several configuration files: ${found.join(' and ')}; select one with --config`,
  )
}

/** Reads the configuration file. Returns its options, and what messages call it. */
async function load(given: string | undefined): Promise<{ readonly config: object; readonly place: string }> {
  // Also those that do not exist: `--watch` reads them when they appear.
  reportFiles(given === undefined ? fileNames : [given])
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

/** Returns the extension of the flag: one of the package, by its name, or that of a module. */
async function readExtension({ extensions = {} }: CommandApi, given: string): Promise<object> {
  const names = Object.keys(extensions)
  if (Object.hasOwn(extensions, given)) return extensions[given]!()
  if (!statSync(given, { throwIfNoEntry: false })?.isFile()) {
    const known = `${didYouMean(given, names)} The extensions of conmock are: ${names.join(', ')}`
    throw new UsageError(`${FLAG}: "${preview(given)}" is neither a file nor an extension of conmock${known}`)
  }
  const exports = Object(await loadExports(given, FLAG)) as { readonly [name: string]: unknown }
  if (isExtension(exports['default'])) return exports['default']
  const [only, ...others] = new Set(Object.values(exports).filter(isExtension))
  if (only !== undefined && others.length === 0) return only
  const what = only ? 'several extensions; make one the default export' : 'no extension from extendApi()'
  throw new UsageError(`${FLAG}: ${given} exports ${what}`)
}

/** Returns the options with the extension of the flag, and the API with what it adds. */
async function extendBy(commands: CommandApi, config: Config, given: string | undefined) {
  checkOptions(extendSchema, { extend: config.extend })
  const extend = given === undefined ? config.extend : await readExtension(commands, given)
  return {
    config: { ...config, ...(extend && { extend }) },
    commands: extend ? await commands.extend(extend) : commands,
  }
}

/**
 * Reads the configuration file.
 *
 * @param flags The file, by default one in the current folder, and what is added in place of its option `extend`.
 * @returns Its options, and the API with what they add to it.
 * @throws UsageError If it cannot be read, or an option is invalid.
 */
export async function readConfig(
  commands: CommandApi,
  flags: ConfigFlags,
): Promise<{ readonly config: Config; readonly commands: CommandApi }> {
  const { config, place } = await load(flags.config)
  const misplaced = ['mock', 'onRequest'].find((name) => name in config)
  if (misplaced !== undefined) {
    throw new UsageError(`${place}: remove "${misplaced}"; only startServer() has this option`)
  }
  return inPlace(place, async () => {
    const extended = await extendBy(commands, config, flags.extend)
    await checkServerOptions(extended.commands.api, extended.config)
    return extended
  })
}

/** Returns the API with what is added to it. Ignores the other options of the file. @throws UsageError Like `readConfig`. */
export async function extendByConfig(commands: CommandApi, flags: ConfigFlags): Promise<CommandApi> {
  const { config, place } = await load(flags.config)
  const extended = await inPlace(place, () => extendBy(commands, config, flags.extend))
  return extended.commands
}
