import { assumptions, type AssumptionName } from '../contract/assumptions.js'
import type { Volunteer } from '../contract/resources.js'
import { parseValue } from '../contract/variants.js'
import type { ServiceOptions } from '../pact/verification/target.js'
import type { Observations } from './observe.js'
import { hasToken, inWords, type StepName } from './plan.js'
import type { Finding } from './report.js'
import { describeResponse, isRedirect, isServerError, type SeenResponse } from './request.js'

/** What is known after the last response. */
export interface Facts extends Observations {
  readonly service: ServiceOptions
  /** The volunteer records that were read, by the name of the fixture. */
  readonly records: ReadonlyMap<StepName, Volunteer>
}

/** @param reason The request and the response that show the variant. */
export function measured(value: string | number, reason: string): Finding {
  return { verdict: 'measured', value, reason }
}

export function noVariant(reason: string): Finding {
  return { verdict: 'no such variant', reason }
}

/** @param value The variants that are possible. */
export function inconclusive(reason: string, value?: string): Finding {
  return { verdict: 'inconclusive', reason, ...(value === undefined ? {} : { value }) }
}

export function notMeasured(reason: string): Finding {
  return { verdict: 'not measured', reason }
}

/** Says what is known about an assumption. */
export type Rule = (facts: Facts) => Finding

/** Derives a finding from a response, if there is one and it comes from the API. */
export function from(name: StepName, derive: (seen: SeenResponse, facts: Facts) => Finding): Rule {
  return (facts) => {
    const seen = facts.responses.get(name)
    if (!seen) return inconclusive(facts.missing.get(name) ?? 'not sent')
    if ('failure' in seen) return inconclusive(seen.failure)
    const { status, form } = seen
    const what = describeResponse(seen)
    if (isRedirect(seen)) return inconclusive(`status ${status}: a redirect`)
    if (form === 'other') return inconclusive(`${what}: it may not come from the API`)
    if (status === 429 || isServerError(seen)) return inconclusive(`${what}: it may be temporary`)
    if (hasToken(name) && status === 401 && name !== 'otherScope') {
      return inconclusive('status 401: the service does not accept the token')
    }
    return derive(seen, facts)
  }
}

/** For a response whose status is the variant. */
export function byStatus(name: AssumptionName, step: StepName, seen: SeenResponse): Finding {
  const value = parseValue(assumptions[name].variants, seen.status)
  return value === undefined || typeof value === 'object'
    ? noVariant(describeResponse(seen))
    : measured(value, `${inWords[step]}: ${seen.status}`)
}

/** For assumptions whose variants are statuses. */
export function statusOf(name: AssumptionName, step: StepName): Rule {
  return from(step, (seen) => byStatus(name, step, seen))
}
