import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { parseExactly } from '../common/exact-json.js'
import { readPact, type Pact } from './pact-file.js'
import { SetupProblem } from '../common/problem.js'

async function kindOf(name: string): Promise<'file' | 'folder' | 'nothing'> {
  try {
    return (await stat(name)).isDirectory() ? 'folder' : 'file'
  } catch {
    return 'nothing'
  }
}

/** Finds the files of an argument: the file itself, the files in a folder, or the matches of a glob pattern. */
async function filesOf(name: string, cwd: string): Promise<string[]> {
  const absolute = path.resolve(cwd, name)
  const kind = await kindOf(absolute)
  if (kind === 'file') return [absolute]
  const { glob, isDynamicPattern } = await import('tinyglobby')
  if (kind === 'nothing' && !isDynamicPattern(name)) {
    throw new SetupProblem(`no pact found: ${name} does not exist`)
  }
  const files =
    kind === 'folder'
      ? await glob('**/*.json', {
          cwd: absolute,
          absolute: true,
          ignore: ['**/node_modules/**'],
          dot: true,
          caseSensitiveMatch: false,
        })
      : await glob(name.replaceAll(path.win32.sep, '/'), { cwd, absolute: true, expandDirectories: false })
  if (files.length === 0) {
    throw new SetupProblem(
      `no pact found: ${kind === 'folder' ? `${name} contains no JSON file` : `no file matches ${name}`}`,
    )
  }
  return files.toSorted()
}

/** Decodes a file. Windows editors may save UTF-16, which is not valid JSON. */
function decoded(bytes: Buffer, shown: string): string {
  const start = bytes.subarray(0, 2).toString('latin1')
  if (start === '\xFF\xFE' || start === '\xFE\xFF' || start.includes('\0')) {
    throw new SetupProblem(`${shown} is in UTF-16; save it as UTF-8`)
  }
  return bytes.toString('utf8').replace(/^\uFEFF/, '')
}

async function parse(file: string, shown: string): Promise<unknown> {
  let bytes: Buffer
  try {
    bytes = await readFile(file)
  } catch (error) {
    throw new SetupProblem(`cannot read ${shown}: ${(error as Error).message}`)
  }
  const text = decoded(bytes, shown)
  try {
    return parseExactly(text)
  } catch (error) {
    throw new SetupProblem(`${shown} is not JSON: ${(error as Error).message}`)
  }
}

/** @throws SetupProblem If an argument matches no file, or a file is not a pact that can be verified. */
export async function readPacts(names: readonly string[], cwd = process.cwd()): Promise<Pact[]> {
  const files = new Set<string>()
  for (const name of names) for (const file of await filesOf(name, cwd)) files.add(path.resolve(file))
  if (files.size === 0) throw new SetupProblem('no pact found: no file, folder or pattern was given')
  const pacts: Pact[] = []
  for (const [index, file] of [...files].entries()) {
    const relative = path.relative(cwd, file)
    const shown = relative.startsWith('..') ? file : relative
    pacts.push(readPact(await parse(file, shown), shown, `${index + 1}.`))
  }
  return pacts
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ')
}

/** @throws SetupProblem If there is no pact of this provider, or if there are several providers and no name. */
export function ofProvider(pacts: readonly Pact[], wanted: string | undefined) {
  const names = [...new Set(pacts.map(({ provider }) => provider))]
  if (wanted === undefined) {
    if (names.length === 1) return { pacts, notes: [] }
    throw new SetupProblem(
      `the pacts have several providers (${quoted(names)}); select one with "provider" (--provider)`,
    )
  }
  const found = pacts.filter(({ provider }) => provider === wanted)
  if (found.length === 0) {
    throw new SetupProblem(`no pact found for the provider "${wanted}"; the pacts are for ${quoted(names)}`)
  }
  const others = names.filter((name) => name !== wanted)
  const notes =
    others.length === 0
      ? []
      : [`left out: the pacts of ${quoted(others)}, because only "${wanted}" is verified`]
  return { pacts: found, notes }
}
