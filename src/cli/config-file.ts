import { existsSync } from 'node:fs'
import { checkServerOptions, DataError, InvalidOptionError, type ServerOptions } from '../server.js'
import { loadModule } from './load-module.js'
import { UsageError } from './usage-error.js'
import { readJsonFile } from './values.js'

/** What a configuration file may hold: what `startServer` takes, but what only code can give. */
export type Config = Omit<ServerOptions, 'mock' | 'onRequest'>

const names = ['conmock.config.ts', 'conmock.config.js', 'conmock.config.mjs', 'conmock.config.json']

/** The file that a flag names, or the one that lies in the folder; nothing when there is none. */
function find(given: string | undefined): string | undefined {
  if (given !== undefined) {
    if (existsSync(given)) return given
    throw new UsageError(`--config: ${given} does not exist`)
  }
  const found = names.filter((name) => existsSync(name))
  if (found.length <= 1) return found[0]
  throw new UsageError(`there are ${found.join(' and ')}; name the one that is meant by --config`)
}

async function load(file: string): Promise<unknown> {
  return file.endsWith('.json') ? readJsonFile('--config', file) : loadModule('--config', file)
}

/**
 * Reads the configuration file.
 *
 * @param given The file that a flag names; else one is looked for in the folder that the command runs in.
 * @throws UsageError When it cannot be read, or holds no options. What is wrong with an option is found by its user.
 */
export async function readConfig(given: string | undefined): Promise<Config> {
  const file = find(given)
  if (file === undefined) return {}
  const config = await load(file)
  if (typeof config !== 'object' || config === null || Array.isArray(config)) {
    throw new UsageError(
      `--config: ${file} must hold an object with options, as its default export where it is code`,
    )
  }
  const misplaced = ['mock', 'onRequest'].find((name) => name in config)
  if (misplaced !== undefined) {
    throw new UsageError(
      `--config: ${file}: "${misplaced}" is for code, and no option of a configuration file`,
    )
  }
  try {
    await checkServerOptions(config)
  } catch (error) {
    if (error instanceof InvalidOptionError) throw new UsageError(`--config: ${file}: ${error.message}`)
    if (!(error instanceof DataError)) throw error
    throw new UsageError(
      error.problems.map(({ path: place, reason }) => `--config: ${file}: ${place}: ${reason}`),
    )
  }
  return config
}
