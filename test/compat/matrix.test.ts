import manifestFile from '../../package.json' with { type: 'json' }
import { minVersion, satisfies } from 'semver'
import { describe, expect, it } from 'vitest'
import { nameOf, nodeVersions, packageNames, stacks, type Stack } from './matrix.js'
import { runnableCells } from './projects.js'

const manifest = manifestFile as {
  readonly engines: { readonly node: string }
  readonly peerDependencies: Readonly<Record<string, string>>
}

/** The lowest version of each alternative of a range. */
function lowestOf(range: string): string[] {
  return range.split('||').map((part) => minVersion(part)!.version)
}

function majorsOf(versions: readonly string[]): Set<string | undefined> {
  return new Set(versions.map((version) => version.split('.')[0]))
}

describe('the matrix', () => {
  it('begins with the oldest Node that package.json supports', () => {
    expect(lowestOf(manifest.engines.node)).toEqual([nodeVersions[0]])
  })

  it.each(Object.entries(packageNames))('has every supported major version of %s', (key, name) => {
    const range = manifest.peerDependencies[name]!
    const versions = stacks.map((stack) => stack[key as keyof Stack])
    expect(versions.filter((version) => !satisfies(version, range))).toEqual([])
    expect(majorsOf(versions)).toEqual(majorsOf(lowestOf(range)))
  })

  // Some packages do not support the older versions of Node.
  it('runs each Node and each combination of packages at least once', () => {
    const cells = runnableCells().map(([, cell]) => cell)
    expect(new Set(cells.map(({ node }) => node.version))).toEqual(new Set(nodeVersions))
    expect(new Set(cells.map(({ project }) => nameOf(project.stack)))).toEqual(new Set(stacks.map(nameOf)))
  })
})
