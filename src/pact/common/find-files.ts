import { stat } from 'node:fs/promises'
import path from 'node:path'
import { SetupProblem } from './problem.js'

async function kindOf(name: string): Promise<'file' | 'folder' | 'nothing'> {
  try {
    return (await stat(name)).isDirectory() ? 'folder' : 'file'
  } catch {
    return 'nothing'
  }
}

/** Finds the files of an argument: the file itself, the files in a folder, or the matches of a glob pattern. */
async function filesOf(name: string, what: string, cwd: string): Promise<string[]> {
  const absolute = path.resolve(cwd, name)
  const kind = await kindOf(absolute)
  if (kind === 'file') return [absolute]
  const { glob, isDynamicPattern } = await import('tinyglobby')
  if (kind === 'nothing' && !isDynamicPattern(name)) {
    throw new SetupProblem(`no ${what} found: ${name} does not exist`)
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
      `no ${what} found: ${kind === 'folder' ? `${name} contains no JSON file` : `no file matches ${name}`}`,
    )
  }
  return files.toSorted()
}

/** A file, and how messages name it. */
interface FoundFile {
  readonly file: string
  readonly shown: string
}

/**
 * Finds the files of arguments, each of them once.
 *
 * @param what What the files contain, for messages.
 * @throws SetupProblem If an argument matches no file.
 */
export async function findFiles(
  names: readonly string[],
  what: string,
  cwd = process.cwd(),
): Promise<FoundFile[]> {
  const files = new Set<string>()
  for (const name of names) for (const file of await filesOf(name, what, cwd)) files.add(path.resolve(file))
  if (files.size === 0) throw new SetupProblem(`no ${what} found: no file, folder or pattern was given`)
  return Array.from(files, (file) => {
    const relative = path.relative(cwd, file)
    return { file, shown: relative.startsWith('..') ? file : relative }
  })
}
