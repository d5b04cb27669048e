import { statSync } from 'node:fs'
import path from 'node:path'
import { SetupProblem } from '../common/errors.js'

/** A file, and how messages name it. */
interface FoundFile {
  readonly file: string
  readonly shown: string
}

/**
 * Finds the files of arguments, each of them once: a file itself, the JSON files in a folder, or the matches of a glob pattern.
 *
 * @param what What the files contain, for messages.
 * @throws SetupProblem If an argument matches no file.
 */
export async function findFiles(names: readonly string[], what: string): Promise<FoundFile[]> {
  const { glob } = await import('tinyglobby')
  const files = new Set<string>()
  for (const name of names) {
    const place = path.resolve(name)
    const stat = statSync(place, { throwIfNoEntry: false })
    const pattern = stat ? '**/*.json' : name.replaceAll(path.win32.sep, '/')
    const options = { cwd: stat ? place : process.cwd(), absolute: true, ignore: ['**/node_modules/**'] }
    const found = stat && !stat.isDirectory() ? [place] : await glob(pattern, { ...options, dot: true })
    if (found.length === 0) {
      const why = stat ? `${name} contains no JSON file` : `no file matches ${name}`
      throw new SetupProblem(`no ${what} found: ${why}`)
    }
    for (const file of found.toSorted()) files.add(path.resolve(file))
  }
  if (files.size === 0) throw new SetupProblem(`no ${what} found: no file, folder or pattern was given`)
  return Array.from(files, (file) => {
    const relative = path.relative('', file)
    return { file, shown: relative.startsWith('..') ? file : relative }
  })
}
