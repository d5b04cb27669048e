import { readFileSync, statSync } from 'node:fs'
import { UsageError } from './usage-error.js'
import { checkFolderOf } from './values.js'

/** Whether the text of a file is a ledger. An empty file is nothing that could be lost. */
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
 * Checks that a ledger may be written to a file: before the work, and not after it.
 *
 * @throws UsageError If it is a folder, if there is no folder for it, and if it holds anything but a ledger.
 */
export async function checkLedgerFile(file: string): Promise<void> {
  checkFolderOf('--ledger', file)
  const stat = statSync(file, { throwIfNoEntry: false })
  if (stat?.isDirectory()) throw new UsageError(`--ledger: cannot write ${file}: it is a folder`)
  if (!stat?.isFile()) return
  if (await isLedger(readFileSync(file, 'utf8'))) return
  throw new UsageError(
    `--ledger: ${file} exists and is no ledger, so it is not overwritten; name another file, or remove it`,
  )
}
