import type { Settings } from '../contract/assumptions.js'
import type { Answer } from './answer.js'
import type { Refusal } from './refusal.js'

const titles: Record<Refusal['status'], string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  417: 'Expectation Failed',
  431: 'Request Header Fields Too Large',
  500: 'Internal Server Error',
}

/** The members of RFC 9457, and ours. */
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

/** A refusal as an answer, in the form that the assumptions `errors.body` and `errors.contentType` ask for. */
export function writeRefusal(refusal: Refusal, settings: Settings): Answer {
  const { status, headers } = refusal
  const summary = { status, refusal: refusal.detail }
  if (settings['errors.body'] === 'empty') return { ...summary, headers: { ...headers }, body: null }
  const contentType = settings['errors.contentType']
  return { ...summary, headers: { 'content-type': contentType, ...headers }, body: problem(refusal) }
}
