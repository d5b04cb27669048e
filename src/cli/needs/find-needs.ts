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
  const middle = Math.ceil(fields.length / 2)
  return [fields.slice(0, middle), fields.slice(middle)]
}

/** Searches in fields that are left out together with `others`. */
class Search {
  readonly #run: RunWithout
  readonly #others: readonly string[]
  readonly needed: string[] = []
  readonly together: string[][] = []

  constructor(run: RunWithout, others: readonly string[]) {
    this.#run = run
    this.#others = others
  }

  fails(fields: readonly string[]): Promise<boolean> {
    const found = this.needed.length + this.together.flat().length
    return this.#run([...this.#others, ...fields], found).then((passed) => !passed)
  }

  /** Finds the needed ones among fields without which the tests have failed. */
  async divide(fields: readonly string[]): Promise<void> {
    if (fields.length === 1) {
      // A test that only fails sometimes is no need.
      if (await this.fails(fields)) this.needed.push(...fields)
      return
    }
    const before = this.needed.length + this.together.length
    let hasFailed = false
    for (const half of halvesOf(fields)) {
      if (!(await this.fails(half))) continue
      hasFailed = true
      await this.divide(half)
    }
    const isExplained = hasFailed && this.needed.length + this.together.length > before
    if (!isExplained) await this.#findTogether(fields)
  }

  /** Finds fields of which one is enough: the tests failed without all of these fields, but not without a half of them. */
  async #findTogether(fields: readonly string[]): Promise<void> {
    if (!(await this.fails(fields))) return
    const [first, second] = halvesOf(fields)
    const ofFirst = await this.#smallest(first, second)
    const ofSecond = await this.#smallest(second, ofFirst)
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

/** Searches until the tests pass without all fields that are not needed. */
async function search(
  run: RunWithout,
  others: readonly string[],
  fields: readonly string[],
): Promise<FoundNeeds> {
  const found = new Search(run, others)
  let rest = fields
  while (rest.length > 0 && (await found.fails(rest))) {
    const before = rest.length
    await found.divide(rest)
    const known = new Set([...found.needed, ...found.together.flat()])
    rest = fields.filter((field) => !known.has(field))
    if (rest.length === before) throw new UnsteadyTests()
  }
  return found
}

/**
 * Finds the fields that tests need, by running them without some of the fields.
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
  if (await run([...leaves, ...containers], 0)) return { needed: [], together: [] }
  const found = await search(run, [], leaves)
  const known = [...found.needed, ...found.together.flat()]
  const others = leaves.filter((leaf) => !known.includes(leaf))
  const empty = containers.filter((container) => !known.some((leaf) => leaf.startsWith(`${container}.`)))
  const ofContainers = await search(run, others, empty)
  return {
    needed: [...found.needed, ...ofContainers.needed],
    together: [...found.together, ...ofContainers.together],
  }
}
