import { shellWord } from '../../../../src/common/text.js'
import { formatFault } from '../../../../src/contract/fault-fields.js'
import type { Fault, FaultEffect, FaultOrdinals } from '../../../../src/mock/fault.js'
import type { ActiveFault } from '../../../../src/mock/faults.js'
import { numberText } from '../../common/format.js'
import { isInVite } from '../../common/place.js'
import { announce } from '../../state/messages.js'
import { currentMock } from '../../state/resource.js'

const plurals = new Intl.PluralRules('en', { type: 'ordinal' })
const suffixes: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd' }

function ordinal(number: number): string {
  return `${numberText(number)}${suffixes[plurals.select(number)] ?? 'th'}`
}

function describeRequests({ operation, when }: Fault): string {
  const { nth, first, every, from }: FaultOrdinals = when ?? {}
  // conmock counts the requests to each operation separately.
  const to = `to ${operation ?? 'each operation'}`
  if (nth !== undefined) return `Only the ${ordinal(nth)} request ${to}`
  if (first === 1) return `The first request ${to}`
  if (first !== undefined) return `The first ${numberText(first)} requests ${to}`
  if (from !== undefined) return `The ${ordinal(from)} request ${to} and each later one`
  if (every !== undefined && every !== 1) return `Every ${ordinal(every)} request ${to}`
  return operation === undefined ? 'Every request' : `Every request ${to}`
}

function duration(milliseconds: number): string {
  return milliseconds < 1000 ? `${milliseconds} ms` : `${numberText(milliseconds / 1000)} s`
}

function effectText(effect: FaultEffect): string {
  const { status, retryAfter, dropConnection, truncateBody, invalidJson, html, hang } = effect
  if (html) return `the HTML page of a proxy${status === undefined ? '' : `, with the status ${status}`}`
  if (status !== undefined)
    return `status ${status}${retryAfter === undefined ? '' : `, Retry-After: ${retryAfter}`}`
  if (dropConnection) return 'the connection is reset'
  if (truncateBody === 0) return 'nothing of the body'
  if (truncateBody === 1) return 'only the first byte of the body'
  if (truncateBody !== undefined) return `only the first ${numberText(truncateBody)} bytes of the body`
  if (invalidJson) return 'a body that is not valid JSON'
  return hang ? 'no response, and the connection stays open' : 'the normal response'
}

export function describeFault(fault: Fault): string {
  const { delay = [], hang, hold } = fault.effect
  const delays = hang ? [] : [delay].flat().map(duration)
  const waits = [...(delays.length === 0 ? [] : [delays.join(' to ')]), ...(hold ? ['it is released'] : [])]
  const after = waits.length === 0 ? '' : `, after ${waits.join(' and ')}`
  return `${describeRequests(fault)}: ${effectText(fault.effect)}${after}.`
}

/** Whether no further request can match the fault. Without an operation, each operation has a count of its own. */
export function isUsedUp({ operation, when, hits }: ActiveFault): boolean {
  const { first, nth }: FaultOrdinals = when ?? {}
  return operation !== undefined && hits >= (first ?? (nth === undefined ? Infinity : 1))
}

export function describeUse(fault: ActiveFault): string {
  if (fault.hits === 0) return 'Not used yet'
  const times = fault.hits === 1 ? 'Used once' : `Used ${numberText(fault.hits)} times`
  return isUsedUp(fault) ? `${times}, and not again` : times
}

/** What `formatOption` returns. */
export const OPTION = isInVite ? 'code' : 'flag'

function formatCode(value: unknown): string {
  if (typeof value === 'string') return `'${value}'`
  if (Array.isArray(value)) return `[${value.map(formatCode).join(', ')}]`
  if (typeof value !== 'object' || value === null) return String(value)
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  return `{ ${members.map(([name, member]) => `${name}: ${formatCode(member)}`).join(', ')} }`
}

/** Returns the option that adds the fault when the mock starts: a flag of the command line, or JavaScript. */
export function formatOption({ operation, when, effect }: Fault): string {
  const fault = { operation, when, effect }
  if (isInVite) return `faults: [${formatCode(fault)}]`
  const flag = formatFault(fault)
  return `--fault ${flag.includes(' ') ? shellWord(flag) : flag}`
}

/** @throws InvalidOptionError If the fault is invalid. */
export async function addFault(fault: Fault): Promise<void> {
  await currentMock().faults.add(fault)
  announce(`Added: ${describeFault(fault)}`)
}
