import { TOKEN_PATH } from '../api/token-endpoint.js'
import { isPlainObject } from '../common/plain-object.js'
import { assumptionNames, assumptions, type AssumptionName } from '../contract/assumptions.js'
import type { Volunteer } from '../contract/resources.js'
import { parseValue } from '../contract/variants.js'
import type { ServiceOptions } from '../pact/verification/target.js'
import { baseOf, rolePageOf, type Observations } from './observe.js'
import { inWords, type StepName } from './plan.js'
import type { Finding } from './report.js'
import { isRedirect, type SeenResponse } from './request.js'
import * as roles from './role-rules.js'
import {
  byStatus,
  from,
  inconclusive,
  measured,
  notMeasured,
  noVariant,
  statusOf,
  type Facts,
  type Rule,
} from './rule.js'
import {
  departmentName,
  isStaff,
  isVolunteer,
  preferredName,
  UNSET,
  withoutVolunteer,
} from './volunteer-rules.js'

const insufficientScope = from('otherScope', (seen, facts) => {
  if (facts.records.size === 0) {
    return inconclusive('it is not known whether the token for volunteer:read is valid: --fixture userId=ID')
  }
  return rolePageOf(seen)
    ? inconclusive('the token for volunteer:read also has the scope user:read')
    : byStatus('auth.insufficientScope', 'otherScope', seen)
})

const trailingSlash: Rule = (facts) => {
  const seen = facts.responses.get('trailingSlash')
  if (seen && 'status' in seen && isRedirect(seen)) {
    return noVariant(`status ${seen.status}: a redirect`)
  }
  return from('trailingSlash', (response) =>
    rolePageOf(response)
      ? measured('accepted', `${inWords.trailingSlash}: ${response.status}`)
      : byStatus('path.trailingSlash', 'trailingSlash', response),
  )(facts)
}

/** The error responses that come from the API, without those that any server may send under load. */
function errorsOf({ responses }: Facts): SeenResponse[] {
  return [...responses.values()].filter(
    (seen): seen is SeenResponse =>
      'status' in seen &&
      seen.form !== 'other' &&
      seen.status >= 400 &&
      (seen.status < 429 || seen.status === 501),
  )
}

function formatOf({ form, json }: SeenResponse): 'problem' | 'envelope' | 'empty' | 'other' {
  if (form === 'empty') return 'empty'
  if (!isPlainObject(json)) return 'other'
  if (isPlainObject(json['errors']) && Object.values(json['errors']).every(isPlainObject)) return 'envelope'
  const { title, status, type } = json
  return typeof title === 'string' && (typeof status === 'number' || typeof type === 'string')
    ? 'problem'
    : 'other'
}

const errorBody: Rule = (facts) => {
  const [format, ...others] = new Set(errorsOf(facts).map(formatOf))
  if (format === undefined) return inconclusive('no error response of the API was seen')
  if (others.length > 0) return inconclusive('the error responses have different formats')
  return format === 'other'
    ? noVariant('the body of error responses has another format')
    : measured(format, `the body of every error response: ${format}`)
}

const errorType: Rule = (facts) => {
  const withBody = errorsOf(facts).filter(({ form }) => form === 'json')
  const [type, ...others] = new Set(withBody.map(({ mediaType }) => mediaType))
  if (type === undefined) return inconclusive('no error response with a body was seen')
  if (others.length > 0) return inconclusive('the error responses have different media types')
  const value = parseValue(assumptions['errors.contentType'].variants, type)
  return value === undefined
    ? noVariant('another media type of JSON')
    : measured(type, `the Content-Type of every error response: ${type}`)
}

const tokenEndpoint: Rule = ({ service: { url, clientCredentials }, tokenStatus, hasToken }) => {
  if (!clientCredentials) return inconclusive('needs the credentials of a client: --token-url')
  if (clientCredentials.tokenUrl !== baseOf(url) + TOKEN_PATH) {
    return inconclusive(`--token-url is not ${TOKEN_PATH} of the service`)
  }
  if (hasToken) return measured('on', `POST ${TOKEN_PATH}: a token`)
  if (tokenStatus === 404) return measured('off', `POST ${TOKEN_PATH}: 404`)
  return inconclusive(
    tokenStatus === undefined ? 'no response' : `status ${tokenStatus} without a usable token`,
  )
}

const rules: { readonly [Name in AssumptionName]: Rule } = {
  'roles.lastPage': roles.lastPage,
  'roles.empty': roles.empty,
  'roles.pageSize': roles.pageSize,
  'roles.order': roles.order,
  'roles.limit': roles.limit,
  'roles.unknownQuery': roles.unknownQuery,
  'user.preferredNameUnset': preferredName,
  'department.name': departmentName,
  'cursor.invalid': roles.invalidCursor,
  'auth.missing': statusOf('auth.missing', 'noCredential'),
  'auth.malformed': statusOf('auth.malformed', 'malformedToken'),
  'auth.invalid': statusOf('auth.invalid', 'unknownToken'),
  'auth.insufficientScope': insufficientScope,
  'volunteer.unknownUser': withoutVolunteer('volunteer.unknownUser', 'unknownUser'),
  'volunteer.noRecord': withoutVolunteer('volunteer.noRecord', 'userWithoutRecord'),
  'errors.body': errorBody,
  'errors.contentType': errorType,
  'method.notAllowed': () => notMeasured('needs a request that could write'),
  'path.trailingSlash': trailingSlash,
  'path.malformedEncoding': statusOf('path.malformedEncoding', 'malformedPath'),
  'path.unknown': statusOf('path.unknown', 'unknownPath'),
  'extras.hasMore': roles.hasMore,
  'extras.isStaff': isStaff,
  'token.endpoint': tokenEndpoint,
  'token.scopes': () => notMeasured('needs a token with scopes that a probe does not need'),
}

/** Derives what the responses show about each assumption. */
export function findingsOf(
  observations: Observations,
  service: ServiceOptions,
): { readonly [Name in AssumptionName]: Finding } {
  const records = new Map<StepName, Volunteer>()
  for (const name of ['userId', UNSET] as const) {
    const seen = observations.responses.get(name)
    if (seen && 'status' in seen && seen.status === 200 && isVolunteer(seen)) {
      records.set(name, seen.json as Volunteer)
    }
  }
  const facts: Facts = { ...observations, service, records }
  // Without it, a gateway or another service could have sent all responses.
  const isApi = facts.pages.length > 0 || records.size > 0
  const findings = assumptionNames.map((name): [AssumptionName, Finding] => {
    const finding = rules[name](facts)
    const isUnsure = !isApi && (finding.verdict === 'measured' || finding.verdict === 'no such variant')
    return [name, isUnsure ? inconclusive('no response with roles or a volunteer record was seen') : finding]
  })
  return Object.fromEntries(findings) as ReturnType<typeof findingsOf>
}
