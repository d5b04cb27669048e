/** Runs the tests without some fields. Returns whether they pass. `found` is the number of needed fields that are known. */
export type RunWithout = (fields: readonly string[], found: number) => Promise<boolean>

/** What the tests need. */
export interface FoundNeeds {
  /** The fields without which the tests fail. */
  readonly needed: readonly string[]
  /** Sets of fields of which the tests need at least one: without one of them they pass, without all of them they fail. */
  readonly together: readonly (readonly string[])[]
}

/** The tests fail or pass by chance, so nothing can be said. */
export class UnsteadyTests extends Error {
  override readonly name = 'UnsteadyTests'
}

function halvesOf(fields: readonly string[]): [readonly string[], readonly string[]] {
  const middle = Math.floor(fields.length / 2)
  return [fields.slice(0, middle), fields.slice(middle)]
}

/** The state of a search. */
class Search implements FoundNeeds {
  readonly #run: RunWithout
  readonly needed: string[] = []
  readonly together: string[][] = []

  constructor(run: RunWithout) {
    this.#run = run
  }

  /** The fields that are known to matter. */
  get known(): readonly string[] {
    return [...this.needed, ...this.together.flat()]
  }

  async fails(fields: readonly string[]): Promise<boolean> {
    return !(await this.#run(fields, this.known.length))
  }

  /**
   * Finds the needed ones among fields without which the tests have failed.
   *
   * @param others Fields that are always left out too.
   */
  async divide(fields: readonly string[], others: readonly string[] = []): Promise<void> {
    if (fields.length <= 1) {
      // A test that only fails sometimes is no need.
      if (fields.length === 1 && (await this.fails([...others, ...fields]))) this.needed.push(...fields)
      return
    }
    const before = this.known.length
    const [first, second] = halvesOf(fields)
    const hasFailed = await this.fails([...others, ...first])
    if (hasFailed) await this.divide(first, others)
    // Without a need in the first half, there is one in the second, or one of two fields is enough. A single field runs twice.
    const isClear = !hasFailed && second.length > 1
    if (isClear || (await this.fails([...others, ...second]))) await this.divide(second, others)
    if (this.known.length === before) await this.#findTogether(fields, others)
  }

  /** Finds fields of which one is enough: the tests failed without all of these fields, but not without a half of them. */
  async #findTogether(fields: readonly string[], others: readonly string[]): Promise<void> {
    if (!(await this.fails([...others, ...fields]))) return
    const [first, second] = halvesOf(fields)
    const ofFirst = await this.#smallest(first, [...others, ...second])
    const ofSecond = await this.#smallest(second, [...others, ...ofFirst])
    this.together.push([...ofFirst, ...ofSecond].toSorted())
  }

  /** Returns a smallest part of `fields` without which, and without `always`, the tests still fail. */
  async #smallest(fields: readonly string[], always: readonly string[]): Promise<readonly string[]> {
    if (fields.length <= 1) return fields
    const [first, second] = halvesOf(fields)
    if (await this.fails([...always, ...first])) return this.#smallest(first, always)
    if (await this.fails([...always, ...second])) return this.#smallest(second, always)
    const ofFirst = await this.#smallest(first, [...always, ...second])
    return [...ofFirst, ...(await this.#smallest(second, [...always, ...ofFirst]))]
  }
}

/**
 * Finds the fields that tests need, by running them without some of the fields. The last run leaves all other fields out, and
 * has passed.
 *
 * @param leaves Fields that have no fields themselves.
 * @param containers Fields that have such fields. A container is needed if one of its leaves is, or if the tests fail without it.
 * @throws UnsteadyTests If tests fail by chance.
 */
export async function findNeeds(
  run: RunWithout,
  leaves: readonly string[],
  containers: readonly string[],
): Promise<FoundNeeds> {
  const found = new Search(run)
  for (;;) {
    const { known } = found
    const rest = leaves.filter((leaf) => !known.includes(leaf))
    const empty = containers.filter((name) => !known.some((each) => `${each}.`.startsWith(`${name}.`)))
    if (!(await found.fails([...rest, ...empty]))) return found
    await found.divide(rest)
    // If the leaves do not matter, a container without its leaves does.
    if (found.known.length === known.length) await found.divide(empty, rest)
    if (found.known.length === known.length) throw new UnsteadyTests()
  }
}
