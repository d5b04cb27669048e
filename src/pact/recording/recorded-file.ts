import {
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { InvalidOptionError } from '../../common/errors.js'
import { memberOf, objectsIn, type PlainObject } from '../../common/plain-object.js'
import { counted, printable } from '../../common/text.js'
import type { Needs } from '../../contract/needs.js'
import type { Coverage } from '../../coverage/coverage.js'
import { SetupProblem } from '../common/problem.js'
import { formatPact } from './pact-json.js'
import { recordPact, type PactNames } from './record-pact.js'

/** The provider in recorded pacts, if the user gives none. */
export const DEFAULT_PROVIDER = 'convention-read-api'

/** What to write, and where. */
export interface RecordOptions extends PactNames {
  readonly needs?: Needs | undefined
  /** Only compares the file with the pact, and writes nothing. */
  readonly check: boolean
}

/** The result of writing or comparing. */
export interface Recorded {
  /** Whether the file was the same before. */
  readonly isSame: boolean
  /** What was written, or how the file differs, in lines for people. */
  readonly lines: readonly string[]
}

/** Returns the default name of the file of a pact. @throws InvalidOptionError If a name cannot be a part of it. */
export function pactFileOf(names: PactNames): string {
  for (const role of ['consumer', 'provider'] as const) {
    if (/^[^/\\:*?"<>|\p{Cc}]+$/u.test(names[role]) && !names[role].startsWith('.')) continue
    throw new InvalidOptionError('must be a name that a file can have, without slashes', role)
  }
  return path.join('pacts', `${names.consumer}-${names.provider}.json`)
}

/** Reads the pact that the file has now. @throws SetupProblem If it is something else, which must not be lost. */
function readWritten(file: string, shown: string, { consumer }: PactNames, complete = false): PlainObject[] {
  // Writing it reports any other problem.
  if (!existsSync(file)) return []
  const notOverwritten = (what: string) =>
    new SetupProblem(`${shown} ${what}, so it is not overwritten; use another file, or remove it`)
  // Reading a device or a pipe might never end.
  if (!statSync(file).isFile()) throw notOverwritten('is not a regular file')
  let pact: unknown
  try {
    pact = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw notOverwritten(`cannot be read (${(error as Error).message})`)
  }
  const recording = memberOf(memberOf(pact, 'metadata'), 'conmock')
  if (recording['recorded'] !== true) throw notOverwritten('was not written by conmock')
  // Two kinds of tests with the same consumer would otherwise replace the interactions of each other.
  if (recording['complete'] !== complete) {
    throw notOverwritten(
      complete ? 'was written by `conmock pact`' : 'was written by the vitest plugin of conmock',
    )
  }
  if (memberOf(pact, 'consumer')['name'] !== consumer) throw notOverwritten('is a pact of another consumer')
  return objectsIn((pact as PlainObject)['interactions'])
}

/** Writes a file whole: a reader never sees a part of it. Creates its folder. */
function replaceFile(file: string, text: string): void {
  const temporary = `${file}.${process.pid}.tmp`
  const folder = path.dirname(file)
  // Not recursive, because in /proc that would never end.
  if (!existsSync(folder)) mkdirSync(folder)
  try {
    writeFileSync(temporary, text)
    renameSync(temporary, file)
  } finally {
    rmSync(temporary, { force: true })
  }
}

function textsByDescription(interactions: readonly object[]): Map<string, string> {
  return new Map(
    interactions.map((each) => [String((each as PlainObject)['description']), formatPact(each)] as const),
  )
}

/** Names the interactions that differ, one in each line. */
function differences(before: readonly object[], after: readonly object[]): string[] {
  const [old, current] = [textsByDescription(before), textsByDescription(after)]
  return [
    ...[...current.keys()].filter((name) => !old.has(name)).map((name) => `  new: ${name}`),
    ...[...old.keys()].filter((name) => !current.has(name)).map((name) => `  gone: ${name}`),
    ...[...current]
      .filter(([name, text]) => old.has(name) && old.get(name) !== text)
      .map(([name]) => `  changed: ${name}`),
  ]
}

/**
 * Writes the pact of a coverage to a file, or compares them.
 *
 * @param file Relative to `root`.
 * @throws SetupProblem If there is nothing to write, or the file is something else or cannot be written.
 */
export function recordPactFile(
  coverage: Coverage,
  file: string,
  { needs, check, ...names }: RecordOptions,
  root = process.cwd(),
): Recorded {
  const { pact, leftOut } = recordPact(coverage, names, needs)
  const { interactions } = pact
  if (interactions.length === 0) {
    throw new SetupProblem(
      ['the tests received no response that can be in a pact', ...leftOut].join('; not in the pact: '),
    )
  }
  const given = path.resolve(root, file)
  // The target of a link is replaced, and not the link.
  const place = existsSync(given) ? realpathSync(given) : given
  if (check && !existsSync(place)) throw new SetupProblem(`${file} does not exist, so nothing was compared`)
  const different = differences(readWritten(place, file, names, coverage.complete), interactions)
  const text = formatPact(pact)
  const isSame = existsSync(place) && readFileSync(place, 'utf8').replaceAll('\r\n', '\n') === text
  try {
    if (!check && !isSame) replaceFile(place, text)
  } catch (error) {
    throw new SetupProblem(`cannot write ${file}: ${(error as Error).message}`)
  }
  const differs = check && !isSame ? ' The file differs from what the tests received:' : ''
  return {
    isSame,
    lines: [
      `${file}: ${counted(interactions.length, 'interaction')}.${differs}`,
      ...different,
      // Names of cases come from files.
      ...leftOut.map((what) => `  not in the pact: ${printable(what)}`),
    ],
  }
}
