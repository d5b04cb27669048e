import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findNeeds, FlakyTestsError } from '../../src/cli/needs/find-needs.js'

const containers = ['a', 'b', 'c']
const leaves = containers.flatMap((name) => Array.from({ length: 8 }, (_, index) => `${name}.${index}`))

/** Finds the needs of tests, and counts the runs. */
async function find(
  passes: (leftOut: ReadonlySet<string>) => boolean,
  among = leaves,
): Promise<{ needed: string[]; together: (readonly string[])[]; runs: number }> {
  let runs = 0
  const run = async (fields: readonly string[]) => {
    runs++
    return !passes(new Set(fields))
  }
  const sets = await findNeeds(run, [...among, ...containers])
  const needed = sets.filter(({ length }) => length === 1).flat()
  return { needed: needed.toSorted(), together: sets.filter(({ length }) => length > 1), runs }
}

/** The most runs for this number of needed fields. The command itself runs the tests twice more, without a change. */
function limitFor(needed: number, all: number): number {
  return needed * (Math.ceil(Math.log2(all + containers.length)) + 3) + 1
}

describe('the needed fields', () => {
  test('are exactly those that a test reads, in few runs', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(leaves.length), fc.subarray(leaves), async (count, fields) => {
        const among = leaves.slice(0, count)
        const read = fields.filter((field) => among.includes(field))
        const passes = (leftOut: ReadonlySet<string>) => !read.some((field) => leftOut.has(field))
        const { needed, together, runs } = await find(passes, among)
        expect(needed).toEqual(read.toSorted())
        expect(together).toEqual([])
        expect(runs).toBeLessThanOrEqual(limitFor(read.length, count))
      }),
    )
  })

  test('contain a container without which the tests fail, although they need none of its leaves', async () => {
    const { needed } = await find((leftOut) => !leftOut.has('b') && !leftOut.has('a.3'))
    expect(needed).toEqual(['a.3', 'b'])
  })

  test('of which one is enough are named together', async () => {
    await fc.assert(
      fc.asyncProperty(fc.subarray(leaves, { minLength: 3 }), fc.constantFrom(2, 3), async (fields, size) => {
        const set = fields.slice(0, size)
        const read = fields.slice(size, size + 2)
        const { needed, together } = await find(
          (leftOut) => !read.some((field) => leftOut.has(field)) && !set.every((field) => leftOut.has(field)),
        )
        expect(together).toEqual([set.toSorted()])
        expect(needed).toEqual(read.toSorted())
      }),
    )
  })
})

test('a test that fails by chance is no need: the search ends without a result', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 2, max: 30 }), async (failing) => {
      let runs = 0
      const outcome = await find((leftOut) => {
        if (++runs === failing) return false
        return !leftOut.has('a.1') && !leftOut.has('a.7')
      }).catch((error: unknown) => error)
      if (outcome instanceof FlakyTestsError) return
      expect(outcome).toMatchObject({ needed: ['a.1', 'a.7'], together: [] })
    }),
  )
})

test('a test that fails twice by chance without the same field is no need', async () => {
  let failures = 0
  const outcome = find((leftOut) => {
    if (leftOut.has('a.0') && failures < 6 && failures++ < 6) return false
    return !leftOut.has('a.7')
  })
  await expect(outcome).rejects.toBeInstanceOf(FlakyTestsError)
})

test('the search ends when tests fail by chance', async () => {
  await fc.assert(
    fc.asyncProperty(fc.infiniteStream(fc.boolean()), async (results) => {
      const outcome = await find(() => results.next().value).catch((error: unknown) => error)
      if ('needed' in (outcome as object)) return
      expect(outcome).toBeInstanceOf(FlakyTestsError)
    }),
  )
})
