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

/** The files that options come from. */
export class SourceFiles {
  readonly #states = new Map<string, string>()
  /** The states before reading, so that a change while the files are read is not missed. */
  readonly #before: ReadonlyMap<string, string>

  /** @param expected The files that the options have come from so far. */
  constructor(expected: readonly string[] = []) {
    this.#before = new Map(expected.map((file) => [file, stateOf(file)]))
  }

  /** Adds a file, unless it was added before. The file may be absent. */
  add(file: string): void {
    const absolute = path.resolve(file)
    if (this.#states.has(absolute)) return
    this.#states.set(absolute, this.#before.get(absolute) ?? stateOf(absolute))
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
