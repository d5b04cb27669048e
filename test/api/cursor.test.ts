import { expect, it } from 'vitest'
import { cursorAfter, idInCursor } from '../support/cursors.js'

/** Decodes and encodes cursors, as anybody can do who has read the source. */
function textIn(cursor: string): string {
  return Buffer.from(cursor, 'base64url').toString()
}

function cursorWith(text: string): string {
  return Buffer.from(text).toString('base64url')
}

it('a cursor is invalid after its id was replaced', () => {
  const text = textIn(cursorAfter('100'))
  const end = JSON.stringify(['100'])
  expect(text.endsWith(end)).toBe(true)
  expect(idInCursor(cursorWith(text))).toBe('100')
  for (const other of ['101', '10', '1000', 'x']) {
    const edited = text.slice(0, -end.length) + JSON.stringify([other])
    expect(idInCursor(cursorWith(edited))).toBeUndefined()
  }
})

const texts = ['', ':', '100', '"100"', 'x:"100"', ':null', ':{}', ':%zz']
const invalid = ['', 'x', 'null', '%', '✓', 'x'.repeat(100_000), ...texts.map(cursorWith)]

it.each(invalid.map((text) => [text.slice(0, 40), text]))('%j is not a valid cursor', (_, text) => {
  expect(idInCursor(text)).toBeUndefined()
})
