import { InvalidOptionError } from '../common/errors.js'

/** A fault before the library has checked its names and values. */
interface FaultParts {
  readonly operation?: string | undefined
  readonly when?: object | undefined
  readonly effect: object
}

export const FAULT_FORM =
  '[OPERATION:][nth=N|first=N|every=N|from=N:]EFFECT, such as listRoles:nth=2:status=503:retryAfter=1; the effects are status=N, delay=MS, dropConnection, truncateBody=N, invalidJson, html, hold and hang'

const whens: ReadonlySet<string> = new Set(['nth', 'first', 'every', 'from'])
const switches: ReadonlySet<string> = new Set(['dropConnection', 'invalidJson', 'html', 'hold', 'hang'])

/** Reads a number, or a range such as `200-800`. Returns any other text as it is, for the message about it. */
export function parseAmount(text: string): unknown {
  const range = /^(\d+)-(\d+)$/.exec(text)
  if (range) return [Number(range[1]), Number(range[2])]
  return /^\d+$/.test(text) ? Number(text) : text
}

/** Splits a fault at its colons, but not the operation of a custom handler: `GET /api/v0/users/:id`. */
function splitFault(text: string): string[] {
  const [first = '', ...others] = text.split(':')
  const end = others.findIndex((part) => part.includes('=') || switches.has(part))
  return /^[A-Z]+ \//.test(first) && end > 0
    ? [[first, ...others.slice(0, end)].join(':'), ...others.slice(end)]
    : [first, ...others]
}

/** @throws InvalidOptionError If a part is given twice. */
export function parseFault(text: string): FaultParts {
  const parts = new Map<string, unknown>()
  for (const part of splitFault(text)) {
    const [name = '', value] = part.split(/=(.*)/s)
    // A part without a value is an effect such as `hang`, or the operation.
    const isOperation = value === undefined && !switches.has(name)
    const key = isOperation ? 'operation' : name
    if (parts.has(key)) throw new InvalidOptionError('is given twice', key)
    if (isOperation) parts.set(key, name)
    else parts.set(key, value === undefined ? true : parseAmount(value))
  }
  const operation = parts.get('operation') as string | undefined
  parts.delete('operation')
  const when = Object.fromEntries([...parts].filter(([name]) => whens.has(name)))
  const effect = Object.fromEntries([...parts].filter(([name]) => !whens.has(name)))
  return {
    ...(operation === undefined ? {} : { operation }),
    ...(Object.keys(when).length === 0 ? {} : { when }),
    effect,
  }
}

export function formatFault({ operation, when, effect }: FaultParts): string {
  const amounts = Object.entries({ ...when, ...effect }).map(([name, value]: [string, unknown]) =>
    value === true ? name : `${name}=${Array.isArray(value) ? value.join('-') : String(value)}`,
  )
  return [...(operation === undefined ? [] : [operation]), ...amounts].join(':')
}
