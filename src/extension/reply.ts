import type { Refusal, Success } from '../contract/operation.js'

/** What `page`, `reply` and `refuse` return. */
export class Replied {
  readonly result: Success | Refusal
  constructor(result: Success | Refusal) {
    this.result = result
  }
}

/** A mistake in the code of the team. */
export class Mistake extends Error {}

/** Returns the code of a refusal with a status that the operation declares. */
export function refusalCode(status: number): string {
  return `refused_${status}`
}
