import { statSync } from 'node:fs'
import path from 'node:path'

/** Tells `--watch` that the options come from these files. Node tells it in the same form which modules it has loaded. */
export function reportFiles(files: readonly string[]): void {
  if (process.env['WATCH_REPORT_DEPENDENCIES'] === undefined) return
  process.send?.({ 'watch:require': files.map((file) => path.resolve(file)) })
}

/** Describes the state of a file. The description differs after each change. */
function stateOf(file: string): string {
  try {
    const { ino, size, mtimeNs, ctimeNs } = statSync(file, { bigint: true })
    return [ino, size, mtimeNs, ctimeNs].join(' ')
  } catch {
    return 'absent'
  }
}

/** The files that options come from, with their states before they were read. */
export class WatchedFiles {
  readonly #states = new Map<string, string>()
  readonly #read = new Set<string>()

  /** The absolute paths of the files. */
  get all(): string[] {
    return [...this.#states.keys()]
  }

  /** Call this before the files are read. */
  startReading(): void {
    this.#read.clear()
    for (const file of this.all) this.#states.set(file, stateOf(file))
  }

  /** Adds a file that is read. It may be absent. */
  add(file: string): void {
    this.#read.add(file)
    if (!this.#states.has(file)) this.#states.set(file, stateOf(file))
  }

  /** Forgets the files that were not read this time. */
  forgetOthers(): void {
    for (const file of this.all) if (!this.#read.has(file)) this.#states.delete(file)
  }

  /** Returns the files that have changed since they were read. */
  findChanged(): string[] {
    return this.all.filter((file) => stateOf(file) !== this.#states.get(file))
  }

  /** Describes the states of all files now. */
  describe(): string {
    return this.all.map(stateOf).join()
  }
}
