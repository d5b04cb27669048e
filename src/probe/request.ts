import { version } from '../common/version.js'
import { isPlainObject } from '../common/plain-object.js'
import { readBody } from '../mock/mock-request.js'

/** A response. Its contents are only compared, and never written to a report. */
export interface SeenResponse {
  readonly status: number
  /** In lower case and without parameters. Empty if the response has no `Content-Type`. */
  readonly mediaType: string
  /** `other`: a body that is not JSON, or whose media type is not JSON. */
  readonly form: 'json' | 'empty' | 'other'
  readonly json: unknown
  readonly text: string
}

/** A response, or the reason why none arrived. */
export type Seen = SeenResponse | { readonly failure: string }

/** Sends a request, for example `fetch`. */
export type Transport = (request: Request) => Promise<Response>

/** Maximum length of a body. It is larger than the largest page of the mock. */
const MAX_BYTES = 5_000_000

function parse(text: string): { readonly json: unknown } | undefined {
  try {
    return { json: JSON.parse(text) as unknown }
  } catch {
    return undefined
  }
}

/** Describes an error without any text of the service. */
function describeFailure(error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError') return 'no complete response in time'
  const cause: unknown = error instanceof Error ? error.cause : undefined
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  return /^[A-Z0-9_]+$/.test(code) ? `no complete response (${code})` : 'no complete response'
}

/** Sends a request. Redirects are not followed, because a token must not be sent to another place. */
export async function sendRequest(
  url: string,
  { headers, ...init }: { method: string; headers: Record<string, string>; body?: string },
  transport: Transport,
  signal: AbortSignal,
): Promise<Seen> {
  try {
    const request = new Request(url, {
      ...init,
      headers: { accept: 'application/json', ...headers, 'user-agent': `conmock-probe/${version}` },
      redirect: 'manual',
      signal,
    })
    const response = await transport(request)
    const content = await readBody(response, MAX_BYTES)
    if (!content) return { failure: `the response is larger than ${MAX_BYTES / 1_000_000} MB` }
    const text = Buffer.from(await content.arrayBuffer()).toString('utf8')
    const mediaType = (response.headers.get('content-type') ?? '').split(';', 1)[0]!.trim().toLowerCase()
    const body = /^application\/(?:[\w.-]+\+)?json$/.test(mediaType) ? parse(text) : undefined
    const form = text === '' ? 'empty' : body ? 'json' : 'other'
    return { status: response.status, mediaType, form, json: body?.json, text }
  } catch (error) {
    return { failure: describeFailure(error) }
  }
}

export function isRedirect({ status }: SeenResponse): boolean {
  return status >= 300 && status < 400
}

/** Whether the service is in trouble. The status 501 is a variant of `path.unknown`. */
export function isServerError({ status }: SeenResponse): boolean {
  return status >= 500 && status !== 501
}

function describeBody({ form, mediaType, json }: SeenResponse): string {
  if (form === 'empty') return 'no body'
  if (form === 'other') return mediaType === 'text/html' ? 'HTML' : 'no JSON'
  if (isPlainObject(json)) return 'a JSON object'
  return json === null ? 'JSON null' : Array.isArray(json) ? 'a JSON array' : `a JSON ${typeof json}`
}

/** Describes a response by its status and shape. */
export function describeResponse(response: SeenResponse): string {
  return `status ${response.status}, ${describeBody(response)}`
}
