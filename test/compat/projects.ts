import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { satisfies } from 'semver'
import { inject } from 'vitest'
import { nameOf, packageNames, stacks, type Stack } from './matrix.js'

/** An installed version of Node. */
export interface NodeProgram {
  readonly version: string
  /** The folder that contains the program `node`. */
  readonly bin: string
}

/** A project that has installed the tarball and a stack. */
export interface Project {
  readonly stack: Stack
  readonly folder: string
}

/** Everything that was installed before the first test. */
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

/** The fields of a package.json that are used here. */
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
 * Lists the packages of a project that do not support a version of Node, according to their package.json.
 *
 * @param keys Which packages. Default: all of the stack.
 */
export function unmetEngines(
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

/** A version of Node, and the projects that support it. */
interface Row {
  readonly node: NodeProgram
  readonly projects: readonly (readonly [name: string, project: Project])[]
}

/** The matrix, with the names of its rows. */
export function rows(): (readonly [name: string, row: Row])[] {
  const { nodes, projects } = inject('installations')
  return nodes.map((node) => {
    const able = projects.filter((project) => unmetEngines(project, node.version).length === 0)
    return [
      `Node ${node.version}`,
      { node, projects: able.map((project) => [nameOf(project.stack), project]) },
    ]
  })
}

/** The first project for each version of msw. */
export function projectsByMsw(projects: readonly Project[]): Map<string, Project> {
  const versions = new Set(stacks.map(({ msw }) => msw))
  return new Map(
    Array.from(versions, (msw) => [msw, projects.find(({ stack }) => stack.msw === msw)!] as const),
  )
}
