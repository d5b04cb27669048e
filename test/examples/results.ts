import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'
import { examplesFolder } from './example-project.js'

/** A line of the table. */
export interface Result {
  /** What was done. */
  readonly how: string
  /** What came of it. */
  readonly seen: string
}

/** What was seen of an example. */
export interface Results {
  /** What the example is made with: `jest 30.5.2, msw 2.15.0`. */
  readonly versions: string
  readonly lines: readonly Result[]
}

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

/** @throws If the example does not have one of the packages, in an exact version. */
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

/** What has been seen of an example in this run; `undefined` when its tests have not passed that far. */
export function readResults(folder: string): Results | undefined {
  const file = fileOf(folder)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Results) : undefined
}

/** Keeps a line for the table. @param packages Those of the example whose versions a reader asks for. */
export function addResult(folder: string, packages: readonly string[], line: Result): void {
  const lines = [...(readResults(folder)?.lines ?? []), line]
  const results: Results = { versions: versionsOf(folder, packages), lines }
  writeFileSync(fileOf(folder), JSON.stringify(results))
}
