import { InvalidOptionError } from '../common/errors.js'

/** A fault before the library has checked its names and values. */
interface FaultParts {
  readonly operation?: string | undefined
  readonly when?: object | undefined
  readonly effect: object
}

/** The members of `when`. A fault has at most one of them. Its value is the number of a request, from 1. */
export const whenFields = ['nth', 'first', 'every', 'from'] as const

/** The members of `effect`: how a flag gives it, and whether a fault can only have one of them. */
export const effectFields = {
  status: { inFlag: 'status=N', isAlone: true },
  delay: { inFlag: 'delay=MS', isAlone: false },
  dropConnection: { inFlag: 'dropConnection', isAlone: true },
  truncateBody: { inFlag: 'truncateBody=N', isAlone: true },
  invalidJson: { inFlag: 'invalidJson', isAlone: true },
  html: { inFlag: 'html', isAlone: true },
  hold: { inFlag: 'hold', isAlone: false },
  hang: { inFlag: 'hang', isAlone: true },
  retryAfter: { inFlag: 'retryAfter=N', isAlone: false },
} as const

export type EffectName = keyof typeof effectFields

/** Name of an effect whose value is `true`. */
export type SwitchName = {
  [Name in EffectName]: (typeof effectFields)[Name]['inFlag'] extends Name ? Name : never
}[EffectName]

export const effectNames = Object.keys(effectFields) as readonly EffectName[]

/** Whether the value of an effect is `true`. */
export function isSwitch(name: string): name is SwitchName {
  return Object.hasOwn(effectFields, name) && effectFields[name as EffectName].inFlag === name
}

const forms = Object.values(effectFields).map(({ inFlag }) => inFlag)

/** Returns the form of a fault, for messages. @param operation Name of the operation in its example. */
export function faultForm(operation: string): string {
  return `[OPERATION:][${whenFields.map((name) => `${name}=N`).join('|')}:]EFFECT, such as ${operation}:nth=2:status=503:retryAfter=1; the effects are ${forms.join(', ')}`
}

/** Reads a number, or a range such as `200-800`. Returns any other text as it is, for the message about it. */
export function parseAmount(text: string): unknown {
  const range = /^(\d+)-(\d+)$/.exec(text)
  if (range) return [Number(range[1]), Number(range[2])]
  return /^\d+$/.test(text) ? Number(text) : text
}

/** Splits a fault at its colons, but not the operation of a custom handler: `GET /events/:id`. */
function splitFault(text: string): string[] {
  const [first = '', ...others] = text.split(':')
  const end = others.findIndex((part) => part.includes('=') || isSwitch(part))
  return /^[A-Z]+ \//.test(first) && end > 0
    ? [[first, ...others.slice(0, end)].join(':'), ...others.slice(end)]
    : [first, ...others]
}

function isWhen([name]: readonly [name: string, value: unknown]): boolean {
  return whenFields.some((each) => each === name)
}

/** @throws InvalidOptionError If a part is given twice. */
export function parseFault(text: string): FaultParts {
  const parts = new Map<string, unknown>()
  for (const part of splitFault(text)) {
    const [name = '', value] = part.split(/=(.*)/s)
    // A part without a value is an effect such as `hang`, or the operation.
    const isOperation = value === undefined && !isSwitch(name)
    const key = isOperation ? 'operation' : name
    if (parts.has(key)) throw new InvalidOptionError('is given twice', key)
    if (isOperation) parts.set(key, name)
    else parts.set(key, value === undefined ? true : parseAmount(value))
  }
  const operation = parts.get('operation') as string | undefined
  parts.delete('operation')
  const when = Object.fromEntries([...parts].filter(isWhen))
  const effect = Object.fromEntries([...parts].filter((part) => !isWhen(part)))
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
