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
  /** The folder with the programs `pnpm` and `yarn`. */
  readonly managers: string
  /** The path of the packed package. */
  readonly tarball: string
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
}

interface Manifest {
  readonly engines?: { readonly node?: string }
}

/** Whether all packages of the stack support this Node, according to their package.json. */
function isSupported({ node, project }: Cell): boolean {
  return Object.values(packageNames).every((name) => {
    const file = join(project.folder, 'node_modules', name, 'package.json')
    const { engines } = JSON.parse(readFileSync(file, 'utf8')) as Manifest
    return satisfies(node.version, engines?.node ?? '*')
  })
}

export function cellOf(node: NodeProgram, project: Project): Cell {
  return { name: `Node ${node.version}, ${nameOf(project.stack)}`, node, project }
}

/** The cells that can run, with their names; with `keyOf`, only the first for each key. */
export function runnableCells(keyOf = ({ name }: Cell) => name): [name: string, cell: Cell][] {
  const { nodes, projects } = inject('installations')
  const cells = nodes.flatMap((node) => projects.map((project) => cellOf(node, project))).filter(isSupported)
  const first = cells.filter((cell) => cells.find((each) => keyOf(each) === keyOf(cell)) === cell)
  return first.map((cell) => [cell.name, cell])
}
