import { InvalidOptionError } from '../common/errors.js'
import { nearest, preview } from '../common/text.js'
import { endpoints, type CustomOperation, type OperationName } from '../api/match-path.js'
import { createRandomizer } from '../dataset/random.js'
import {
  checkFault,
  namesOfEffects,
  type Fault,
  type FaultEffect,
  type FaultOrdinals,
  type FaultWhen,
} from './fault.js'

/** A fault that is in use. */
export interface ActiveFault extends Fault {
  /** Number of the fault in this mock, as text. */
  readonly id: string
  /** Number of requests that it has matched. */
  readonly hits: number
}

/** A fault that was added. */
export interface AddedFault {
  /** Number of the fault in this mock, as text. */
  readonly id: string
  /** Removes the fault. Does nothing if it is already removed. */
  readonly remove: () => void
}

/** The faults of a mock. */
export interface Faults {
  /** The faults in use, in the order in which they were added. */
  readonly all: readonly ActiveFault[]
  /** The operations that can fail: those of the API, `token`, and those of the custom handlers. */
  readonly operations: readonly OperationName[]
  /**
   * Adds a fault. It is in use from the next request on. If several faults match a request, the first effect and the
   * longest delay are used.
   *
   * @throws InvalidOptionError For an unknown operation, an invalid value, or effects that exclude each other.
   * @example
   * mock.faults.add({ operation: 'listRoles', when: { nth: 2 }, effect: { status: 503, retryAfter: 1 } })
   */
  add(fault: Fault): AddedFault
  /**
   * Removes a fault.
   *
   * @throws InvalidOptionError If there is no fault with this id.
   */
  remove(id: string): void
  /** Removes all faults, also those of the option `faults`. `reset()` brings back those of the option. */
  clear(): void
}

/** What goes wrong with one request. */
export interface FaultOfRequest {
  /** In milliseconds. */
  readonly delay: number
  readonly effect: FaultEffect
  /** Value of the header `Conmock-Fault`, for example `status=503, delay=400`. */
  readonly header: string
}

const MAX_FAULTS = 1000

function isDue(when: FaultWhen | undefined, ordinal: number): boolean {
  // Exactly one of the members has a value.
  const { nth, first, every, from } = (when ?? { from: 1 }) as FaultOrdinals
  if (nth !== undefined) return ordinal === nth
  if (first !== undefined) return ordinal <= first
  if (every !== undefined) return ordinal % every === 0
  return ordinal >= from!
}

/** Describes the effects, human-readable: `status=503, delay=400`. */
function describeEffect(effect: FaultEffect, delay: number | undefined): string {
  const [name] = namesOfEffects(effect)
  const value = name && effect[name]
  return [
    ...(name === undefined ? [] : [value === true ? name : `${name}=${value}`]),
    ...(delay === undefined ? [] : [`delay=${delay}`]),
  ].join(', ')
}

interface CountedFault {
  readonly fault: Omit<ActiveFault, 'hits'>
  hits: number
  /** Number of the fault since the last reset. It decides delays, so that they are the same after each reset. */
  readonly place: number
  /** Number of requests for each operation since the fault was added. */
  readonly counts: Map<OperationName, number>
}

/** The faults of a mock and their counts. */
export class FaultList implements Faults {
  readonly #initial: readonly Fault[]
  readonly #seed: number
  readonly #customOperations: () => readonly CustomOperation[]
  readonly #onChange: () => void
  #faults: CountedFault[] = []
  #lastId = 0
  #lastPlace = 0

  constructor(
    initial: readonly Fault[],
    seed: number,
    customOperations: () => readonly CustomOperation[],
    onChange: () => void,
  ) {
    this.#initial = structuredClone(initial)
    this.#seed = seed
    this.#customOperations = customOperations
    this.#onChange = onChange
    this.reset()
  }

  /** Whether there is any fault. */
  get isActive(): boolean {
    return this.#faults.length > 0
  }

  get all(): readonly ActiveFault[] {
    return this.#faults.map(({ fault, hits }) => ({ ...structuredClone(fault), hits }))
  }

  get operations(): readonly OperationName[] {
    return [...endpoints, ...this.#customOperations()]
  }

  add(given: Fault): AddedFault {
    const fault = checkFault(given)
    this.#checkOperation(fault, 'operation')
    if (this.#faults.length >= MAX_FAULTS) {
      throw new InvalidOptionError(`there can be at most ${MAX_FAULTS} faults; remove some first`)
    }
    const id = this.#add(fault)
    this.#onChange()
    return { id, remove: () => this.#removeIfPresent(id) }
  }

  remove(id: string): void {
    if (!this.#removeIfPresent(id))
      throw new InvalidOptionError(`there is no fault with the id "${preview(id)}"`)
  }

  clear(): void {
    this.#faults = []
    this.#onChange()
  }

  /** Restores the faults of the options, and their counts. */
  reset(): void {
    this.#faults = []
    this.#lastPlace = 0
    for (const fault of this.#initial) this.#add(fault)
  }

  /** Checks the faults of the options, when the custom handlers are known. */
  checkInitial(): void {
    for (const [index, fault] of this.#initial.entries()) {
      this.#checkOperation(fault, `faults[${index}].operation`)
    }
  }

  #checkOperation({ operation }: Fault, option: string): void {
    const { operations } = this
    if (operation === undefined || operations.includes(operation)) return
    throw new InvalidOptionError(
      `has no custom handler "${operation}": did you mean "${nearest(operation, operations)}"? The operations are: ${operations.join(', ')}`,
      option,
    )
  }

  /** Counts a request. Returns what goes wrong with it, or `undefined` if it gets a normal answer. */
  take(operation: OperationName): FaultOfRequest | undefined {
    const due = this.#faults.filter(({ fault, counts }) => {
      if (fault.operation !== undefined && fault.operation !== operation) return false
      const count = (counts.get(operation) ?? 0) + 1
      counts.set(operation, count)
      return isDue(fault.when, count)
    })
    if (due.length === 0) return undefined
    for (const each of due) each.hits++
    const effect = due.find(({ fault }) => namesOfEffects(fault.effect).length > 0)?.fault.effect ?? {}
    const delays = due.flatMap((each) => this.#delayOf(each, operation))
    const delay = delays.length === 0 ? undefined : Math.max(...delays)
    return { delay: delay ?? 0, effect, header: describeEffect(effect, delay) }
  }

  #add(fault: Fault): string {
    const id = String(++this.#lastId)
    const place = ++this.#lastPlace
    this.#faults.push({ fault: { id, ...fault }, hits: 0, place, counts: new Map() })
    return id
  }

  #removeIfPresent(id: string): boolean {
    const rest = this.#faults.filter(({ fault }) => fault.id !== id)
    const isRemoved = rest.length < this.#faults.length
    this.#faults = rest
    if (isRemoved) this.#onChange()
    return isRemoved
  }

  /** Returns the delay of a request. Within a range, the seed, the fault and the number of the request decide it. */
  #delayOf({ fault, place, counts }: CountedFault, operation: OperationName): number[] {
    const { delay } = fault.effect
    if (delay === undefined) return []
    if (typeof delay === 'number') return [delay]
    const [low, high] = delay
    const random = createRandomizer()
    const { operations } = this
    random.seed([
      this.#seed,
      place,
      counts.get(operation)! * operations.length + operations.indexOf(operation),
    ])
    return [low + Math.floor(random.next() * (high - low + 1))]
  }
}
