import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cursorAfter, idInCursor } from '../support/cursors.js'
import { runs } from '../support/property.js'

const anyId = fc.oneof(fc.nat().map(String), fc.string({ unit: 'binary', maxLength: 10 }))

/** Includes lone surrogates, which JSON allows although they are not characters. */
const anyText = fc.oneof(anyId, fc.constantFrom('', '\uD800', 'a\uDC00b', '\0', '"', '%'))

/** One edit of a text: changes, removes, inserts or swaps characters, cuts off the end or the start, or doubles the text. */
const anyEdit = fc.record({
  kind: fc.constantFrom('change', 'remove', 'insert', 'swap', 'cut', 'behead', 'double'),
  place: fc.nat(),
  character: fc.oneof(
    fc.constantFrom('=', '+', '/', '-', '_', ' ', '\n', '\t', 'A', 'a', '0', '.', '%', '~'),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    fc.stringMatching(/^[A-Za-z0-9_-]$/),
  ),
})

function edited(
  text: string,
  { kind, place, character }: { kind: string; place: number; character: string },
): string {
  const characters = text.split('')
  const at = place % characters.length
  const swapped = [characters[at + 1] ?? '', characters[at]!]
  const edits: Record<string, () => string[]> = {
    change: () => characters.with(at, character),
    remove: () => characters.toSpliced(at, 1),
    insert: () => characters.toSpliced(at, 0, character),
    swap: () => characters.toSpliced(at, 2, ...swapped),
    cut: () => characters.slice(0, at),
    behead: () => characters.slice(at),
    double: () => [...characters, ...characters],
  }
  return edits[kind]!().join('')
}

describe('a cursor', () => {
  test('contains the id of the role before the page, and needs no encoding in a query', () => {
    fc.assert(
      fc.property(anyText, (id) => {
        const cursor = cursorAfter(id)
        expect(idInCursor(cursor)).toBe(id)
        expect(encodeURIComponent(cursor)).toBe(cursor)
      }),
      runs(500),
    )
  })

  test('is invalid after any edit', () => {
    fc.assert(
      fc.property(anyText, anyEdit, (id, edit) => {
        const cursor = cursorAfter(id)
        const other = edited(cursor, edit)
        fc.pre(other !== cursor)
        expect(idInCursor(other)).toBeUndefined()
      }),
      runs(3000),
    )
  })

  test('is invalid if it is any other text', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'binary' }), fc.base64String(), anyId, anyId.map(btoaOf)),
        (text) => {
          expect(idInCursor(text)).toBeUndefined()
        },
      ),
      runs(1000),
    )
  })
})

function btoaOf(text: string): string {
  return Buffer.from(text).toString('base64url')
}
