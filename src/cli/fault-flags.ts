import { createMockCore, InvalidOptionError, type Fault } from '../server.js'
import { UsageError } from './usage-error.js'

/** The flags that make the server slow or faulty. */
export interface FaultFlags {
  readonly delay?: readonly string[]
  readonly fault?: readonly string[]
}

const FORM =
  '[OPERATION:][nth=N|first=N|every=N|from=N:]EFFECT, such as listRoles:nth=2:status=503:retryAfter=1'

const whens: ReadonlySet<string> = new Set(['nth', 'first', 'every', 'from'])
const switches: ReadonlySet<string> = new Set(['dropConnection', 'invalidJson', 'hang'])

/** Reads a number, or a range such as `200-800`. */
function readAmount(text: string): unknown {
  const range = /^(\d+)-(\d+)$/.exec(text)
  if (range) return [Number(range[1]), Number(range[2])]
  return /^\d+$/.test(text) ? Number(text) : text
}

/** Reads the parts of `--fault`. A part without a value is an effect such as `hang`, or the operation. */
function readFault(text: string): unknown {
  const parts = new Map<string, unknown>()
  for (const part of text.split(':')) {
    const [name = '', value] = part.split(/=(.*)/s)
    const isOperation = value === undefined && !switches.has(name)
    const key = isOperation ? 'operation' : name
    if (parts.has(key)) {
      throw new UsageError(`--fault ${text}: "${key}" is given twice; the form is ${FORM}`)
    }
    if (isOperation) parts.set(key, name)
    else parts.set(key, value === undefined ? true : readAmount(value))
  }
  const operation = parts.get('operation')
  parts.delete('operation')
  const when = Object.fromEntries([...parts].filter(([name]) => whens.has(name)))
  const effect = Object.fromEntries([...parts].filter(([name]) => !whens.has(name)))
  return {
    ...(operation === undefined ? {} : { operation }),
    ...(Object.keys(when).length === 0 ? {} : { when }),
    effect,
  }
}

/** Checks a fault with the rules of the library. An error names the flag. */
function checkFlag(flag: string, text: string, fault: unknown): Fault {
  try {
    createMockCore({ faults: [fault as Fault] })
    return fault as Fault
  } catch (error) {
    if (!(error instanceof InvalidOptionError)) throw error
    const field = error.option?.replace(/^faults\[0\]\.?/, '') ?? ''
    throw new UsageError(
      `${flag} ${text}: ${field === '' ? '' : `"${field}" `}${error.reason}; the form is ${flag === '--delay' ? 'MS or MIN-MAX' : FORM}`,
    )
  }
}

/** Returns the faults of the flags. */
export function faultsFrom({ delay = [], fault = [] }: FaultFlags): Fault[] {
  return [
    ...delay.map((text) => checkFlag('--delay', text, { effect: { delay: readAmount(text) } })),
    ...fault.map((text) => checkFlag('--fault', text, readFault(text))),
  ]
}
