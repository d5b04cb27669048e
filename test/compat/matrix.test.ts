import { readFileSync } from 'node:fs'
import { minVersion, satisfies } from 'semver'
import { describe, expect, it } from 'vitest'
import { nodeVersions, packageNames, stacks, type Stack } from './matrix.js'

interface Manifest {
  readonly engines: { readonly node: string }
  readonly peerDependencies: Readonly<Record<string, string>>
}

const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as Manifest

/** The lowest version of each alternative of a range. */
function lowestOf(range: string): string[] {
  return range.split('||').map((part) => minVersion(part)!.version)
}

describe('the matrix', () => {
  it('begins with the oldest Node that package.json supports', () => {
    expect(lowestOf(manifest.engines.node)).toEqual([nodeVersions[0]])
  })

  it.each(Object.entries(packageNames))(
    'has every major version of %s that package.json supports',
    (key, name) => {
      const range = manifest.peerDependencies[name]!
      const versions = stacks.map((stack) => stack[key as keyof Stack])
      expect(versions.filter((version) => !satisfies(version, range))).toEqual([])
      const majors = new Set(versions.map((version) => version.split('.')[0]))
      expect(majors).toEqual(new Set(lowestOf(range).map((version) => version.split('.')[0])))
    },
  )
})
