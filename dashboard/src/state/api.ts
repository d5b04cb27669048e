import { computed, signal } from '@preact/signals'
import type { ApiDescription } from '../../../src/admin/describe-api.js'
import { describeOperation, withOrigin } from '../../../src/contract/operation.js'
import { readApi } from '../admin/client.js'
import { getMessage } from '../common/format.js'
import { epoch } from './connection.js'

/** `undefined` until it is read. */
export const knownApi = signal<ApiDescription | undefined>(undefined)

/** The API of the server. The page shows no view before it is known. */
export const api = computed(() => knownApi.value!)

/** The operation in examples: a list, which needs no id in its path, or the first one. */
export const exampleOperation = computed(() => {
  const { operations } = api.value
  return operations.find(({ list }) => list !== undefined) ?? operations[0]!
})

/** Writes an operation with its method and path, and with who says that it exists, if the API specification does not. */
export function labelOf({ id, origin, ...request }: ApiDescription['operations'][number]): string {
  return withOrigin(`${id}: ${describeOperation(request)}`, origin)
}

/** Who says that an operation exists, if the API specification does not. */
export function originOf(operation: string): string | undefined {
  return api.value.operations.find(({ id }) => id === operation)?.origin
}

export const apiError = signal<string | undefined>(undefined)

export async function reloadApi(): Promise<void> {
  try {
    const read = await readApi()
    // Most often, a new server has the same API. Then no view is drawn again.
    if (JSON.stringify(read) !== JSON.stringify(knownApi.peek())) knownApi.value = read
    apiError.value = undefined
  } catch (error) {
    apiError.value = getMessage(error)
  }
}

/** Reads the API at once, and again when the page has a new connection: a new server may have another one. */
export function followApi(): () => void {
  void reloadApi()
  return epoch.subscribe((value) => {
    if (value > 1 || apiError.peek() !== undefined) void reloadApi()
  })
}
