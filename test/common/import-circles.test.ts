import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

/** Returns the files of the project that a file imports: also types, and with `import()`. */
function importsOf(file: string): string[] {
  const source = readFileSync(file, 'utf8')
  return Array.from(source.matchAll(/(?:from|import|import\()\s*'(\.[^']+)\.js'/g), ([, name]) =>
    path.join(path.dirname(file), `${name}.ts`),
  )
}

/** Returns the files of a circle that leads to `file`, or `undefined`. */
function findCircle(file: string, before: readonly string[], seen: Set<string>): string[] | undefined {
  if (before.includes(file)) return [...before.slice(before.indexOf(file)), file]
  if (seen.has(file)) return undefined
  seen.add(file)
  for (const next of importsOf(file)) {
    const circle = findCircle(next, [...before, file], seen)
    if (circle) return circle
  }
  return undefined
}

// The rule import/no-cycle of the linter does not see `import()`.
it('no file imports itself through other files', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  const seen = new Set<string>()
  for (const file of files.filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts')))
    expect(findCircle(path.join('src', file), [], seen)).toBeUndefined()
  expect(seen.size).toBeGreaterThan(200)
})
