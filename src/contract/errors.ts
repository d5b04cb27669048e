/** One thing that is wrong with a value, and where. */
export interface Problem {
  /** JSON path of the offending place, for instance `$.volunteers[3].user.phone`. */
  readonly path: string
  /** What is wrong there, in words for people. */
  readonly reason: string
}

/** Something is wrong with what the caller passed: an option, an assumption, a variant, a flag's value. */
export class InvalidOptionError extends Error {
  override readonly name = 'InvalidOptionError'
}

/** Records are not what the document allows. Holds every problem found, not only the first. */
export class DataError extends Error {
  override readonly name = 'DataError'
  readonly problems: readonly Problem[]

  /** @param subject What was read, for the message: `volunteer`, or a file's name. */
  constructor(subject: string, problems: readonly Problem[]) {
    super(problems.map(({ path, reason }) => `${subject}: ${path}: ${reason}`).join('\n'))
    this.problems = problems
  }
}

/** A change would break a uniqueness rule: an id, a role's name, or a second record for one user. */
export class ConflictError extends Error {
  override readonly name = 'ConflictError'
}

/** An update or delete named no record, or more than one. */
export class RecordNotFoundError extends Error {
  override readonly name = 'RecordNotFoundError'
}
