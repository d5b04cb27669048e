import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { InvalidOptionError } from '../../common/errors.js'
import { objectsIn, parseJson, readMember, type PlainObject } from '../../common/plain-object.js'
import { counted, printable } from '../../common/text.js'
import type { Needs } from '../../contract/needs.js'
import type { Coverage } from '../../coverage/coverage.js'
import { checkOutput, writeOutput } from '../common/output-file.js'
import { SetupProblem } from '../common/problem.js'
import { formatPact, isEmpty } from './pact-json.js'
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

/**
 * Returns the default name of the file of a pact. The scope of a package is a part of it: `@acme/app` gives `acme-app`.
 *
 * @throws InvalidOptionError If a name cannot be a part of it.
 */
export function getPactFile(names: PactNames): string {
  const parts = (['consumer', 'provider'] as const).map((party) => {
    const name = names[party].replace(/^@([^/]+)\//, '$1-')
    if (/^[^/\\:*?"<>|\p{Cc}]+$/u.test(name) && !name.startsWith('.')) return name
    throw new InvalidOptionError('must be a name that a file can have, without slashes', party)
  })
  return path.join('pacts', `${parts.join('-')}.json`)
}

/** Whether a text is a pact with these names that was recorded in the same way. Others must not be lost. */
function isSamePact(text: string, { consumer, provider }: PactNames, complete = false): boolean {
  const pact = parseJson(text)
  const recording = readMember(readMember(pact, 'metadata'), 'conmock')
  return (
    recording['recorded'] === true &&
    // Two kinds of tests with the same consumer would otherwise replace the interactions of each other.
    recording['complete'] === complete &&
    readMember(pact, 'consumer')['name'] === consumer &&
    readMember(pact, 'provider')['name'] === provider
  )
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

/** Checks that the file of a pact may be written. */
function checkPlace(place: string, shown: string, names: PactNames, complete?: boolean): void {
  const how = complete ? 'the vitest plugin' : '`conmock pact`'
  const what = `a pact of ${names.consumer} and ${names.provider} that ${how} has written`
  checkOutput(place, what, (text) => isSamePact(text, names, complete), shown)
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
  const place = path.resolve(root, file)
  if (check && !statSync(place, { throwIfNoEntry: false })?.isFile()) {
    throw new SetupProblem(`${file} is not a file, so nothing was compared`)
  }
  if (!check) checkPlace(place, file, names, coverage.complete)
  const before = existsSync(place) ? (parseJson(readFileSync(place, 'utf8')) ?? {}) : {}
  const different = differences(objectsIn((before as PlainObject)['interactions']), interactions)
  // What the pact says is compared, and not how the file is formatted.
  const isSame = !isEmpty(before) && formatPact(before) === formatPact(pact)
  if (!check && !isSame) writeOutput(place, formatPact(pact), file)
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
