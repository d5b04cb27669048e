import { FAULT_FORM, parseAmount, parseFault } from '../contract/fault-flag.js'
import { createMockCore, InvalidOptionError, type Fault } from '../server.js'
import { UsageError } from './usage-error.js'

/** The flags that make the server slow or faulty. */
export interface FaultFlags {
  readonly delay?: readonly string[]
  readonly fault?: readonly string[]
}

/** Reads a fault, and checks it with the rules of the library. An error names the flag. */
function readFlag(flag: string, form: string, read: (text: string) => unknown) {
  return (text: string): Fault => {
    try {
      const fault = read(text) as Fault
      createMockCore({ faults: [fault] })
      return fault
    } catch (error) {
      if (!(error instanceof InvalidOptionError)) throw error
      const field = error.option?.replace(/^faults\[0\]\.?/, '') ?? ''
      throw new UsageError(
        `${flag} ${text}: ${field === '' ? '' : `"${field}" `}${error.reason}; the form is ${form}`,
      )
    }
  }
}

/** Returns the faults of the flags. */
export function faultsFrom({ delay = [], fault = [] }: FaultFlags): Fault[] {
  return [
    ...delay.map(readFlag('--delay', 'MS or MIN-MAX', (text) => ({ effect: { delay: parseAmount(text) } }))),
    ...fault.map(readFlag('--fault', FAULT_FORM, parseFault)),
  ]
}
