import { describe, expect, test } from 'vitest'
import { generatedSource, givenSource, joinedSource, type Source } from '../../src/dataset/source.js'

interface Item {
  readonly id: string
}

function ids(source: Source<Item>): string[] {
  return Array.from({ length: source.size }, (_, position) => source.at(position).id)
}

const given = givenSource([{ id: '20' }, { id: '3' }, { id: '100' }])
const generated = generatedSource({ size: 3, firstId: 101, make: (index) => ({ id: String(101 + index) }) })

/** All sources behave in the same way. */
describe.each<[string, Source<Item>, string[]]>([
  ['given', given, ['3', '20', '100']],
  ['generated', generated, ['101', '102', '103']],
  ['joined', joinedSource(given, generated), ['3', '20', '100', '101', '102', '103']],
  ['joined after an empty one', joinedSource(givenSource<Item>([]), generated), ['101', '102', '103']],
  ['joined with an empty one', joinedSource(given, givenSource<Item>([])), ['3', '20', '100']],
])('a source that is %s', (_, source, expected) => {
  test('has its records in the order of their ids', () => {
    expect(ids(source)).toEqual(expected)
    expect(source.size).toBe(expected.length)
  })

  test('finds the position of each id, and -1 for other ids', () => {
    expect(expected.map((id) => source.indexOf(id))).toEqual(expected.map((_id, position) => position))
    for (const id of ['', '0', '4', '104', '0101', '1e2', '+101', '9'.repeat(30), 'x']) {
      expect(source.indexOf(id)).toBe(-1)
    }
  })

  test('finds the first record after an id, even if the id does not exist', () => {
    for (const id of ['0', '3', '50', '100', '101', '102.5', '103', '9'.repeat(30), '', 'x']) {
      const later = expected.findIndex((other) => Number(other) > (/^\d+$/.test(id) ? Number(id) : Infinity))
      expect(source.after(id)).toBe(later === -1 ? expected.length : later)
    }
  })
})

describe('a generated source', () => {
  test('generates a record only when it is read', () => {
    const made: number[] = []
    const source = generatedSource({
      size: 1_000_000,
      firstId: 1,
      make(index) {
        made.push(index)
        return { id: String(index + 1) }
      },
    })
    source.indexOf('5')
    source.after('5')
    expect(made).toEqual([])
    source.at(999_999)
    expect(made).toEqual([999_999])
  })

  test('returns the same object again', () => {
    expect(generated.at(1)).toBe(generated.at(1))
  })

  test('generates an equal record after the first one was evicted from its cache', () => {
    const source = generatedSource({ size: 70_000, firstId: 1, make: (index) => ({ id: String(index + 1) }) })
    const first = source.at(0)
    for (let position = 1; position < source.size; position++) source.at(position)
    expect(source.at(0)).not.toBe(first)
    expect(source.at(0)).toEqual(first)
  })
})
