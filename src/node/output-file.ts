import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { SetupProblem } from '../common/errors.js'

/** Creates a folder and those above it. Node's own option for this never ends in /proc. */
function createFolder(folder: string): void {
  if (existsSync(folder)) return
  createFolder(path.dirname(folder))
  mkdirSync(folder)
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
 * @throws SetupProblem If the file cannot be written, or something else is there.
 */
export function checkOutput(
  file: string,
  what: string,
  readResult: (text: string) => unknown,
  shown = file,
): void {
  if (file === '') throw new SetupProblem('expected the name of a file')
  const refused = (reason: string) => new SetupProblem(`cannot write ${shown}: ${reason}`)
  try {
    createFolder(path.dirname(file))
    const isNew = !existsSync(file)
    if (!isNew) {
      // Reading a device or a pipe might never end.
      if (!statSync(file).isFile()) throw refused('it is not a regular file')
      const text = readFileSync(file, 'utf8')
      if (text.trim() !== '' && !isSuccessful(() => readResult(text)))
        throw refused(
          `it exists and is not ${what}, so it is not overwritten; use another file, or remove it`,
        )
    }
    // Only opening it shows whether it can be written. A link that leads nowhere cannot.
    closeSync(openSync(file, isNew ? 'wx' : 'r+'))
    if (isNew) rmSync(file)
  } catch (error) {
    throw error instanceof Error && 'code' in error ? refused(error.message) : error
  }
}

/** @throws SetupProblem If the file cannot be written. */
export function writeOutput(file: string, text: string, shown = file): void {
  try {
    writeFileSync(file, text)
  } catch (error) {
    throw new SetupProblem(`cannot write ${shown}: ${(error as Error).message}`)
  }
}
