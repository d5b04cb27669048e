import * as z from 'zod/mini'
import { checkOptions, optionsSchema, wholeNumber } from '../common/check-options.js'
import { didYouMean, preview } from '../common/text.js'
import { compiled, type CompiledApi } from '../contract/compile.js'
import {
  effectFields,
  effectNames,
  isSwitch,
  whenFields,
  type EffectName,
  type SwitchName,
} from '../contract/fault-fields.js'

/** What goes wrong with a response. `delay` and `hold` can be combined with one of the others, and `html` with `status`. */
export interface FaultEffect {
  /** Status of the response, from 400 to 599. The body has the form of the assumption `errors.body`. */
  readonly status?: number | undefined
  /** Value of the header `Retry-After`, in seconds. Requires `status`. */
  readonly retryAfter?: number | undefined
  /**
   * Delays the response, in milliseconds. A range such as `[200, 800]` gives random delays, reproducible by `seed`.
   */
  readonly delay?: number | readonly [number, number] | undefined
  /** Resets the connection, so the client gets a network error. */
  readonly dropConnection?: true | undefined
  /** Closes the connection after this number of bytes of the body. `Content-Length` is that of the whole body. */
  readonly truncateBody?: number | undefined
  /** Sends a body that is not valid JSON. */
  readonly invalidJson?: true | undefined
  /** Sends an HTML page, like a proxy. The status is 200, or that of `status`. */
  readonly html?: true | undefined
  /** Waits until `mock.faults.release()`, or until the fault is removed. Then the request gets its response. */
  readonly hold?: true | undefined
  /** Never answers, until the client gives up or the server closes. */
  readonly hang?: true | undefined
}

/** Which requests a fault is for. They are counted for each operation, from the moment when the fault is added. */
export type FaultWhen =
  | {
      /** Only this request: `{ nth: 2 }` is the second one. */
      readonly nth: number
    }
  | {
      /** This many requests, from the first: `{ first: 3 }` is the first three. */
      readonly first: number
    }
  | {
      /** Every nth request: `{ every: 5 }` is the fifth, the tenth and so on. */
      readonly every: number
    }
  | {
      /** This request and all later ones. */
      readonly from: number
    }

/** A fault: a response that goes wrong on purpose. @typeParam Operation The names of the operations that can fail. */
export interface FaultOf<Operation extends string> {
  /**
   * The operation to fail: its name in the API or in your extension, `token`, or a custom handler, such as `GET /events/:id`.
   *
   * @default all operations
   */
  readonly operation?: Operation | undefined
  /**
   * Which requests fail.
   *
   * @default all requests
   */
  readonly when?: FaultWhen | undefined
  /** What goes wrong. */
  readonly effect: FaultEffect
}

export interface Fault extends FaultOf<string> {}

/** The longest delay that a timer supports. */
const MAX_DELAY = 2_147_483_647

const ordinal = z.optional(wholeNumber(1, Number.MAX_SAFE_INTEGER, 'from 1'))
const milliseconds = wholeNumber(0, MAX_DELAY, `of milliseconds from 0 to ${MAX_DELAY}`)
const switches = effectNames.filter(isSwitch)
const trueOnly = z.optional(z.literal(true, 'must be true, or be left out'))
const RANGE = 'must be a number of milliseconds, or a range such as [200, 800]'

const effectSchema = optionsSchema<FaultEffect>({
  status: z.optional(wholeNumber(400, 599)),
  retryAfter: z.optional(wholeNumber(0, Number.MAX_SAFE_INTEGER, 'of seconds from 0')),
  delay: z.optional(
    z.union(
      [
        milliseconds,
        z.tuple([milliseconds, milliseconds]).check(z.refine(([low, high]) => low <= high, RANGE)),
      ],
      RANGE,
    ),
  ),
  truncateBody: z.optional(wholeNumber(0, Number.MAX_SAFE_INTEGER, 'of bytes from 0')),
  ...(Object.fromEntries(switches.map((name) => [name, trueOnly])) as Record<SwitchName, typeof trueOnly>),
})

/** All members of `FaultWhen`. */
export type FaultOrdinals = { readonly [Name in (typeof whenFields)[number]]?: number }

const whenSchema = optionsSchema<FaultOrdinals>(
  Object.fromEntries(whenFields.map((name) => [name, ordinal])) as Record<
    keyof FaultOrdinals,
    typeof ordinal
  >,
)

const exclusive = effectNames.filter((name) => effectFields[name].isAlone)

/** Returns the names of the effects that exclude each other, except `status` and `html`. */
export function namesOfEffects(effect: FaultEffect): EffectName[] {
  return exclusive.filter((name) => effect[name] !== undefined)
}

/** Returns what is wrong with the combination of members, and the path of the wrong one. */
function findConflict({ when, effect }: Fault): [reason: string, ...path: string[]] | undefined {
  const names = namesOfEffects(effect)
  if (effect.hang && effect.hold) return ['can only have one of: hang, hold', 'effect']
  const isErrorPage = names.length === 2 && effect.status !== undefined && effect.html !== undefined
  if (names.length > 1 && !isErrorPage) return [`can only have one of: ${names.join(', ')}`, 'effect']
  if (names.length === 0 && effect.delay === undefined && effect.hold === undefined) {
    return [`must have one of: ${exclusive.join(', ')}, delay, hold`, 'effect']
  }
  if (effect.retryAfter !== undefined && effect.status === undefined) {
    return ['requires "status"', 'effect', 'retryAfter']
  }
  if (when !== undefined && Object.values(when).filter((value) => value !== undefined).length !== 1) {
    return [`must have exactly one of: ${whenFields.join(', ')}`, 'when']
  }
  return undefined
}

function describeUnknownOperation(endpoints: readonly string[], input: unknown): string {
  const known = `${endpoints.join(', ')}, or the method and path of a custom handler`
  if (typeof input !== 'string') return `must be one of: ${known}`
  return `has no value "${preview(input)}"${didYouMean(input, endpoints)} Known values: ${known}`
}

/** The schema of an operation. Only a mock knows the operations of its custom handlers. */
export const operationSchema = compiled(({ endpoints }) =>
  z.custom<string>(
    (value) => typeof value === 'string' && (endpoints.includes(value) || /^[A-Z]+ \//.test(value)),
    { error: ({ input }) => describeUnknownOperation(endpoints, input) },
  ),
)

/** The schema of a fault. */
export const faultSchema = compiled((api) =>
  optionsSchema<Fault>({
    operation: z.optional(operationSchema(api)),
    when: z.optional(whenSchema as z.ZodMiniType<FaultWhen>),
    effect: effectSchema,
  }).check(({ value, issues }) => {
    const [message, ...path] = findConflict(value) ?? []
    if (message !== undefined) issues.push({ code: 'custom', input: value, message, path })
  }),
)

/** Checks a fault, and copies it. @throws InvalidOptionError */
export function checkFault(api: CompiledApi, fault: unknown): Fault {
  checkOptions(faultSchema(api), fault)
  return structuredClone(fault) as Fault
}
