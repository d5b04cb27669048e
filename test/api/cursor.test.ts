import { describe, expect, it } from 'vitest'
import { cursorBehind, idInCursor } from '../support/cursors.js'

const ids = [
  '1',
  '100',
  '9007199254740993',
  '',
  ' ',
  'a:b',
  'a/b?c&d=e',
  '"',
  '\\',
  'ü',
  '日本',
  '👩🏽‍🚀',
  '\ud800',
  '\0',
  '~',
  '~~',
  '~~~',
]

describe.each(ids)('the cursor behind the id %j', (id) => {
  const cursor = cursorBehind(id)

  it('gives the id back', () => {
    expect(idInCursor(cursor)).toBe(id)
  })

  it('is the same in every process', () => {
    expect(cursorBehind(id)).toBe(cursor)
  })

  it('can stand in a URL as it is', () => {
    expect(cursor).toMatch(/^[\w-]+$/)
    expect(new URLSearchParams(`nextPage=${cursor}`).get('nextPage')).toBe(cursor)
  })

  it.each([
    ['padding', (text: string) => `${text}=`],
    ['more padding', (text: string) => `${text}==`],
    ['white space before', (text: string) => ` ${text}`],
    ['white space after', (text: string) => `${text}\n`],
    ['white space within', (text: string) => `${text.slice(0, 8)} ${text.slice(8)}`],
    ['a character more', (text: string) => `${text}A`],
    ['a character less', (text: string) => text.slice(0, -1)],
    ['another first character', (text: string) => (text.startsWith('a') ? 'b' : 'a') + text.slice(1)],
  ])('is good in one form alone: not with %s', (_, edit) => {
    expect(idInCursor(edit(cursor))).toBeUndefined()
  })
})

it('is another one for every id', () => {
  expect(new Set(ids.map(cursorBehind)).size).toBe(ids.length)
})

/** The text in a cursor, and a cursor with another text: what somebody can do who has read the source. */
function textIn(cursor: string): string {
  return Buffer.from(cursor, 'base64url').toString()
}

function cursorWith(text: string): string {
  return Buffer.from(text).toString('base64url')
}

it('cannot be given another id without another checksum', () => {
  const text = textIn(cursorBehind('100'))
  const end = JSON.stringify(['100'])
  expect(text.endsWith(end)).toBe(true)
  expect(idInCursor(cursorWith(text))).toBe('100')
  for (const other of ['101', '10', '1000', 'x']) {
    const edited = text.slice(0, -end.length) + JSON.stringify([other])
    expect(idInCursor(cursorWith(edited))).toBeUndefined()
  }
})

it.each([
  '',
  'x',
  'null',
  'undefined',
  '%',
  '✓',
  cursorWith(''),
  cursorWith(':'),
  cursorWith('100'),
  cursorWith('"100"'),
  cursorWith('x:"100"'),
  cursorWith(':100'),
  cursorWith(':null'),
  cursorWith(':{}'),
  cursorWith(':%zz'),
  'x'.repeat(100_000),
])('%.40j was never issued', (text) => {
  expect(idInCursor(text)).toBeUndefined()
})
