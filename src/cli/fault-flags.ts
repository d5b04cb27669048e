import { FAULT_FORM, parseAmount, parseFault } from '../contract/fault-flag.js'
import { checkFault, type Fault } from '../internal/mock.js'
import { InvalidOptionError } from '../server.js'
import { UsageError } from './errors.js'

/** The flags that make the server slow or faulty. */
export interface FaultFlags {
  readonly delay?: readonly string[]
  readonly fault?: readonly string[]
}

/** Reads a fault, and checks it with the rules of the library. An error names the flag. */
function readFlag(flag: string, form: string, read: (text: string) => unknown) {
  return (text: string): Fault => {
    try {
      return checkFault(read(text))
    } catch (error) {
      if (!(error instanceof InvalidOptionError)) throw error
      throw new UsageError(`${flag} ${text}: ${error.message}; the form is ${form}`)
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
