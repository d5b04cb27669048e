import { existsSync } from 'node:fs'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { InvalidOptionError, SetupProblem } from '../../common/errors.js'
import { objectsIn, parseJson, readMember, type PlainObject } from '../../common/plain-object.js'
import { pluralize, printable } from '../../common/text.js'
import { checkNeeds } from '../../contract/needs.js'
import type { Coverage } from '../../coverage/coverage.js'
import { readJson, readTextFile } from '../../node/json-file.js'
import { checkOutput, writeOutput } from '../../node/output-file.js'
import { formatPact } from './pact-json.js'
import type { PactApi } from '../parts/pact-api.js'
import { buildPact } from './build-pact.js'

/** Options of a recorded pact. */
export interface PactOptions {
  /** Name of your app. */
  readonly consumer: string
  /**
   * Name of the API.
   *
   * @default 'convention-read-api'
   */
  readonly provider?: string | undefined
  /**
   * File with the fields that your app needs, from `conmock needs`.
   *
   * Relative to the root of the project.
   *
   * @default all that the API specification promises
   */
  readonly needs?: string | undefined
  /**
   * File of the pact.
   *
   * Relative to the root of the project.
   *
   * @default `pacts/CONSUMER-PROVIDER.json`
   */
  readonly file?: string | undefined
}

/** The result of writing or comparing. */
interface Recorded {
  /** Whether the file was the same before. */
  readonly isSame: boolean
  /** What was written, or how the file differs, in lines for people. */
  readonly lines: readonly string[]
}

/**
 * Returns the file of a pact, relative to the root of the project. The scope of a package is a part of its default name:
 * `@acme/app` gives `acme-app`.
 *
 * @throws InvalidOptionError If a name cannot be a part of it.
 */
export function getPactFile(pacts: PactApi, { consumer, provider, file }: PactOptions): string {
  if (file !== undefined) return file
  const parts = Object.entries({ consumer, provider: provider ?? pacts.api.provider }).map(
    ([party, name]) => {
      const part = name.replace(/^@([^/]+)\//, '$1-')
      if (/^[^/\\:*?"<>|\p{Cc}]+$/u.test(part) && !part.startsWith('.')) return part
      throw new InvalidOptionError('must be usable in a file name, without slashes', party)
    },
  )
  return path.join('pacts', `${parts.join('-')}.json`)
}

/**
 * Returns what a pact and the one that replaces it have in common. They are recorded in the same way, because two kinds of tests
 * with the same consumer would otherwise replace the interactions of each other.
 */
function identify(pact: unknown): object {
  const { recorded, complete } = readMember(readMember(pact, 'metadata'), 'conmock')
  return [readMember(pact, 'consumer'), readMember(pact, 'provider'), recorded, complete]
}

function textsByDescription(interactions: readonly PlainObject[]): Map<unknown, string> {
  return new Map(interactions.map((each) => [each['description'], formatPact(each)]))
}

/** Names the interactions that differ, one in each line. */
function differences(before: readonly PlainObject[], after: readonly PlainObject[]): string[] {
  const [old, current] = [textsByDescription(before), textsByDescription(after)]
  const names = [...new Set([...current.keys(), ...old.keys()])]
  return names.flatMap((name) => {
    if (old.get(name) === current.get(name)) return []
    const what = !old.has(name) ? 'new' : !current.has(name) ? 'gone' : 'changed'
    return [`  ${what}: ${String(name)}`]
  })
}

/**
 * Writes the pact of a coverage to a file, or compares them.
 *
 * @param check Only compares the file with the pact, and writes nothing.
 * @throws SetupProblem If there is nothing to write, or the file is something else or cannot be read or written.
 */
export function recordPactFile(
  pacts: PactApi,
  coverage: Coverage,
  options: PactOptions,
  check: boolean,
  root = process.cwd(),
): Recorded {
  const { consumer, provider = pacts.api.provider, needs } = options
  const file = getPactFile(pacts, options)
  const place = path.resolve(root, file)
  const fields =
    needs === undefined ? undefined : checkNeeds(pacts.api, readJson(path.resolve(root, needs), needs), needs)
  const { pact, leftOut } = buildPact(pacts, coverage, { consumer, provider }, fields)
  const { interactions } = pact
  if (interactions.length === 0) {
    throw new SetupProblem(
      ['the tests received no response that can be in a pact', ...leftOut].join('; not in the pact: '),
    )
  }
  if (!check) {
    const how = coverage.complete ? 'the vitest plugin' : '`conmock pact`'
    const what = `a pact of ${consumer} and ${provider} that ${how} has written`
    const isSamePact = (text: string) => isDeepStrictEqual(identify(parseJson(text)), identify(pact))
    checkOutput(place, what, isSamePact, file)
  }
  const before = check || existsSync(place) ? parseJson(readTextFile(place, file)) : undefined
  // What the pact says is compared, and not how the file is formatted.
  const isSame = formatPact(before) === formatPact(pact)
  if (!check && !isSame) writeOutput(place, formatPact(pact), file)
  const changed = differences(objectsIn((before as PlainObject | undefined)?.['interactions']), interactions)
  const isOther = check && !isSame && changed.length === 0
  const differs = check && !isSame ? ' The file differs from what the tests received:' : ''
  const lines = [
    `${file}: ${pluralize(interactions.length, 'interaction')}.${differs}`,
    ...changed,
    ...(isOther ? ['  changed: the consumer, the provider or the metadata'] : []),
    ...leftOut.map((what) => `  not in the pact: ${what}`),
  ]
  // Descriptions and names of cases come from files.
  return { isSame, lines: lines.map(printable) }
}
