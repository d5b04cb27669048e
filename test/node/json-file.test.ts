import { writeFileSync } from 'node:fs'
import { parse } from 'lossless-json'
import { expect, it } from 'vitest'
import { readJson } from '../../src/node/json-file.js'
import { temporaryFile } from '../support/temporary-folder.js'

function messageFor(content: string | Uint8Array): string {
  const file = temporaryFile('a.json', '')
  writeFileSync(file, content)
  try {
    readJson(file, 'a.json')
  } catch (error) {
    return (error as Error).message
  }
  throw new Error('the file was read')
}

it('reads a JSON file with and without a byte order mark', () => {
  for (const start of ['', '\uFEFF'])
    expect(readJson(temporaryFile('a.json', `${start}{"a":1}`))).toEqual({ a: 1 })
})

it.each(['\uFEFF{"a":1}', '{"a":1}'])('says that a file is in UTF-16: %j', (text) => {
  const bytes = Buffer.from(text, 'utf16le')
  const message = 'a.json is in UTF-16; save it as UTF-8'
  expect(messageFor(bytes)).toBe(message)
  expect(messageFor(Buffer.from(bytes).swap16())).toBe(message)
})

it.each([
  ['{ "token": s3cret }', 'a.json is not JSON: invalid symbol (line 1, column 12)'],
  ['{\n "token": "s3cret",\n}', 'a.json is not JSON: property name expected (line 3, column 1)'],
  ['{ "token": "s3cret" } s3cret', 'a.json is not JSON: invalid symbol (line 1, column 23)'],
  ['s3cret', /^a\.json is not JSON: .* \(line 1, column 1\)$/],
  ['["s3cret', /^a\.json is not JSON: .* \(line 1, column \d+\)$/],
  ['{ // s3cret\n}', /^a\.json is not JSON: .* \(line 1, column 3\)$/],
  ['', /^a\.json is not JSON: .* \(line 1, column 1\)$/],
])('shows no part of a broken file, but where it is broken: %j', (text, expected) => {
  expect(messageFor(text)).toMatch(expected)
  expect(messageFor(text)).not.toContain('s3')
})

it.each([
  ['a file that ends early', '['.repeat(100_000)],
  ['a whole file, with a parser that is recursive', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
])('says that lists are nested too deeply: %s', (_, text) => {
  const file = temporaryFile('a.json', text)
  const message = 'a.json is not JSON: lists and objects are nested too deeply'
  expect(() => readJson(file, 'a.json', parse)).toThrow(message)
})
