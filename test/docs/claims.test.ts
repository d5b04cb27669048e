import { readdirSync, readFileSync } from 'node:fs'
import { minVersion } from 'semver'
import { expect, test } from 'vitest'
import manifestFile from '../../package.json' with { type: 'json' }
import { edgeCases } from '../../src/index.js'
import { program } from './sandbox.js'

const manifest = manifestFile as {
  version: string
  engines: { node: string }
  peerDependencies: Record<string, string>
}

/** The cells of all rows of all tables of a file. */
function rowsOf(file: string): string[][] {
  const lines = readFileSync(program(file), 'utf8').split('\n')
  return lines
    .filter((line) => line.startsWith('|'))
    .map((line) => line.split('|').map((cell) => cell.trim()))
}

test('README and tutorial give the number of edge cases', () => {
  const count = Object.keys(edgeCases).length
  expect(readFileSync(program('README.md'), 'utf8')).toContain(`| ${count} users `)
  expect(readFileSync(program('docs/tutorials/first-test.md'), 'utf8')).toContain(`${count} **edge cases**`)
})

test('the supported versions start with those of package.json', () => {
  const rows = rowsOf('docs/explanation/versions-and-support.md')
  const lowest = Object.entries({ Node: manifest.engines.node, ...manifest.peerDependencies })
  const wrong = lowest.filter(([name, range]) => {
    const { major, minor } = minVersion(range)!
    const row = rows.find((cells) => cells[1]?.replaceAll('`', '') === name)
    return !row?.[2]?.startsWith(minor === 0 ? `${major}` : `${major}.${minor}`)
  })
  expect(wrong).toEqual([])
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
  const ofNode = 'Failed to parse URL from undefined/api/v0'
  expect(() => new Request('undefined/api/v0')).toThrow(ofNode)
  // Jest is not installed here. The others are of Node, npm and Chromium.
  const ofJest = ['Must use import to load ES Module', 'ReferenceError: Request is not defined']
  const ofOthers = [
    'getaddrinfo ENOTFOUND reg.example.com',
    'Unsupported engine',
    'Promise.withResolvers is not a function',
    'Map.groupBy is not a function',
    'does not provide an export named',
    "must not be the wildcard '*' when the request's credentials mode is 'include'",
  ]
  const others = new Set([ofNode, ...ofJest, ...ofOthers])
  expect(messages.filter((message) => !others.has(message) && !source.includes(message))).toEqual([])
})
