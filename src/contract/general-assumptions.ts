import type { Assumption } from './assumption.js'
import { choice } from './variants.js'

const assumed = 'assumed'

/** A response to an error for which a standard has a status or a format. */
function standard<const Standard extends string>(name: Standard) {
  return { status: 'standard', standard: name } as const
}

/** What the specifications of most APIs leave open, and the engine can do in several ways. An API adds its evidence. */
export const generalAssumptions = {
  'cursor.invalid': {
    question: 'A cursor that the mock never issued',
    variants: choice('400', 'first-page', 'empty-page'),
    status: assumed,
  },
  'auth.missing': {
    question: 'A request without a Bearer token',
    variants: choice('401', '403'),
    ...standard('RFC 6750 §3'),
  },
  'auth.malformed': {
    question: 'More than one credential, or a Bearer token with invalid characters',
    variants: choice('400', '401'),
    ...standard('RFC 6750 §3.1, invalid_request'),
  },
  'auth.invalid': {
    question: 'An unknown, expired or revoked token',
    variants: choice('401', '403'),
    ...standard('RFC 6750 §3.1, invalid_token'),
  },
  'auth.insufficientScope': {
    question: 'A valid token without the scope of the operation',
    variants: choice('403', '401', '404'),
    ...standard('RFC 6750 §3.1, insufficient_scope'),
  },
  'errors.body': {
    question: 'Format of error bodies (`problem`: RFC 9457; `envelope`: the format of the real service)',
    variants: choice('problem', 'envelope', 'empty'),
    ...standard('RFC 9457'),
  },
  'errors.contentType': {
    question: 'Media type of error bodies',
    variants: choice('application/json', 'application/problem+json'),
    ...standard('RFC 9457'),
  },
  'method.notAllowed': {
    question: 'A method that a known path does not have (`405` lists the allowed methods in `Allow`)',
    variants: choice('405', '404'),
    ...standard('RFC 9110 §15.5.6'),
  },
  'path.trailingSlash': {
    question: 'A path with a slash at the end',
    variants: choice('404', 'accepted'),
    status: assumed,
  },
  'path.malformedEncoding': {
    question: 'A parameter of a path with invalid percent-encoding, such as `%zz`',
    variants: choice('400', '404'),
    ...standard('RFC 9110 §15.5.1'),
  },
  'path.unknown': {
    question: 'A path that is not in the API specification (with `501`, the credential is checked first)',
    variants: choice('404', '501'),
    status: assumed,
  },
} as const satisfies Record<string, Assumption>
