import { formatFault } from '../../../../src/contract/fault-flag.js'
import { operations } from '../../../../src/contract/operations.js'
import type { Schemas } from '../../admin/client.js'
import { numberText } from '../../common/format.js'

export type Fault = Schemas['Fault']
export type ActiveFault = Schemas['ActiveFault']
export type Target = 'all' | NonNullable<Fault['operation']>

export const targets: readonly { readonly value: Target; readonly label: string }[] = [
  { value: 'all', label: 'All operations' },
  ...Object.values(operations).map(({ id, method, path }) => ({
    value: id,
    label: `${id}: ${method} ${path}`,
  })),
  { value: 'token', label: 'token: POST /api/oauth/token' },
]

const plurals = new Intl.PluralRules('en', { type: 'ordinal' })
const suffixes: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd' }

function ordinal(number: number): string {
  return `${numberText(number)}${suffixes[plurals.select(number)] ?? 'th'}`
}

function requestsOf({ operation, when = {} }: Fault): string {
  const { nth, first, every, from } = when
  // conmock counts the requests to each operation separately.
  const to = `to ${operation ?? 'each operation'}`
  if (nth !== undefined) return `Only the ${ordinal(nth)} request ${to}`
  if (first !== undefined) {
    return first === 1 ? `The first request ${to}` : `The first ${numberText(first)} requests ${to}`
  }
  if (from !== undefined) return `The ${ordinal(from)} request ${to} and each later one`
  if (every !== undefined && every !== 1) return `Every ${ordinal(every)} request ${to}`
  return operation === undefined ? 'Every request' : `Every request ${to}`
}

function duration(milliseconds: number): string {
  return milliseconds < 1000 ? `${milliseconds} ms` : `${numberText(milliseconds / 1000)} s`
}

function delayText(delay: Fault['effect']['delay']): string {
  if (delay === undefined) return ''
  return typeof delay === 'number'
    ? ` after ${duration(delay)}`
    : ` after ${duration(delay[0])} to ${duration(delay[1])}`
}

function effectText({ status, retryAfter, ...effect }: Fault['effect'], isPlural: boolean): string {
  const get = isPlural ? 'get' : 'gets'
  if (status !== undefined) {
    return `${get} ${status}${retryAfter === undefined ? '' : ` with Retry-After: ${retryAfter}`}`
  }
  if (effect.dropConnection) return `${get} no response: the connection is reset`
  if (effect.truncateBody !== undefined) {
    return `${get} the first ${numberText(effect.truncateBody)} bytes of the body, and then no more`
  }
  if (effect.invalidJson) return `${get} a body that is not valid JSON`
  return effect.hang ? `${get} no response: the connection stays open` : `${get} the normal response`
}

export function describeFault(fault: Fault): string {
  const { when, effect } = fault
  const isPlural = when?.first !== undefined && when.first > 1
  const delay = effect.hang ? '' : delayText(effect.delay)
  return `${requestsOf(fault)} ${effectText(effect, isPlural)}${delay}.`
}

/** Whether no further request can match the fault. Without an operation, each operation has a count of its own. */
export function isUsedUp({ operation, when = {}, hits }: ActiveFault): boolean {
  const most = when.first ?? (when.nth === undefined ? Infinity : 1)
  return operation !== undefined && hits >= most
}

export function describeUse(fault: ActiveFault): string {
  if (fault.hits === 0) return 'Not used yet'
  const times = fault.hits === 1 ? 'Used once' : `Used ${numberText(fault.hits)} times`
  return isUsedUp(fault) ? `${times}, and not again` : times
}

export function flagOf(fault: Fault): string {
  return `--fault ${formatFault(fault)}`
}
