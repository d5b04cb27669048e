import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { satisfies } from 'semver'
import { inject } from 'vitest'
import { nameOf, packageNames, stacks, type Stack } from './matrix.js'

/** A Node of the matrix. */
export interface NodeProgram {
  readonly version: string
  /** The folder with its program. */
  readonly bin: string
}

/** A project that has installed the tarball and a stack. */
export interface Project {
  readonly stack: Stack
  readonly folder: string
}

/** What was installed before the first test. */
export interface Installations {
  readonly nodes: readonly NodeProgram[]
  readonly projects: readonly Project[]
  /** Installed by pnpm, without hoisting. */
  readonly strict: Project
}

declare module 'vitest' {
  interface ProvidedContext {
    readonly installations: Installations
  }
}

/** What is read of a package's manifest. */
interface Manifest {
  readonly version: string
  readonly engines?: { readonly node?: string }
}

/** The manifest of a package that a project has installed. */
function manifestOf({ folder }: Project, name: string): Manifest {
  const file = join(folder, 'node_modules', name, 'package.json')
  return JSON.parse(readFileSync(file, 'utf8')) as Manifest
}

/**
 * Why a Node cannot have some of a project's packages, as these say themselves.
 *
 * @param keys Which packages. Default: all of the stack.
 */
export function hindrances(
  project: Project,
  version: string,
  keys = Object.keys(packageNames) as (keyof Stack)[],
): string[] {
  return keys.flatMap((key) => {
    const manifest = manifestOf(project, packageNames[key])
    const range = manifest.engines?.node
    if (range === undefined || satisfies(version, range)) return []
    return [`${key} ${manifest.version} needs Node ${range}`]
  })
}

/** A Node, and by their names the projects that it can run. */
interface Row {
  readonly node: NodeProgram
  readonly projects: readonly (readonly [name: string, project: Project])[]
}

/** The matrix, with the names of its rows. */
export function rows(): (readonly [name: string, row: Row])[] {
  const { nodes, projects } = inject('installations')
  return nodes.map((node) => {
    const able = projects.filter((project) => hindrances(project, node.version).length === 0)
    return [
      `Node ${node.version}`,
      { node, projects: able.map((project) => [nameOf(project.stack), project]) },
    ]
  })
}

/** The versions of msw, and for each the first of the projects that have it. */
export function projectsByMsw(projects: readonly Project[]): Map<string, Project> {
  const versions = new Set(stacks.map(({ msw }) => msw))
  return new Map(
    Array.from(versions, (msw) => [msw, projects.find(({ stack }) => stack.msw === msw)!] as const),
  )
}
