/** JSON that keeps `undefined`, which the factories tell from a member that is not there. */
const UNDEFINED = '\0undefined'

function restore(value: unknown): unknown {
  if (value === UNDEFINED) return undefined
  if (Array.isArray(value)) return value.map(restore)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, restore(each)]))
}

/** @throws TypeError For a function, which cannot leave the page. */
export function write(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) => {
    if (typeof each === 'function') throw new TypeError('a function cannot leave the page')
    return each === undefined ? UNDEFINED : each
  })
}

export function read(text: string): unknown {
  return restore(JSON.parse(text))
}

/** Where the page finds what opens and changes mocks in Node. */
export const CONTROL = '/__mocks'

/** What a page asks for: a member of a mock, called with arguments unless it is a value. */
export interface Call {
  /** The mock; none, to open one. */
  readonly id?: number
  /** The path of the member, such as `volunteers.find`; `open`, `now` and `close` besides. */
  readonly member: string
  readonly values: readonly unknown[]
}

/** What comes back. */
export interface Answered {
  readonly value?: unknown
  readonly error?: string
}
