import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { satisfies } from 'semver'
import { inject } from 'vitest'
import { nameOf, packageNames, type Stack } from './matrix.js'

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

/** One combination of a Node version and a project. */
export interface Cell {
  readonly name: string
  readonly node: NodeProgram
  readonly project: Project
  /** The packages of the stack that do not support this Node, according to their package.json. */
  readonly unmet: readonly string[]
}

interface Manifest {
  readonly version: string
  readonly engines?: { readonly node?: string }
}

export function cellOf(node: NodeProgram, project: Project): Cell {
  const unmet = Object.entries(packageNames).flatMap(([key, name]) => {
    const file = join(project.folder, 'node_modules', name, 'package.json')
    const { version, engines } = JSON.parse(readFileSync(file, 'utf8')) as Manifest
    const range = engines?.node ?? '*'
    return satisfies(node.version, range) ? [] : [`${key} ${version} needs Node ${range}`]
  })
  return { name: `Node ${node.version}, ${nameOf(project.stack)}`, node, project, unmet }
}

/** All cells, also those that cannot run. */
export function cellsOf({ nodes, projects }: Installations): Cell[] {
  return nodes.flatMap((node) => projects.map((project) => cellOf(node, project)))
}

/** The cells that can run, with their names; with `keyOf`, only the first for each key. */
export function runnableCells(keyOf = ({ name }: Cell) => name): [name: string, cell: Cell][] {
  const cells = cellsOf(inject('installations')).filter(({ unmet }) => unmet.length === 0)
  const first = cells.filter((cell) => cells.find((each) => keyOf(each) === keyOf(cell)) === cell)
  return first.map((cell) => [cell.name, cell])
}
