/** A problem in a value, and where it is. */
export interface Problem {
  /** JSON path of the problem, for example `$.volunteers[3].user.phone`. */
  readonly path: string
  /** What is wrong, human-readable. */
  readonly reason: string
}

/** An option, assumption, variant or flag is invalid. */
export class InvalidOptionError extends Error {
  override readonly name = 'InvalidOptionError'
  /** The path of the option, for example `target.url`. `undefined` if the error is about no single option. */
  readonly option: string | undefined
  /** What is wrong, without the name of the option: `must be true or false`. */
  readonly reason: string

  constructor(reason: string, option?: string, more?: { readonly cause?: unknown }) {
    super(option === undefined ? reason : `"${option}" ${reason}`, more)
    this.reason = reason
    this.option = option
  }
}

/** Something prevented a verification or a command, so nothing is known about the contract. The message is one line. */
export class SetupProblem extends Error {
  override readonly name = 'SetupProblem'
}

/** The data is invalid: it does not match the API specification, or two records have the same id or name. */
export class DataError extends Error {
  override readonly name = 'DataError'
  /** What was checked: a resource, such as `Volunteer`, or the name of a file. */
  readonly subject: string
  /** Every problem in the data, not only the first: its JSON `path`, and the `reason`. */
  readonly problems: readonly Problem[]

  constructor(subject: string, problems: readonly Problem[]) {
    super(problems.map(({ path, reason }) => `${subject}: ${path}: ${reason}`).join('\n'))
    this.subject = subject
    this.problems = problems
  }
}

/**
 * A change is not possible: an id or role name is taken, the user already has a volunteer record, or an update would change an
 * id. On a server: there are too many sandboxes, the options of `default` would change, or during a wait the server stops or the
 * sandbox is removed or replaced.
 */
export class ConflictError extends Error {
  override readonly name = 'ConflictError'
}

/** Not exactly one record matches the condition of `update` or `delete`. */
export class RecordNotFoundError extends Error {
  override readonly name = 'RecordNotFoundError'
}

/**
 * Gives an error the stack of an earlier call. A change has to wait, and its error would only have lines of conmock if the caller
 * does not await it.
 *
 * @param call Created at the call.
 * @returns The error. Its stack is only replaced if the input of the caller is wrong.
 */
export function withCallSite(call: Error, error: unknown): unknown {
  if (error instanceof ConflictError || error instanceof DataError || error instanceof RecordNotFoundError)
    error.stack = call.stack?.replace(/^Error.*/, () => `${error.name}: ${error.message}`) ?? ''
  return error
}

/** The request log has dropped entries, so a result could be wrong. */
export class RequestLogOverflowError extends Error {
  override readonly name = 'RequestLogOverflowError'
}

/** No request matched the condition of `waitFor` in time. */
export class WaitTimeoutError extends Error {
  override readonly name = 'WaitTimeoutError'
}

/** Describes why `fetch` has failed. Node puts the reason into the cause. */
export function describeFetchFailure(error: unknown): string {
  const { cause, message } = error as Error
  const { code, message: detail } = (cause ?? {}) as { readonly code?: string; readonly message?: string }
  return code ?? detail ?? message
}
