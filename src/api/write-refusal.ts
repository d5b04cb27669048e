import type { AssumptionName, Settings } from '../contract/assumptions.js'
import type { Answer } from './answer.js'
import type { AnswerFactsPool, Subject } from './answer-facts.js'
import type { Refusal } from './refusal.js'

const titles: Record<Refusal['status'], string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  417: 'Expectation Failed',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  500: 'Internal Server Error',
  501: 'Not Implemented',
}

/** The names of errors in the real service. */
const kinds: Record<Refusal['status'], string> = {
  400: 'validation',
  401: 'authentication',
  403: 'access',
  404: 'resource',
  405: 'usage',
  408: 'server',
  417: 'usage',
  429: 'rateLimit',
  431: 'usage',
  500: 'internal',
  501: 'server',
}

/** Formats a body as RFC 9457 defines it, with additional members. */
function problem(refusal: Refusal): string {
  const { status, detail, hint, code, assumption, members } = refusal
  return JSON.stringify({
    type: 'about:blank',
    title: titles[status],
    status,
    detail,
    hint,
    code,
    assumption,
    ...members,
  })
}

/** Formats a body like the real service. */
function envelope({ status, detail, members, observedMessage: message = detail }: Refusal): string {
  const required = members?.['requiredScope']
  const error = {
    ...(status === 401 ? { code: status } : {}),
    message,
    ...(status === 403 && required !== undefined ? { permissions: [required] } : {}),
  }
  return JSON.stringify({ errors: { [kinds[status]]: error } })
}

/** Formats a refusal as an answer, as the assumptions `errors.body` and `errors.contentType` define it. */
export function writeRefusal(
  refusal: Refusal,
  settings: Settings,
  pool: AnswerFactsPool,
  subject?: Subject,
): Answer {
  const { status, headers, code, assumption, detail, hint } = refusal
  const format = settings['errors.body']
  const assumed: AssumptionName[] = [
    ...(assumption === undefined ? [] : [assumption]),
    'errors.body',
    ...(format === 'empty' ? [] : ['errors.contentType' as const]),
  ]
  const facts = pool.get(subject, status, { code, assumed })
  const summary = { status, refusal: detail, hint, facts }
  const about = facts.header === undefined ? {} : { 'conmock-assumed': facts.header }
  if (format === 'empty') return { ...summary, headers: { ...headers, ...about }, body: null }
  return {
    ...summary,
    headers: { 'content-type': settings['errors.contentType'], ...headers, ...about },
    body: format === 'envelope' ? envelope(refusal) : problem(refusal),
  }
}
