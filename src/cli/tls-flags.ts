import type { ServerOptions } from '../server.js'
import { UsageError } from './errors.js'
import type { SourceFiles } from './source-files.js'
import { readFileOf } from './values.js'

/** The files with the certificate of the server. */
export interface TlsFlags {
  readonly tlsCert?: string
  readonly tlsKey?: string
}

/** @param files Gets both files, even if this function throws. */
export function tlsFrom({ tlsCert, tlsKey }: TlsFlags, files?: SourceFiles): Pick<ServerOptions, 'tls'> {
  if (tlsCert === undefined && tlsKey === undefined) return {}
  if (tlsCert === undefined) throw new UsageError('--tls-key needs --tls-cert FILE')
  if (tlsKey === undefined) throw new UsageError('--tls-cert needs --tls-key FILE')
  for (const file of [tlsCert, tlsKey]) files?.add(file)
  return { tls: { cert: readFileOf('--tls-cert', tlsCert), key: readFileOf('--tls-key', tlsKey) } }
}
