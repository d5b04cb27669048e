import { statSync } from 'node:fs'
import path from 'node:path'

/** Tells `--watch` that the options come from these files. Node tells it in the same form which modules it has loaded. */
export function reportFiles(files: readonly string[]): void {
  if (process.env['WATCH_REPORT_DEPENDENCIES'] === undefined) return
  process.send?.({ 'watch:require': files.map((file) => path.resolve(file)) })
}

/** Describes the state of a file. The description differs after each change. */
function readState(file: string): string {
  try {
    const { ino, size, mtimeNs, ctimeNs } = statSync(file, { bigint: true })
    return [ino, size, mtimeNs, ctimeNs].join(' ')
  } catch {
    return 'absent'
  }
}

function isEmpty(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.size === 0
}

const MS_BETWEEN_CHECKS = 100

/** Saving can take several steps. It is complete when no file has changed for this number of checks. */
const QUIET_CHECKS = 1

/** Some programs empty a file before they write it, so an empty file must not change for longer. */
const QUIET_CHECKS_IF_EMPTY = 10

/**
 * The files that options come from, with their states before they were read. The states are compared again and again. Events of
 * the file system differ between systems, get lost when a file or a folder is replaced, and do not exist in some containers.
 */
export class WatchedFiles {
  readonly #states = new Map<string, string>()
  readonly #onChange: (changed: readonly string[]) => void
  #timer: NodeJS.Timeout | undefined
  /** The changed files at the last check, with their states. */
  #seen = ''
  #quietChecks = 0

  /** @param onChange Called when files have changed and are complete. Must call `startReading`. */
  constructor(onChange: (changed: readonly string[]) => void) {
    this.#onChange = onChange
    this.#timer = setTimeout(() => this.#check(), MS_BETWEEN_CHECKS)
  }

  /** Call this before the files are read. */
  startReading(): void {
    for (const file of this.#states.keys()) this.#states.set(file, readState(file))
  }

  /** Adds a file that is read. It may be absent. */
  add(file: string): void {
    if (!this.#states.has(file)) this.#states.set(file, readState(file))
  }

  /**
   * Call this after the files were read. Returns whether all of them are as at `startReading`. A file that has changed may have
   * been read while it was incomplete. So `onChange` is called for it, even if it changes back.
   */
  endReading(): boolean {
    const changed = this.#findChanged()
    for (const file of changed) this.#states.set(file, 'changed')
    return changed.length === 0
  }

  close(): void {
    clearTimeout(this.#timer)
  }

  #findChanged(): string[] {
    return Array.from(this.#states).flatMap(([file, state]) => (readState(file) === state ? [] : [file]))
  }

  #check(): void {
    const changed = this.#findChanged()
    const seen = changed.map((file) => `${file} ${readState(file)}`).join('\n')
    this.#quietChecks = seen === this.#seen ? this.#quietChecks + 1 : 0
    this.#seen = seen
    const needed = changed.some(isEmpty) ? QUIET_CHECKS_IF_EMPTY : QUIET_CHECKS
    if (changed.length > 0 && this.#quietChecks >= needed) this.#onChange(changed)
    this.#timer = setTimeout(() => this.#check(), MS_BETWEEN_CHECKS)
  }
}
