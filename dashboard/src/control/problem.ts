import type { components } from './openapi.js'

export type Problem = components['schemas']['Problem']

/** The control plane refused a request, or did not answer it. */
export class ControlProblem extends Error {
  override readonly name = 'ControlProblem'

  constructor(
    message: string,
    /** Status of the response. 0 if there was no response. */
    readonly status: number,
    /** The body of the response, if it is a problem. */
    readonly problem?: Problem,
  ) {
    super(message)
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
