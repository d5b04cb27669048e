import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'
import { examplesFolder } from './example-project.js'

/** A row of the table. */
export interface Result {
  /** How the example was run. */
  readonly how: string
  /** The result. */
  readonly seen: string
}

/** The results of an example. */
export interface Results {
  /** The versions of its packages: `jest 30.5.2, msw 2.15.0`. */
  readonly versions: string
  readonly lines: readonly Result[]
}

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

/** @throws Error If the example does not pin the exact version of one of the packages. */
function versionsOf(folder: string, packages: readonly string[]): string {
  const file = join(examplesFolder, folder, 'package.json')
  const { dependencies, devDependencies } = JSON.parse(readFileSync(file, 'utf8')) as Manifest
  const versions = { ...dependencies, ...devDependencies }
  const named = packages.map((name) => {
    const version = versions[name] ?? 'missing'
    if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error(`${file} does not pin ${name}: ${version}`)
    return `${name} ${version}`
  })
  return named.join(', ')
}

function fileOf(folder: string): string {
  return join(inject('resultsFolder'), `${folder}.json`)
}

/** The results of an example in this run; `undefined` if it has none yet. */
export function readResults(folder: string): Results | undefined {
  const file = fileOf(folder)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Results) : undefined
}

/** Adds a row to the table. @param packages The packages of the example whose versions are shown. */
export function addResult(folder: string, packages: readonly string[], line: Result): void {
  const lines = [...(readResults(folder)?.lines ?? []), line]
  const results: Results = { versions: versionsOf(folder, packages), lines }
  writeFileSync(fileOf(folder), JSON.stringify(results))
}
