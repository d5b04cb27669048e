import { exportLists } from '../dataset/data-file.js'
import type { MockCore } from './mock-core.js'
import { getInternals } from './mock-internals.js'

/** Path of the JSON Schema of data files, from the root of a project that has installed conmock. */
const SCHEMA = './node_modules/conmock/data.schema.json'

function indented(value: unknown): string {
  return JSON.stringify(value, null, 2).replaceAll('\n', '\n    ')
}

/**
 * Generates the text of a data file with all records of a mock, as `conmock export` does. In chunks, so that it works for
 * any size.
 *
 * @example
 * await pipeline(Readable.from(exportJson(mock)), createWriteStream('data.json'))
 */
export function* exportJson(mock: MockCore): Generator<string> {
  yield `{\n  "$schema": ${JSON.stringify(SCHEMA)},\n  "format": "conmock-1"`
  for (const [name, records] of Object.entries<Iterable<unknown>>(exportLists(getInternals(mock).dataset))) {
    yield `,\n  ${JSON.stringify(name)}: [`
    let separator = '\n    '
    for (const record of records) {
      yield `${separator}${indented(record)}`
      separator = ',\n    '
    }
    yield separator === '\n    ' ? ']' : '\n  ]'
  }
  yield '\n}\n'
}
