import { delay } from './timers.js'

/** Time for a client to get a response before the next one, so that it sees them in the order of the release. */
const MS_BETWEEN_RESPONSES = 10

interface HeldRequest {
  /** Id of the fault that holds the request. `undefined` if the request only waits for its delay. */
  readonly fault: string | undefined
  readonly end: (isReleased: boolean) => void
  /** Resolves when the request has its answer. */
  readonly answered: Promise<unknown>
}

/** The requests that faults delay, or hold until they are released. */
export class HeldRequests {
  #waiting: readonly HeldRequest[] = []

  /**
   * Waits until a request is released, its client leaves, or the mock is reset or ends. Then responds to it.
   *
   * @param fault Without one, the request waits for no release.
   * @param respond Gets `false` if the mock was reset or has ended.
   * @param ms How long the request waits at least, if it is released.
   */
  hold<T>(
    fault: string | undefined,
    { signal }: { readonly signal: AbortSignal },
    respond: (isReleased: boolean) => T | Promise<T>,
    ms = 0,
  ): Promise<T> {
    const [released, cut] = [new AbortController(), new AbortController()]
    let isEnded = false
    function end(isReleased: boolean): void {
      isEnded ||= !isReleased
      released.abort()
      if (isEnded) cut.abort()
    }
    function leave(): void {
      released.abort()
      cut.abort()
    }
    signal.addEventListener('abort', leave)
    if (signal.aborted) leave()
    const release = fault === undefined ? Promise.resolve() : delay(Infinity, released.signal)
    // At the same time, so that a release during the delay counts.
    const answered = (ms > 0 ? Promise.all([release, delay(ms, cut.signal)]) : release).then(() => {
      signal.removeEventListener('abort', leave)
      this.#waiting = this.#waiting.filter((each) => each.answered !== answered)
      return respond(!isEnded)
    })
    this.#waiting = [...this.#waiting, { fault, end, answered }]
    return answered
  }

  /**
   * Responds to a request after its delay, and after its release if a fault holds it.
   *
   * @param fault Its `delay` is in milliseconds.
   * @param respond Gets `false` if the mock was reset or has ended.
   */
  async respondAfter<T>(
    fault: { readonly delay: number; readonly holdingFault: string | undefined },
    request: { readonly signal: AbortSignal },
    respond: (isReleased: boolean) => T | Promise<T>,
  ): Promise<T> {
    const waits = fault.holdingFault !== undefined || fault.delay > 0
    return waits ? this.hold(fault.holdingFault, request, respond, fault.delay) : respond(true)
  }

  /** Releases the requests of some faults, one after another. */
  async release(faults: readonly string[], isReversed = false): Promise<void> {
    const waiting = this.#waiting.filter(({ fault }) => fault !== undefined && faults.includes(fault))
    for (const [place, { end, answered }] of (isReversed ? waiting.toReversed() : waiting).entries()) {
      if (place > 0) await delay(MS_BETWEEN_RESPONSES, new AbortController().signal)
      end(true)
      await answered
    }
  }

  /** Ends all requests without a response. */
  end(): void {
    for (const { end } of this.#waiting) end(false)
  }

  /** Ends the held requests. A server that stops waits for those that are only delayed. */
  endHeld(): void {
    for (const { fault, end } of this.#waiting) if (fault !== undefined) end(false)
  }
}
