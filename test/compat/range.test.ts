import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { nodeVersions, packageNames, stacks, type Stack } from './matrix.js'
import { isIn, lowestOf } from './range.js'

interface Manifest {
  readonly engines: { readonly node: string }
  readonly peerDependencies: Readonly<Record<string, string>>
}

const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as Manifest

describe('a range', () => {
  it.each([
    ['>=22.12', ['22.12.0', '22.13.0', '23.0.0'], ['22.11.9', '20.19.0']],
    ['^20.19.0 || >=24.0.1', ['20.19.0', '20.20.0', '24.0.1', '26.0.0'], ['20.18.9', '22.0.0', '24.0.0']],
  ])('%s', (range, inside, outside) => {
    expect(inside.filter((version) => !isIn(range, version))).toEqual([])
    expect(outside.filter((version) => isIn(range, version))).toEqual([])
  })

  it.each(['~1.2.3', '>1', '1.x', '^1 - 2', ''])('of another form is an error: "%s"', (range) => {
    expect(() => isIn(range, '1.2.3')).toThrow('is not made of')
  })
})

describe('the matrix', () => {
  it('begins with the oldest Node that package.json promises', () => {
    expect(lowestOf(manifest.engines.node)).toEqual([nodeVersions[0]])
  })

  it.each(Object.entries(packageNames))('has every major of %s that package.json promises', (key, name) => {
    const range = manifest.peerDependencies[name]!
    const versions = stacks.map((stack) => stack[key as keyof Stack])
    expect(versions.filter((version) => !isIn(range, version))).toEqual([])
    const majors = new Set(versions.map((version) => version.split('.')[0]))
    expect(majors).toEqual(new Set(lowestOf(range).map((version) => version.split('.')[0])))
  })
})
