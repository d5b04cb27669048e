import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { watch, type FSWatcher } from 'chokidar'
import { SourceFiles } from './source-files.js'

/** Saving can take several steps. It is complete when no file has changed for this time. */
const QUIET_MS = 100

/** Waits until the files no longer change. */
async function waitUntilSettled(files: readonly string[]): Promise<void> {
  const current = new SourceFiles()
  for (const file of files) current.add(file)
  await delay(QUIET_MS)
  if (current.findChanged().length > 0) await waitUntilSettled(files)
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
  /** Reads the files again, and returns the files to watch from then on. Must not throw. */
  readonly reload: (changed: readonly string[]) => Promise<SourceFiles>
  /** Called if the system cannot watch the files. */
  readonly onError: (error: unknown) => void
}

/** Watches files, and reloads when one of them has changed: one reload at a time. */
export class FileWatcher {
  readonly #callbacks: Callbacks
  #files: SourceFiles
  #watcher: FSWatcher
  #isHinted = false
  #isBusy = false
  #isClosed = false

  constructor(files: SourceFiles, callbacks: Callbacks) {
    this.#callbacks = callbacks
    this.#files = files
    this.#watcher = this.#watch()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#watcher.close()
  }

  #watch(): FSWatcher {
    return watchFolders(this.#files.all, () => void this.#check()).on('error', this.#callbacks.onError)
  }

  /**
   * Reloads if a file has changed. An event is only a hint: this method compares the states of the files. chokidar can miss
   * a file that is created together with its folder, so the files are also checked some time after the last event.
   */
  async #check(): Promise<void> {
    this.#isHinted = true
    if (this.#isBusy) return
    this.#isBusy = true
    while (this.#isHinted && !this.#isClosed) {
      this.#isHinted = false
      await waitUntilSettled(this.#files.all)
      const changed = this.#files.findChanged()
      if (changed.length > 0) await this.#reload(changed)
    }
    this.#isBusy = false
  }

  async #reload(changed: readonly string[]): Promise<void> {
    this.#files = await this.#callbacks.reload(changed)
    // The new options may come from other folders, or a folder was replaced. A new watcher starts with a hint.
    await this.#watcher.close()
    if (!this.#isClosed) this.#watcher = this.#watch()
  }
}
