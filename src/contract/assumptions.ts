import { deepFreeze } from './freeze.js'
import { listAssumptions } from './lists.js'
import { choice, rate, wholeNumberOr, type InputOf, type Variants, type ValueOf } from './variants.js'

/**
 * Where an assumption's default comes from:
 * `documented` – the document allows all the variants; `standard` – the document is silent, a standard answers;
 * `assumed` – the document is silent, we chose; `observed` – public material of the real service shows it.
 */
export type AssumptionStatus = 'documented' | 'standard' | 'assumed' | 'observed'

interface Assumption {
  /** What the document leaves open. */
  readonly question: string
  readonly variants: Variants
  readonly status: AssumptionStatus
  /** The standard that answers, where the status is `standard`. */
  readonly standard?: string
  /** The value in profile `document`. */
  readonly document: string | number
  /** The value in profile `observed`. */
  readonly observed: string | number
}

/** The registry: every behaviour that the document leaves open, under the name of its setting. */
export const assumptions = deepFreeze({
  ...listAssumptions('roles'),
  'user.preferredNameUnset': {
    question: 'A user whose record leaves the preferred name out (a `null` in the record stays `null`)',
    variants: choice('absent', 'null'),
    status: 'documented',
    document: 'absent',
    observed: 'null',
  },
  'department.name': {
    question: "A department entry's name: as the record has it, or left out of every entry",
    variants: choice('present', 'absent'),
    status: 'documented',
    document: 'present',
    observed: 'present',
  },
  'cursor.invalid': {
    question: 'A cursor that the mock never issued',
    variants: choice('400', 'first-page', 'empty-page'),
    status: 'assumed',
    document: '400',
    observed: '400',
  },
  'cursor.lifetime': {
    question: 'How long a cursor stays good (after that as `cursor.invalid`)',
    variants: wholeNumberOr('forever', { min: 1, max: 31_536_000, unit: 'seconds' }),
    status: 'assumed',
    document: 'forever',
    observed: 'forever',
  },
  'auth.missing': {
    question: 'No credential, or one that is not a Bearer token',
    variants: choice('401', '403'),
    status: 'standard',
    standard: 'RFC 6750 §3',
    document: '401',
    observed: '401',
  },
  'auth.malformed': {
    question: 'More than one credential, or a Bearer token with characters that no token has',
    variants: choice('400', '401'),
    status: 'standard',
    standard: 'RFC 6750 §3.1, invalid_request',
    document: '400',
    observed: '400',
  },
  'auth.invalid': {
    question: 'An unknown, expired or revoked token',
    variants: choice('401', '403'),
    status: 'standard',
    standard: 'RFC 6750 §3.1, invalid_token',
    document: '401',
    observed: '401',
  },
  'auth.insufficientScope': {
    question: 'A good token without the scope',
    variants: choice('403', '401', '404'),
    status: 'standard',
    standard: 'RFC 6750 §3.1, insufficient_scope',
    document: '403',
    observed: '403',
  },
  'volunteer.unknownUser': {
    question: 'No such user (`200-null`: a body of `null`)',
    variants: choice('404', '200-null'),
    status: 'assumed',
    document: '404',
    observed: '404',
  },
  'volunteer.noRecord': {
    question: 'The user exists, without a volunteer record (`200-null`: a body of `null`)',
    variants: choice('404', '200-null'),
    status: 'assumed',
    document: '404',
    observed: '404',
  },
  'errors.body': {
    question: 'The body of an error (`problem`: the members of RFC 9457)',
    variants: choice('problem', 'envelope', 'empty'),
    status: 'standard',
    standard: 'RFC 9457',
    document: 'problem',
    observed: 'envelope',
  },
  'errors.contentType': {
    question: "Media type of an error's body",
    variants: choice('application/json', 'application/problem+json'),
    status: 'documented',
    document: 'application/json',
    observed: 'application/json',
  },
  'method.notAllowed': {
    question: 'Another method on a known path (`405` names the right ones in `Allow`)',
    variants: choice('405', '404'),
    status: 'standard',
    standard: 'RFC 9110 §15.5.6',
    document: '405',
    observed: '405',
  },
  'path.trailingSlash': {
    question: 'A slash after the path: `/api/v0/roles/`',
    variants: choice('404', 'accepted'),
    status: 'assumed',
    document: '404',
    observed: '404',
  },
  'path.malformedEncoding': {
    question: 'A user id with broken percent-encoding, such as `%zz`',
    variants: choice('400', '404'),
    status: 'standard',
    standard: 'RFC 9110 §15.5.1',
    document: '400',
    observed: '400',
  },
  'path.unknown': {
    question:
      'A path below `/api/v0` that is not in the API specification (`501`: after a check of the credential)',
    variants: choice('404', '501'),
    status: 'assumed',
    document: '404',
    observed: '501',
  },
  rateLimit: {
    question: 'Too many requests (with a limit: 429 and `Retry-After`)',
    variants: rate(),
    status: 'assumed',
    document: 'none',
    observed: 'none',
  },
  'extras.hasMore': {
    question: 'A `hasMore` boolean on the role page',
    variants: choice('absent', 'present'),
    status: 'observed',
    document: 'absent',
    observed: 'present',
  },
  'extras.isStaff': {
    question: 'An `isStaff` boolean on the user',
    variants: choice('absent', 'present'),
    status: 'observed',
    document: 'absent',
    observed: 'present',
  },
  'token.endpoint': {
    question: 'An OAuth client-credentials endpoint at `/api/oauth/token`',
    variants: choice('off', 'on'),
    status: 'observed',
    document: 'off',
    observed: 'on',
  },
  'token.scopes': {
    question:
      'Scopes that the token endpoint grants: those of the API specification, or all that the real service lists for services',
    variants: choice('specified', 'service'),
    status: 'observed',
    document: 'specified',
    observed: 'service',
  },
} as const satisfies Record<string, Assumption>)

type Registry = typeof assumptions

/** The dotted name of an assumption. */
export type AssumptionName = keyof Registry

type ListOf<Name> = Name extends `${infer List}.pageSize` ? List : never

/** Name of a list that comes in pages. */
export type ListName = ListOf<AssumptionName>

/** An order that a list may have. */
export type ListOrder = Settings[`${ListName}.order`]

/** A choice for some of the assumptions, as a caller writes it. */
export type AssumptionInput = {
  readonly [Name in AssumptionName]?: InputOf<Registry[Name]['variants']> | undefined
}

/** A value for every assumption. */
export type Settings = { readonly [Name in AssumptionName]: ValueOf<Registry[Name]['variants']> }

/** A named set of values: what the document says and no more, or what is known of the real service. */
export const profiles = ['document', 'observed'] as const

/** Name of a profile. */
export type Profile = (typeof profiles)[number]
