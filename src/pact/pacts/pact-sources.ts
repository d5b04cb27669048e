import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { readPact, type Pact } from './pact-file.js'
import { SetupProblem } from '../verification/problem.js'

async function kindOf(name: string): Promise<'file' | 'folder' | 'nothing'> {
  try {
    return (await stat(name)).isDirectory() ? 'folder' : 'file'
  } catch {
    return 'nothing'
  }
}

/** The files that a name stands for: itself, those of the folder, or those that the pattern matches. */
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
      `no pact found: ${kind === 'folder' ? `${name} holds no JSON file` : `nothing matches ${name}`}`,
    )
  }
  return files.toSorted()
}

async function parse(file: string, shown: string): Promise<unknown> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    throw new SetupProblem(`cannot read ${shown}: ${(error as Error).message}`)
  }
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    throw new SetupProblem(`${shown} is not JSON: ${(error as Error).message}`)
  }
}

/**
 * Reads the pacts that files, folders and patterns stand for, each once, in the order of their names.
 *
 * @throws SetupProblem When one of them stands for nothing, or a file is not a pact that can be verified.
 */
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

/**
 * The pacts of one provider.
 *
 * @param wanted Its name; may be left out where all pacts have the same.
 * @throws SetupProblem When none is of this provider, or no name tells which of several is meant.
 */
export function ofProvider(pacts: readonly Pact[], wanted: string | undefined): Pact[] {
  const names = [...new Set(pacts.map(({ provider }) => provider))]
  if (wanted === undefined) {
    if (names.length === 1) return [...pacts]
    throw new SetupProblem(
      `the pacts are of several providers (${names.map((name) => `"${name}"`).join(', ')}); name the one that is meant`,
    )
  }
  const found = pacts.filter(({ provider }) => provider === wanted)
  if (found.length > 0) return found
  throw new SetupProblem(
    `no pact found: none is of the provider "${wanted}", only of ${names.map((name) => `"${name}"`).join(', ')}`,
  )
}
