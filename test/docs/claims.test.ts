import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { program } from './sandbox.js'

/** The cells of all rows of all tables of a file. */
function rowsOf(file: string): string[][] {
  const lines = readFileSync(program(file), 'utf8').split('\n')
  return lines
    .filter((line) => line.startsWith('|'))
    .map((line) => line.split('|').map((cell) => cell.trim()))
}

test('the numbers about speed are those of the last benchmark', () => {
  const measured = rowsOf('contributing/performance.md')
  const servers = rowsOf('docs/explanation/speed.md').slice(2)
  expect(servers.length).toBeGreaterThan(2)
  const expected = servers.map(([, server]) => {
    const [volunteer, , start] = measured.filter((row) => row[1] === server)
    return ['', server, volunteer![4], `${start![2]} ms`, '']
  })
  expect(servers).toEqual(expected)
})

test('the messages in the headings of the troubleshooting guide are real', () => {
  const guide = readFileSync(program('docs/guides/troubleshooting.md'), 'utf8')
  const headings = guide.match(/^### .*$/gm)!.join('\n')
  const spans = Array.from(headings.matchAll(/`([^`\n]+)`/g), ([, span = '']) => span)
  // A code span without a space is a name.
  const messages = spans.map((span) => span.replace(/ http:.*/, '')).filter((span) => span.includes(' '))
  expect(messages.length).toBeGreaterThan(5)
  const source = [program('src'), program('node_modules/msw/lib/core')]
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
    )
    .filter((file) => /\.(ts|mjs)$/.test(file))
    .map((file) => readFileSync(file, 'utf8').replaceAll(/\$\{\w+\}/g, '@pact-foundation/pact'))
    .join('\n')
  // Jest is not installed here. Its message is in the README of the example.
  const others = new Set(['Must use import to load ES Module'])
  expect(messages.filter((message) => !others.has(message) && !source.includes(message))).toEqual([])
})
