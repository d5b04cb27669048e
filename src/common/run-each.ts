/** A test fails with some variants or hazards. The message lists them. `cause` is the first error of the test. */
export class ForEachError extends Error {
  override readonly name = 'ForEachError'
  /** What the test fails with: a variant such as `roles.lastPage=absent`, or a hazard such as `500 on the second page`. */
  readonly failed: readonly string[]

  /** @param failures The errors of the test, by the name of the run. `run` describes it for the message. */
  constructor(failures: ReadonlyMap<string, { readonly cause: unknown; readonly run: string }>) {
    const reasons = Array.from(failures.values(), ({ cause, run }) => {
      return `${run}: ${cause instanceof Error ? cause.message : String(cause)}`
    })
    super(`fails ${reasons.join('; and ')}`, { cause: [...failures.values()][0]?.cause })
    this.failed = [...failures.keys()]
  }
}

interface Runner<Run, Passed> {
  readonly run: (each: Run) => Promise<Passed>
  /** Describes a run that has failed, before the mock is reset. */
  readonly describe: (each: Run) => string
}

/**
 * Runs a test several times with a mock, and resets the mock after each run.
 *
 * @param runs The first one changes nothing.
 * @returns The results of the runs that have passed.
 * @throws ForEachError If some runs fail, but not the first one. Its own error is thrown.
 */
export async function runEach<Run extends { readonly name: string }, Passed>(
  mock: { readonly reset: () => Promise<void> },
  runs: readonly Run[],
  { run, describe }: Runner<Run, Passed>,
): Promise<Passed[]> {
  const passed: Passed[] = []
  const failures = new Map<string, { readonly cause: unknown; readonly run: string }>()
  for (const each of runs) {
    try {
      passed.push(await run(each))
    } catch (cause) {
      if (each === runs[0]) throw cause
      failures.set(each.name, { cause, run: describe(each) })
    } finally {
      await mock.reset()
    }
  }
  if (failures.size > 0) throw new ForEachError(failures)
  return passed
}
