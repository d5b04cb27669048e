import { closeSync, openSync, readFileSync, statSync } from 'node:fs'
import { mayOverwrite } from '../common/may-overwrite.js'
import { UsageError } from './usage-error.js'
import { checkFolderOf, reasonOf } from './values.js'

/** Whether a file may be overwritten: it is a ledger, or empty. */
async function isOverwritable(file: string): Promise<boolean> {
  const { readLedger } = await import('../index.js')
  return mayOverwrite(readFileSync(file, 'utf8'), (json) => readLedger(json, file))
}

/**
 * Checks that a ledger can be written to a file, so that a problem is reported at the start and not at the end. Creates the
 * file if it does not exist, because only this shows whether it can be written.
 *
 * @throws UsageError If it cannot be written, is not a regular file, or contains something other than a ledger.
 */
export async function checkLedgerFile(file: string): Promise<void> {
  checkFolderOf('--ledger', file)
  const unwritable = (reason: string) => new UsageError(`--ledger: cannot write ${file}: ${reason}`)
  const stat = statSync(file, { throwIfNoEntry: false })
  if (stat?.isDirectory()) throw unwritable('it is a folder')
  // Opening a pipe would block the process until a reader opens it, and signals could not stop the process.
  if (stat && !stat.isFile()) throw unwritable('it is not a regular file')
  if (stat && !(await isOverwritable(file))) {
    throw new UsageError(
      `--ledger: ${file} exists and is not a ledger, so it is not overwritten; use another file, or remove it`,
    )
  }
  try {
    closeSync(openSync(file, 'a'))
  } catch (error) {
    throw unwritable(reasonOf(error))
  }
}
