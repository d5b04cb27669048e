import type { Refusal } from '../contract/operation.js'
import type { Settings } from '../contract/assumption.js'
import type { Answer, CoverageKeys } from './answer.js'

interface StatusText {
  readonly title: string
  /** The key of the error in an envelope. */
  readonly kind: string
}

const statuses: Readonly<Record<number, StatusText>> = {
  400: { title: 'Bad Request', kind: 'validation' },
  401: { title: 'Unauthorized', kind: 'authentication' },
  403: { title: 'Forbidden', kind: 'access' },
  404: { title: 'Not Found', kind: 'resource' },
  405: { title: 'Method Not Allowed', kind: 'usage' },
  409: { title: 'Conflict', kind: 'validation' },
  410: { title: 'Gone', kind: 'resource' },
  412: { title: 'Precondition Failed', kind: 'validation' },
  413: { title: 'Content Too Large', kind: 'validation' },
  415: { title: 'Unsupported Media Type', kind: 'validation' },
  422: { title: 'Unprocessable Content', kind: 'validation' },
  423: { title: 'Locked', kind: 'validation' },
  429: { title: 'Too Many Requests', kind: 'rateLimit' },
  500: { title: 'Internal Server Error', kind: 'internal' },
  501: { title: 'Not Implemented', kind: 'server' },
  502: { title: 'Bad Gateway', kind: 'server' },
  503: { title: 'Service Unavailable', kind: 'server' },
  504: { title: 'Gateway Timeout', kind: 'server' },
}

/** Faults may have a status without a text. It gets that of its class (RFC 9110 §15). */
function formatText(status: number): StatusText {
  return statuses[status] ?? { ...statuses[status < 500 ? 400 : 500]!, title: `Status ${status}` }
}

function problem({ status, detail, hint, code, assumption, members }: Refusal): string {
  return JSON.stringify({
    type: 'about:blank',
    title: formatText(status).title,
    status,
    detail,
    hint,
    code,
    assumption,
    ...members,
  })
}

function envelope({
  status,
  detail,
  members,
  reportedMessage: message = detail,
  envelope: own = {},
}: Refusal): string {
  const required = members?.['requiredScope']
  const error = {
    code: own.code ?? (status === 401 ? status : undefined),
    message,
    permissions: status === 403 && required !== undefined ? [required] : undefined,
  }
  return JSON.stringify({ errors: { [own.kind ?? formatText(status).kind]: error } })
}

/** Sets the status that the assumption of a refusal defines. Only a status up to 401 keeps the headers of the refusal. */
function withAssumedStatus(refusal: Refusal, settings: Settings): Refusal {
  const status = refusal.assumption && Number(settings[refusal.assumption])
  if (!status || status === refusal.status) return refusal
  const { headers, ...rest } = refusal
  const other = { ...rest, status }
  return headers && status <= 401 ? { ...other, headers } : other
}

/** Writes the response to a refused request in the form that the assumptions define. */
export function writeRefusal(
  keys: CoverageKeys,
  reason: Refusal,
  settings: Settings,
  endpoint?: string,
): Answer {
  const refusal = withAssumedStatus(reason, settings)
  const { status, headers, code, assumption, detail, hint, caller } = refusal
  const format = settings['errors.body']
  const assumed: string[] = [
    ...(assumption === undefined ? [] : [assumption]),
    ...(refusal.assumed ?? []),
    'errors.body',
    ...(format === 'empty' ? [] : ['errors.contentType']),
  ]
  const coverageKey = keys.find(settings, endpoint, status, { code, assumed })
  const summary = { status, refusal: refusal.logged ?? detail, hint, coverageKey, ...(caller && { caller }) }
  if (format === 'empty') return { ...summary, headers: { ...headers, ...coverageKey.headers }, body: null }
  return {
    ...summary,
    headers: { 'content-type': String(settings['errors.contentType']), ...headers, ...coverageKey.headers },
    body: format === 'envelope' ? envelope(refusal) : problem(refusal),
  }
}
