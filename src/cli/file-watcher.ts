import { statSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { watch, type FSWatcher } from 'chokidar'
import type { WatchedFiles } from './watched-files.js'

/** Saving can take several steps. It is complete when no file has changed for this time. */
const QUIET_MS = 100

/** Some programs empty a file before they write it. An empty file is only read when it has not changed for this time. */
const QUIET_MS_OF_EMPTY = 1000

function isEmpty(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.size === 0
}

/** Waits until the files no longer change. */
async function waitUntilSettled(files: WatchedFiles): Promise<void> {
  let before = files.describe()
  let quiet = 0
  while (quiet < (files.findChanged().some(isEmpty) ? QUIET_MS_OF_EMPTY : QUIET_MS)) {
    await delay(QUIET_MS)
    const now = files.describe()
    quiet = now === before ? quiet + QUIET_MS : 0
    before = now
  }
}

/**
 * Watches the folders of files, so that files can be replaced, disappear and appear.
 *
 * @param onEvent Called when one of the files may have changed.
 */
function watchFolders(files: readonly string[], onEvent: () => void): FSWatcher {
  const watched = new Set(files)
  const folders = [...new Set(files.map((file) => path.dirname(file)))]
  return watch(folders, {
    ignoreInitial: true,
    // If a folder is absent, chokidar watches the folder above it.
    ignored: (entry) =>
      !watched.has(entry) &&
      !folders.some((folder) => `${folder}${path.sep}`.startsWith(path.join(entry, path.sep))),
  })
    .on('all', onEvent)
    .on('ready', onEvent)
}

/** What a `FileWatcher` calls. */
interface Callbacks {
  /** Called when files have changed. Must call `startReading` of the files. */
  readonly onChange: (changed: readonly string[]) => void
  /** Called if the system cannot watch the files. */
  readonly onError: (error: unknown) => void
}

/** Watches files, and reports when they have changed and are complete. */
export class FileWatcher {
  readonly #files: WatchedFiles
  readonly #callbacks: Callbacks
  #watcher: FSWatcher | undefined
  #isHinted = false
  #isBusy = false
  #isClosed = false

  constructor(files: WatchedFiles, callbacks: Callbacks) {
    this.#files = files
    this.#callbacks = callbacks
  }

  /** Watches the folders of all files. Call this again when files were added, or a folder may have been replaced. */
  watch(): void {
    if (this.#isClosed) return
    void this.#watcher?.close()
    // A new watcher calls `check`, too.
    this.#watcher = watchFolders(this.#files.all, () => void this.check()).on(
      'error',
      this.#callbacks.onError,
    )
  }

  close(): void {
    this.#isClosed = true
    void this.#watcher?.close()
  }

  /**
   * Reports changed files. An event is only a hint: this method compares the states of the files. chokidar can miss a file that
   * is created together with its folder, so the files are also checked some time after the last event.
   */
  async check(): Promise<void> {
    this.#isHinted = true
    if (this.#isBusy) return
    this.#isBusy = true
    while (this.#isHinted && !this.#isClosed) {
      this.#isHinted = false
      await waitUntilSettled(this.#files)
      const changed = this.#files.findChanged()
      if (changed.length > 0 && !this.#isClosed) this.#callbacks.onChange(changed)
    }
    this.#isBusy = false
  }
}
