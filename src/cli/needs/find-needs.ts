import { isWithin } from '../../contract/fields.js'
import { UsageError } from '../errors.js'

/** Runs the tests without some fields. Returns whether they fail. */
export type FailsWithout = (fields: readonly string[]) => Promise<boolean>

/** The same run of the tests passed and failed. */
export class FlakyTestsError extends UsageError {
  constructor() {
    super('Your tests are flaky: the same run passed and failed. Fix them, then run again.')
  }
}

/** Returns the fields that can be left out: neither the needed ones, nor those that contain one of these. */
export function fieldsBeside(needed: readonly string[], all: readonly string[]): string[] {
  return all.filter((name) => !needed.some((each) => isWithin(each, name)))
}

/**
 * Finds the fields that tests need, by delta debugging: it runs the tests without some of the fields, and halves the number of
 * fields until one is left that matters. In the end, it runs the tests once more without each found field, which must fail. The
 * run without all other fields has passed.
 *
 * @param all All fields: first those without fields of their own, then the objects and lists that contain them.
 * @returns Sets of fields of which the tests need at least one. Most sets have one field.
 * @throws FlakyTestsError If tests fail by chance.
 * @see https://www.debuggingbook.org/html/DeltaDebugger.html
 */
export async function findNeeds(
  failsWithout: FailsWithout,
  all: readonly string[],
): Promise<(readonly string[])[]> {
  const sets: (readonly string[])[] = []

  /** Returns the length of the shortest start of `fields` without which, and without `others`, the tests fail. */
  async function shortestStart(fields: readonly string[], others: readonly string[]): Promise<number> {
    let [passing, failing] = [0, fields.length]
    while (failing - passing > 1) {
      const middle = Math.floor((passing + failing) / 2)
      if (await failsWithout([...others, ...fields.slice(0, middle)])) failing = middle
      else passing = middle
    }
    return failing
  }

  /** Returns a smallest set of `fields` without which the tests fail. It most often has one field. */
  async function smallestSet(fields: readonly string[]): Promise<readonly string[]> {
    const found: string[] = []
    let rest = fields
    do {
      if (rest.length === 0) throw new FlakyTestsError()
      const length = await shortestStart(rest, found)
      found.push(rest[length - 1]!)
      rest = rest.slice(0, length - 1)
    } while (!(await failsWithout(found)))
    return found.toSorted()
  }

  for (;;) {
    const rest = fieldsBeside(sets.flat(), all)
    if (!(await failsWithout(rest))) break
    sets.push(await smallestSet(rest))
  }
  for (const set of sets) if (!(await failsWithout(set))) throw new FlakyTestsError()
  return sets
}
