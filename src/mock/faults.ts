import * as z from 'zod/mini'
import { checkOptions, oneOf, optionsSchema } from '../common/check-options.js'
import { InvalidOptionError } from '../common/errors.js'
import { didYouMean, preview } from '../common/text.js'
import type { CustomOperation } from '../api/match-path.js'
import type { CompiledApi } from '../contract/compile.js'
import { describeOperation } from '../contract/operation.js'
import { HeldRequests } from './held-requests.js'
import { createRandomizer } from '../common/random.js'
import {
  checkFault,
  namesOfEffects,
  type Fault,
  type FaultEffect,
  type FaultOf,
  type FaultOrdinals,
  type FaultWhen,
} from './fault.js'

/** A fault that is in use. @typeParam Operation The names of the operations that can fail. */
export interface ActiveFaultOf<Operation extends string> extends FaultOf<Operation> {
  /** Number of the fault in this mock, as text. */
  readonly id: string
  /** Number of requests that it has matched. */
  readonly hits: number
}

export interface ActiveFault extends ActiveFaultOf<string> {}

/** A fault that was added. */
export interface AddedFault {
  /** Number of the fault in this mock, as text. */
  readonly id: string
  /** Removes the fault, and releases the requests that it holds. Does nothing if it is already removed. */
  readonly remove: () => void
}

/** Options of `faults.release`. */
export interface ReleaseOptions {
  /**
   * Which request is first: the oldest (`arrival`), or the newest (`reverse`).
   *
   * @default 'arrival'
   */
  readonly order?: 'arrival' | 'reverse' | undefined
}

/** The types of an API in its faults. */
interface FaultTypes {
  /** The names of the operations that can fail. */
  readonly operation: string
  readonly fault: object
  readonly activeFault: object
}

/** The faults of a mock. @typeParam Types The types of the API. */
export interface FaultsOf<Types extends FaultTypes> {
  /** The faults in use, in the order in which they were added. */
  readonly all: readonly Types['activeFault'][]
  /** The operations that can fail: those of the API, `token`, and those of the custom handlers. */
  readonly operations: readonly Types['operation'][]
  /**
   * Adds a fault. It is in use from the next request on. If several faults match a request, the first effect and the
   * longest delay are used.
   *
   * @throws InvalidOptionError For an unknown operation, an invalid value, or effects that exclude each other.
   * @example
   * mock.faults.add({ operation: 'listRoles', when: { nth: 2 }, effect: { status: 503, retryAfter: 1 } })
   */
  add(fault: Types['fault']): AddedFault
  /**
   * Removes a fault, and releases the requests that it holds.
   *
   * @throws InvalidOptionError If there is no fault with this id.
   */
  remove(id: string): void
  /**
   * Releases the requests that faults hold, one after another, and removes these faults.
   *
   * @throws InvalidOptionError For an unknown option.
   * @example
   * await mock.faults.release({ order: 'reverse' })
   */
  release(options?: ReleaseOptions): Promise<void>
  /** Removes all faults, also those of the option `faults`. `reset()` brings back those of the option. */
  clear(): void
}

export interface Faults extends FaultsOf<{
  readonly operation: string
  readonly fault: Fault
  readonly activeFault: ActiveFault
}> {}

/** What goes wrong with one request. */
export interface FaultOfRequest {
  /** The operation of the request. */
  readonly operation: string
  /** In milliseconds. */
  readonly delay: number
  readonly effect: FaultEffect
  /** Value of the header `Conmock-Fault`, for example `status=503, delay=400`. */
  readonly header: string
  /** Id of the fault that holds the request until it is released. */
  readonly holdingFault: string | undefined
}

const releaseSchema = optionsSchema<ReleaseOptions>({
  order: z.optional(oneOf(['arrival', 'reverse'])),
})

function isDue(when: FaultWhen | undefined, ordinal: number): boolean {
  // Exactly one of the members has a value.
  const { nth, first, every, from } = (when ?? { from: 1 }) as FaultOrdinals
  if (nth !== undefined) return ordinal === nth
  if (first !== undefined) return ordinal <= first
  if (every !== undefined) return ordinal % every === 0
  return ordinal >= from!
}

interface CountedFault {
  readonly fault: Omit<ActiveFault, 'hits'>
  hits: number
  /** Number of the fault since the last reset. It decides delays, so that they are the same after each reset. */
  readonly position: number
  /** Number of requests for each operation since the fault was added. */
  readonly counts: Map<string, number>
}

