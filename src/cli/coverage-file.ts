import { closeSync, existsSync, mkdirSync, openSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { reasonOf, UsageError } from './errors.js'

/**
 * Checks that a coverage can be written to a file, so that a problem is reported at the start and not at the end. Creates
 * the file and its folder if they do not exist, because only this shows whether it can be written.
 *
 * @throws UsageError If it cannot be written, is not a regular file, or contains something else.
 */
export async function checkCoverageFile(file: string): Promise<void> {
  const { mayOverwrite } = await import('../coverage/coverage-file.js')
  const unwritable = (reason: string) => new UsageError(`--coverage: cannot write ${file}: ${reason}`)
  try {
    // Not recursive, because in /proc that would never end.
    if (!existsSync(path.dirname(file))) mkdirSync(path.dirname(file))
  } catch (error) {
    throw unwritable(reasonOf(error))
  }
  const stat = existsSync(file) ? statSync(file) : undefined
  if (stat?.isDirectory()) throw unwritable('it is a folder')
  // Opening a pipe would block the process until a reader opens it, and signals could not stop the process.
  if (stat && !stat.isFile()) throw unwritable('it is not a regular file')
  if (stat && !mayOverwrite(readFileSync(file, 'utf8'))) {
    throw new UsageError(
      `--coverage: ${file} exists and is not a coverage file, so it is not overwritten; use another file, or remove it`,
    )
  }
  try {
    closeSync(openSync(file, 'a'))
  } catch (error) {
    throw unwritable(reasonOf(error))
  }
}
