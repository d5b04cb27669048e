/** Stands for `undefined` in JSON, because the factories distinguish `undefined` from an absent member. */
const UNDEFINED = '\0undefined'

function restore(value: unknown): unknown {
  if (value === UNDEFINED) return undefined
  if (Array.isArray(value)) return value.map(restore)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, restore(each)]))
}

/** @throws TypeError For a function, which JSON cannot represent. */
export function write(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) => {
    if (typeof each === 'function') throw new TypeError('a function cannot be sent to the server')
    return each === undefined ? UNDEFINED : each
  })
}

export function read(text: string): unknown {
  return restore(JSON.parse(text))
}

/** The path at which the page creates and changes mocks in Node. */
export const CONTROL = '/__mocks'

/** The page reads a property of a mock, or calls a method with arguments. */
export interface Call {
  /** The id of the mock; `undefined` to create one. */
  readonly id?: number
  /** The path of the property, such as `volunteers.find`; or `open`, `now` or `close`. */
  readonly member: string
  readonly values: readonly unknown[]
}

/** The result of a call, or the message of its error. */
export interface Answered {
  readonly value?: unknown
  readonly error?: string
}
