import { statSync } from 'node:fs'
import path from 'node:path'

/** Describes the state of a file. The description differs after each change. */
function stateOf(file: string): string {
  try {
    const { ino, size, mtimeNs, ctimeNs } = statSync(file, { bigint: true })
    return [ino, size, mtimeNs, ctimeNs].join(' ')
  } catch {
    return 'absent'
  }
}

/** The files that options come from. Each is added before it is read, so that no later change is missed. */
export class SourceFiles {
  readonly #states = new Map<string, string>()

  /** Adds a file, unless it was added before. The file may be absent. */
  add(file: string): void {
    const absolute = path.resolve(file)
    if (!this.#states.has(absolute)) this.#states.set(absolute, stateOf(absolute))
  }

  /** The absolute paths of the files. */
  get all(): string[] {
    return [...this.#states.keys()]
  }

  /** Returns the files that have changed since they were added. */
  findChanged(): string[] {
    return this.all.filter((file) => stateOf(file) !== this.#states.get(file))
  }
}
