import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { SetupProblem } from './problem.js'

/** Returns the file that a link leads to. Another file is returned unchanged. @throws Error If the link leads nowhere. */
function findTarget(file: string): string {
  return lstatSync(file, { throwIfNoEntry: false }) ? realpathSync(file) : file
}

/** Creates a folder and those above it. Node's own option for this never ends in /proc. */
function createFolder(folder: string): void {
  if (existsSync(folder)) return
  createFolder(path.dirname(folder))
  mkdirSync(folder)
}

/** Writes a temporary file beside a file, uses it, and removes it. */
function writeTemporary(file: string, text: string, use: (temporary: string) => void): void {
  const temporary = `${file}.${process.pid}.tmp`
  try {
    writeFileSync(temporary, text)
    use(temporary)
  } finally {
    rmSync(temporary, { force: true })
  }
}

/** Whether a function returns something, and does not throw. */
function isSuccessful(run: () => unknown): boolean {
  try {
    return Boolean(run())
  } catch {
    return false
  }
}

/**
 * Checks a file before the work whose result it gets, and creates its folder. Only an earlier result is overwritten.
 *
 * @param what What an earlier result is, for the message.
 * @param readResult Reads an earlier result. Returns `false` or throws if the text is something else.
 * @param shown The name of the file in messages.
 * @returns The file to write. For a link, it is the target.
 * @throws SetupProblem If the file cannot be written, or something else is there.
 */
export function checkOutput(
  file: string,
  what: string,
  readResult: (text: string) => unknown,
  shown = file,
): string {
  if (file === '') throw new SetupProblem('expected the name of a file')
  const refused = (reason: string) => new SetupProblem(`cannot write ${shown}: ${reason}`)
  try {
    createFolder(path.dirname(file))
    if (existsSync(file)) {
      // Reading a device or a pipe might never end.
      if (!statSync(file).isFile()) throw refused('it is not a regular file')
      const text = readFileSync(file, 'utf8')
      if (text.trim() !== '' && !isSuccessful(() => readResult(text)))
        throw refused(
          `it exists and is not ${what}, so it is not overwritten; use another file, or remove it`,
        )
    }
    const place = findTarget(file)
    // Only writing shows whether it is possible.
    writeTemporary(place, '', () => {})
    return place
  } catch (error) {
    throw error instanceof Error && 'code' in error ? refused(error.message) : error
  }
}

/** Writes a file as a whole: a reader never sees a part of it. @throws SetupProblem If it cannot be written. */
export function writeOutput(file: string, text: string, shown = file): void {
  try {
    const place = findTarget(file)
    writeTemporary(place, text, (temporary) => renameSync(temporary, place))
  } catch (error) {
    throw new SetupProblem(`cannot write ${shown}: ${(error as Error).message}`)
  }
}
