import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { expect, it } from 'vitest'
import { kinds } from '../../src/convention/kinds.js'
import { kindNames } from '../../src/dataset/kinds.js'
import { operations } from '../../src/convention/operations.js'

/** `volunteer`, `Volunteers` and so on, as a word of an identifier. */
const nouns = new RegExp(
  Object.values(kinds)
    .map(({ noun: [first = '', ...rest] }) => `[${first}${first.toUpperCase()}]${rest.join('')}s?(?![a-z])`)
    .join('|'),
)

/** Texts that a program compares. Examples in messages and help may name what they like. */
const texts = new Set<string>([...kindNames, ...Object.keys(operations)])

/** Words of Node and of the web. */
const others = new Set(['username', 'role'])

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => path.join(folder, file))
}

function nounsIn(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest)
  const found: string[] = []
  function visit(node: ts.Node): void {
    if (ts.isIdentifier(node) && nouns.test(node.text) && !others.has(node.text)) found.push(node.text)
    if (ts.isStringLiteralLike(node) && texts.has(node.text)) found.push(node.text)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found.map((noun) => `${file}: ${noun}`)
}

// The public entry exports what the convention has.
const engine = [...filesIn('src'), ...filesIn('dashboard/src')].filter(
  (file) => !file.startsWith('src/convention/') && file !== path.join('src', 'index.ts'),
)

it('only src/convention knows volunteers, users and roles', () => {
  expect(engine.length).toBeGreaterThan(250)
  expect(engine.flatMap(nounsIn)).toEqual([])
})
