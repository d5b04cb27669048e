import type { components } from './openapi.js'

export type Problem = components['schemas']['Problem']

export class AdminProblem extends Error {
  override readonly name = 'AdminProblem'

  constructor(
    message: string,
    /** Status of the response. 0 if there was no response. */
    readonly status: number,
    readonly problem?: Problem,
  ) {
    super(message)
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
