import { readFileSync, statSync } from 'node:fs'
import { UsageError } from './usage-error.js'
import { checkFolderOf } from './values.js'

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
 * Checks at the start that a ledger can be written to a file.
 *
 * @throws UsageError If the file is a folder, its folder does not exist, or it contains something other than a ledger.
 */
export async function checkLedgerFile(file: string): Promise<void> {
  checkFolderOf('--ledger', file)
  const stat = statSync(file, { throwIfNoEntry: false })
  if (stat?.isDirectory()) throw new UsageError(`--ledger: cannot write ${file}: it is a folder`)
  if (!stat?.isFile()) return
  if (await isLedger(readFileSync(file, 'utf8'))) return
  throw new UsageError(
    `--ledger: ${file} exists and is not a ledger, so it is not overwritten; use another file, or remove it`,
  )
}
