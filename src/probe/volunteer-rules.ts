import type { AssumptionName } from '../contract/assumptions.js'
import type { Volunteer } from '../contract/resources.js'
import { findViolations } from '../pact/common/specification.js'
import { inWords, type StepName } from './plan.js'
import type { Finding } from './report.js'
import { describeResponse, type SeenResponse } from './request.js'
import { byStatus, from, inconclusive, measured, noVariant, type Rule } from './rule.js'

/** For assumptions about fields of volunteer records. */
function fromRecords(derive: (records: ReadonlyMap<StepName, Volunteer>) => Finding): Rule {
  return (facts) => {
    if (facts.records.size > 0) return derive(facts.records)
    return from('userId', (seen) =>
      inconclusive(`${describeResponse(seen)}: it is not a volunteer record of the API specification`),
    )(facts)
  }
}

export const UNSET = 'userWithPreferredNameAbsent'

export const preferredName = fromRecords((records) => {
  const absent = [...records].find(([, { user }]) => user.preferredName === undefined)
  if (absent) return measured('absent', `${inWords[absent[0]]}: a user without the field preferredName`)
  // A null of another user may be in the record. The mock sends it with both variants.
  return records.get(UNSET)?.user.preferredName === null
    ? measured('null', `${inWords[UNSET]}: preferredName is null`)
    : inconclusive(`no user without a preferred name: --fixture ${UNSET}=ID`)
})

/** Presence seen once is enough. Absence is not, because another record could have the field. */
function presence(found: readonly boolean[], field: string): Finding {
  if (found.includes(true)) return measured('present', `a volunteer record has ${field}`)
  return found.length > 1
    ? measured('absent', `no volunteer record of two users has ${field}`)
    : inconclusive(`no record with ${field} was seen: --fixture userId=ID and --fixture ${UNSET}=ID`)
}

export const departmentName = fromRecords((records) => {
  const withDepartments = [...records].filter(([, { departments }]) => departments.length > 0)
  // Only this user is known to have names.
  const hasUserId = withDepartments.some(([name]) => name === 'userId')
  const found = withDepartments.map(([, { departments }]) =>
    departments.some(({ name }) => name !== undefined),
  )
  return presence(hasUserId || found.includes(true) ? found : [], 'a department with a name')
})

export const isStaff = fromRecords((records) => {
  const values = Array.from(records.values(), ({ user }) => (user as { isStaff?: unknown }).isStaff)
  if (values.some((value) => value !== undefined && typeof value !== 'boolean')) {
    return noVariant('isStaff is not a boolean')
  }
  return presence(
    values.map((value) => value !== undefined),
    'isStaff',
  )
})

/** For users without a volunteer record. */
export function withoutVolunteer(name: AssumptionName, step: 'unknownUser' | 'userWithoutRecord'): Rule {
  return from(step, (seen, facts) => {
    // Otherwise, a token without the scope could be the reason.
    if (facts.records.size === 0) return inconclusive('no volunteer record was read: --fixture userId=ID')
    if (seen.status !== 200) return byStatus(name, step, seen)
    if (seen.json === null) return measured('200-null', `${inWords[step]}: 200 with null`)
    return isVolunteer(seen)
      ? inconclusive(`the user of --fixture ${step} has a volunteer record`)
      : noVariant(describeResponse(seen))
  })
}

export function isVolunteer({ json }: SeenResponse): boolean {
  return findViolations(json, 'Volunteer').length === 0
}
