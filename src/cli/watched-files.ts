import { statSync, unwatchFile, watchFile } from 'node:fs'
import path from 'node:path'

/** Tells `--watch` that the options come from these files. Node tells it in the same form which modules it has loaded. */
export function reportFiles(files: readonly string[]): void {
  if (process.env['WATCH_REPORT_DEPENDENCIES'] === undefined) return
  process.send?.({ 'watch:require': files.map((file) => path.resolve(file)) })
}

function isEmpty(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.size === 0
}

const MS_BETWEEN_CHECKS = 100

/** Saving can take several steps. It is complete when no file has changed for this time: at least one check. */
const QUIET_MS = 1.5 * MS_BETWEEN_CHECKS

/** Some programs empty a file before they write it, so an empty file must not change for longer. */
const QUIET_MS_IF_EMPTY = 1000

/**
 * The files that options come from. Node compares their states again and again. Events of the file system differ between systems,
 * get lost when a file or a folder is replaced, and do not exist in some containers.
 */
export class WatchedFiles {
  readonly #watched = new Set<string>()
  readonly #read = new Set<string>()
  readonly #changed = new Set<string>()
  readonly #onChange: (changed: readonly string[]) => void
  #timer: NodeJS.Timeout | undefined

  /** @param onChange Called when files have changed and are complete. */
  constructor(onChange: (changed: readonly string[]) => void) {
    this.#onChange = onChange
  }

  /** Call this before the files are read. */
  startReading(): void {
    this.#read.clear()
  }

  /** Adds a file that is read. It may be absent. */
  add(file: string): void {
    this.#read.add(file)
    if (this.#watched.has(file)) return
    this.#watched.add(file)
    watchFile(file, { interval: MS_BETWEEN_CHECKS }, (now, before) => {
      // The first call for a file that does not exist has no change.
      if (now.nlink > 0 || before.nlink > 0) this.#waitForQuiet(file)
    })
  }

  /** Forgets the files that were not read this time. */
  forgetOthers(): void {
    for (const file of this.#watched) if (!this.#read.has(file)) this.#forget(file)
  }

  close(): void {
    clearTimeout(this.#timer)
    for (const file of this.#watched) this.#forget(file)
  }

  #forget(file: string): void {
    this.#watched.delete(file)
    unwatchFile(file)
  }

  #waitForQuiet(file: string): void {
    this.#changed.add(file)
    const changed = [...this.#changed]
    clearTimeout(this.#timer)
    this.#timer = setTimeout(
      () => {
        this.#changed.clear()
        this.#onChange(changed)
      },
      changed.some(isEmpty) ? QUIET_MS_IF_EMPTY : QUIET_MS,
    )
  }
}
