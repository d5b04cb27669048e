import { describe, expect, it } from 'vitest'
import { cursorAfter, idInCursor } from '../support/cursors.js'

const ids = ['1', '9007199254740993', '', 'a:b', '"\\', '日本 👩🏽‍🚀', '\ud800', '\0', '~', '~~', '~~~']

describe.each(ids)('the cursor after the id %j', (id) => {
  const cursor = cursorAfter(id)

  it('decodes to the id', () => {
    expect(idInCursor(cursor)).toBe(id)
  })

  it('needs no escaping in a URL', () => {
    expect(cursor).toMatch(/^[\w-]+$/)
    expect(new URLSearchParams(`nextPage=${cursor}`).get('nextPage')).toBe(cursor)
  })

  it.each([
    ['padding', (text: string) => `${text}=`],
    ['white space before', (text: string) => ` ${text}`],
    ['a character more', (text: string) => `${text}A`],
    ['a character less', (text: string) => text.slice(0, -1)],
    ['another first character', (text: string) => (text.startsWith('a') ? 'b' : 'a') + text.slice(1)],
  ])('is invalid with %s', (_, edit) => {
    expect(idInCursor(edit(cursor))).toBeUndefined()
  })
})

it('every id has a different cursor', () => {
  expect(new Set(ids.map(cursorAfter)).size).toBe(ids.length)
})

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
