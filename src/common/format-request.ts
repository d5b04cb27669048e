import { oneLine } from './text.js'

/** The members of a request that are shown. */
export interface ShownRequest {
  readonly time: number
  readonly method: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly status: number
  readonly durationMs: number
  readonly refusal: { readonly detail: string; readonly hint: string | undefined } | undefined
  readonly note: string | undefined
  readonly fault: string | undefined
}

interface RequestFormat {
  readonly color?: (text: string) => string
  readonly dim?: (text: string) => string
}

const plain = (text: string) => text

/** Such as `14:05:09`, in local time. */
function timeOfDay(time: number): string {
  return new Date(time).toTimeString().slice(0, 8)
}

function formatTarget({ path, query }: ShownRequest): string {
  const parameters = Object.entries(query).map(([name, value]) => `${name}=${value}`)
  return parameters.length === 0 ? path : `${path}?${parameters.join('&')}`
}

/** Formats an entry of the request log for a person. The hint of a refusal is on a separate line. */
export function formatRequest(
  entry: ShownRequest,
  { color = plain, dim = plain }: RequestFormat = {},
): string {
  const { time, method, status, durationMs, refusal, note, fault } = entry
  // An entry without a request only has a note: for example that idle sandboxes were removed.
  if (method === '-' && status === 0) return `${dim(timeOfDay(time))} ${oneLine(note ?? '')}`
  const reason = refusal?.detail ?? note ?? (fault && `fault: ${fault}`)
  const request = `${method} ${oneLine(formatTarget(entry))} ${color(status === 0 ? 'none' : String(status))} ${durationMs.toFixed(1)} ms`
  const line = `${dim(timeOfDay(time))} ${request}${reason === undefined ? '' : ` – ${oneLine(reason)}`}`
  return refusal?.hint === undefined ? line : `${line}\n${dim(`         ${oneLine(refusal.hint)}`)}`
}
