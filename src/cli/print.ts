import picocolors from 'picocolors'
import { formatRequest } from '../common/format-request.js'
import { shellWord } from '../common/text.js'
import { version } from '../common/version.js'
import { getInternals } from '../mock/mock-internals.js'
import type { RequestEntry } from '../mock/request-entry.js'
import type { ServerOptions } from '../server/server-options.js'
import type { RunningServer } from '../server/start-server.js'
import type { CommandApi } from './command-api.js'

/** The output of the command line. */
export interface Output {
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  /** Ends the process after a second, even if a reader has not read all output. */
  readonly endSoon?: () => void
}

/** Escapes control characters, which a terminal would execute. */
function toJson(value: unknown, indent = 0): string {
  return JSON.stringify(value, null, indent).replaceAll(
    /[\u007F-\u009F\u00AD\u061C\u200B-\u200F\u2028-\u202E\u2060-\u2069\uFEFF]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** Formats a value as indented JSON. */
export function formatJson(value: unknown): string {
  return `${toJson(value, 2)}\n`
}

/** Runs a function and sends everything it prints to stderr, so that stdout only has the result. */
export async function redirectStdoutToStderr<Result>(run: () => Promise<Result>): Promise<Result> {
  const { stdout, stderr } = process
  const write = stdout.write.bind(stdout)
  stdout.write = stderr.write.bind(stderr)
  try {
    return await run()
  } finally {
    stdout.write = write
  }
}

/** The colors of results. */
export const colors = { good: picocolors.green, bad: picocolors.red, doubtful: picocolors.yellow }

/** Returns the tokens that every mock has. Tokens of the user may be real, so they are not printed. */
function builtIn({ mock }: RunningServer): Record<string, readonly string[]> {
  const shown = mock.tokens.all.filter(({ origin }) => origin === 'built-in')
  return Object.fromEntries(shown.map(({ token, scopes }) => [token, scopes]))
}

/** The first line of `--json`. */
export function listeningEvent({ summarize }: CommandApi, server: RunningServer): string {
  return toJson({
    event: 'listening',
    url: server.url,
    dashboard: server.dashboard,
    tokens: builtIn(server),
    ...summarize(server.mock),
  })
}

function remark(token: string): string {
  return token === 'mock-expired' ? ' (expired)' : ''
}

/** Returns a line with the URL of the dashboard, or with the reason why it is off. Returns none if the user has turned it off. */
function dashboardLines({ dashboard }: RunningServer, { admin }: ServerOptions): string[] {
  if (dashboard !== undefined) return [`Dashboard  ${dashboard}`]
  if (admin === false) return []
  return ['Dashboard  off, because other machines can reach the server; turn it on with --admin-token TOKEN']
}

/** Formats the text that a person reads when the server starts. */
export function banner(server: RunningServer, options: ServerOptions): string {
  const tokens = Object.entries(builtIn(server))
  const width = Math.max(...tokens.map(([token]) => token.length))
  const sandbox = options.sandboxes === 'required' ? '/~default' : ''
  const curl = (path: string) =>
    `  curl -H 'Authorization: Bearer mock-all-scopes' ${shellWord(server.url + sandbox + path)}`
  const { api, records } = getInternals(server.mock)
  const paths = api.examplePaths((kind) => records[kind]!.page({ limit: 1 }).records[0])
  const { tokenEndpoint } = api
  const custom = server.mock.tokens.all.filter(({ origin }) => origin === 'custom').length
  return [
    `conmock ${version} listens on ${picocolors.bold(server.url)}`,
    ...dashboardLines(server, options),
    '',
    'Tokens',
    ...tokens.map(
      ([token, scopes]) => `  ${token.padEnd(width)}  ${scopes.join(' ') || '(no scopes)'}${remark(token)}`,
    ),
    ...(custom > 0 ? [`  custom tokens: ${custom}`] : []),
    ...(tokenEndpoint && server.mock.settings['token.endpoint'] === 'on'
      ? [
          `  more from POST ${tokenEndpoint.path}, for the client ${tokenEndpoint.client.id} with the secret ${tokenEndpoint.client.secret}`,
        ]
      : []),
    '',
    'Try',
    ...paths.map(curl),
    '',
    'Stop with Ctrl+C.',
    '',
  ].join('\n')
}

/** The report that a server has started again. */
export const RELOADED = 'Reloaded. Records, tokens and faults that were added since the start are gone.'

/** Formats this report for a program, with the changed files and the URL, which may be another one. */
export function reloadedEvent(files: readonly string[], url: string): string {
  return toJson({ event: 'reloaded', files, url })
}

/** Formats a request for a person. The hint of a refusal is on a separate line. */
export function requestLine(entry: RequestEntry): string {
  const { status } = entry
  const color = status >= 500 ? picocolors.red : status >= 400 ? picocolors.yellow : picocolors.green
  // Of many tests that run in parallel, each has its own.
  const start = entry.sandbox === 'default' || entry.path === '-' ? '' : `/~${entry.sandbox}`
  return formatRequest({ ...entry, path: start + entry.path }, { color, dim: picocolors.dim })
}

/** Formats a request for a program: an entry of the request log, with the time as ISO 8601. */
export function requestEvent(entry: RequestEntry): string {
  const { time, durationMs } = entry
  return toJson({
    event: 'request',
    ...entry,
    time: new Date(time).toISOString(),
    durationMs: Number(durationMs.toFixed(3)),
  })
}