/** The faults of a mock and their counts. */
export class FaultList implements Faults {
  readonly #api: CompiledApi
  readonly #initial: readonly Fault[]
  readonly #seed: number
  readonly #customOperations: readonly CustomOperation[]
  readonly #onChange: () => void
  #faults: CountedFault[] = []
  readonly held = new HeldRequests()
  #lastId = 0
  #lastPosition = 0

  constructor(
    api: CompiledApi,
    initial: readonly Fault[],
    seed: number,
    customOperations: readonly CustomOperation[],
    onChange: () => void,
  ) {
    this.#api = api
    this.#initial = structuredClone(initial)
    this.#seed = seed
    this.#customOperations = customOperations
    this.#onChange = onChange
    for (const [index, fault] of this.#initial.entries())
      this.#checkOperation(fault, `faults[${index}].operation`)
    this.reset()
  }

  /** Whether there is any fault. */
  get isActive(): boolean {
    return this.#faults.length > 0
  }

  get all(): readonly ActiveFault[] {
    return this.#faults.map(({ fault, hits }) => ({ ...structuredClone(fault), hits }))
  }

  get operations(): readonly string[] {
    return [...this.#api.endpoints, ...this.#customOperations]
  }

  add(newFault: Fault): AddedFault {
    const fault = checkFault(this.#api, newFault)
    this.#checkOperation(fault, 'operation')
    const id = this.#add(fault)
    this.#onChange()
    return { id, remove: () => void this.#removeAll([id]) }
  }

  async release(options: ReleaseOptions = {}): Promise<void> {
    checkOptions(releaseSchema, options)
    const ids = this.#faults.flatMap(({ fault }) => (fault.effect.hold ? [fault.id] : []))
    await this.#removeAll(ids, options.order === 'reverse')
  }

  remove(id: string): void {
    if (!this.#faults.some(({ fault }) => fault.id === id))
      throw new InvalidOptionError(`there is no fault with the id "${preview(id)}"`)
    void this.#removeAll([id])
  }

  clear(): void {
    void this.#removeAll(this.#faults.map(({ fault }) => fault.id))
  }

  /** Restores the faults of the options, and their counts. */
  reset(): void {
    this.held.end()
    this.#faults = []
    this.#lastPosition = 0
    for (const fault of this.#initial) this.#add(fault)
  }

  #checkOperation({ operation }: Fault, option: string): void {
    const { operations } = this
    if (operation === undefined || operations.includes(operation)) return
    const known = this.#api.operations.find((each) => describeOperation(each) === operation)
    if (known) throw new InvalidOptionError(`must be the name of this operation: "${known.id}"`, option)
    throw new InvalidOptionError(
      `has no custom handler "${preview(operation)}"${didYouMean(operation, operations)} Known operations: ${operations.join(', ')}`,
      option,
    )
  }

  /** Counts a request. Returns what goes wrong with it, or `undefined` if it gets a normal answer. */
  take(operation: string): FaultOfRequest | undefined {
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
    const holdingFault = due.find(({ fault }) => fault.effect.hold)?.fault.id
    const header = [
      ...namesOfEffects(effect).map((name) =>
        effect[name] === true ? name : `${name}=${String(effect[name])}`,
      ),
      ...(delay === undefined ? [] : [`delay=${delay}`]),
      ...(holdingFault === undefined ? [] : ['hold']),
    ].join(', ')
    return { operation, delay: delay ?? 0, effect, header, holdingFault }
  }

  #add(fault: Fault): string {
    const id = String(++this.#lastId)
    const position = ++this.#lastPosition
    this.#faults.push({ fault: { id, ...fault }, hits: 0, position, counts: new Map() })
    return id
  }

  /** Removes faults, if they exist, and releases the requests that they hold. */
  #removeAll(ids: readonly string[], isReversed = false): Promise<void> {
    const rest = this.#faults.filter(({ fault }) => !ids.includes(fault.id))
    const isChanged = rest.length < this.#faults.length
    this.#faults = rest
    if (isChanged) this.#onChange()
    return this.held.release(ids, isReversed)
  }

  /** Returns the delay of a request. Within a range, the seed, the fault and the number of the request decide it. */
  #delayOf({ fault, position, counts }: CountedFault, operation: string): number[] {
    const { delay } = fault.effect
    if (delay === undefined) return []
    if (typeof delay === 'number') return [delay]
    const [low, high] = delay
    const random = createRandomizer()
    random.seed([this.#seed, position, counts.get(operation)!])
    return [low + Math.floor(random.next() * (high - low + 1))]
  }
}
