import type { ServerOptions } from '../server.js'
import { formatError, problemsOf } from './errors.js'
import { FileWatcher } from './file-watcher.js'
import { SourceFiles } from './source-files.js'

/** Options that need a restart of the server. A new certificate does not, but to turn `tls` on or off does. */
const fixed = ['host', 'port', 'cors', 'admin', 'sandboxes', 'tls'] as const

function valueOf(options: ServerOptions, name: (typeof fixed)[number]): unknown {
  return name === 'tls' ? options.tls !== undefined : options[name]
}

/** Returns a sentence about changed options that need a restart, or an empty text. */
function restartNotice(started: ServerOptions, now: ServerOptions): string {
  const names = fixed.filter(
    (name) => JSON.stringify(valueOf(started, name)) !== JSON.stringify(valueOf(now, name)),
  )
  if (names.length === 0) return ''
  return `Restart conmock to apply ${names.map((name) => `"${name}"`).join(' and ')}. All other changes are applied.`
}

/** A server whose options come from files. */
interface Watched {
  /** The options that the server was started with. */
  readonly options: ServerOptions
  /** The files that these options come from. */
  readonly files: SourceFiles
  /** Reads the options again. Adds all files that they come from, also if it throws. */
  readonly read: (files: SourceFiles) => Promise<ServerOptions>
  /** Replaces the options of the server. If it throws, it must not have changed anything. */
  readonly apply: (options: ServerOptions) => Promise<void>
  /** Reports the files that have changed, after the server has started again. */
  readonly onReload: (files: readonly string[]) => void
  /** Prints a problem. */
  readonly err: (text: string) => void
}

/** Applies the options again whenever one of their files has changed. Invalid files change nothing. */
export function watchOptions({ options, files, read, apply, onReload, err }: Watched): FileWatcher {
  /** The changed files that are not applied yet. */
  const pending = new Set<string>()
  let lastNotice = ''
  let current = files

  function reportFixed(next: ServerOptions): void {
    const notice = restartNotice(options, next)
    if (notice !== '' && notice !== lastNotice) err(formatError([notice]))
    lastNotice = notice
  }

  async function reload(changed: readonly string[]): Promise<SourceFiles> {
    for (const file of changed) pending.add(file)
    const found = new SourceFiles(current.all)
    try {
      const next = await read(found)
      await apply(next)
      reportFixed(next)
      onReload([...pending])
      pending.clear()
    } catch (error) {
      // The read may have stopped before it reached all files.
      for (const file of current.all) found.add(file)
      const [first = '', ...others] = problemsOf(error)
      const more = others.length === 0 ? '' : ` (and ${others.length} more)`
      err(formatError([`${first.trim()}${more}; still serving the last valid options`]))
    }
    current = found
    return found
  }

  return new FileWatcher(files, {
    reload,
    onError: (error) => err(formatError([`--watch: cannot watch the files: ${problemsOf(error).join(' ')}`])),
  })
}
