import { closeSync, openSync, readFileSync, statSync } from 'node:fs'
import { UsageError } from './usage-error.js'
import { checkFolderOf, reasonOf } from './values.js'

/** Whether the text of a file is a ledger. An empty file may be overwritten, too. */
async function isLedger(text: string): Promise<boolean> {
  if (text.trim() === '') return true
  const { readLedger } = await import('../index.js')
  try {
    readLedger(JSON.parse(text), '')
    return true
  } catch {
    return false
  }
}

/**
 * Checks that a ledger may be written to a file: before the work, and not after it. Creates the file if there is none,
 * because only that shows whether it can be written.
 *
 * @throws UsageError If it cannot be written, if it is not a regular file, and if it holds anything but a ledger.
 */
export async function checkLedgerFile(file: string): Promise<void> {
  checkFolderOf('--ledger', file)
  const unwritable = (reason: string) => new UsageError(`--ledger: cannot write ${file}: ${reason}`)
  const stat = statSync(file, { throwIfNoEntry: false })
  if (stat?.isDirectory()) throw unwritable('it is a folder')
  // Opening a pipe waits for a reader, and signals wait for that.
  if (stat && !stat.isFile()) throw unwritable('it is not a regular file')
  if (stat && !(await isLedger(readFileSync(file, 'utf8')))) {
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
