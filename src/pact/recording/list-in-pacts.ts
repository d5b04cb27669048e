import { describe, exampleOf, fieldsOf, isNullable } from '../../common/description.js'
import type { Page } from '../../contract/fields.js'
import type { AnyRecord, Key, Kind } from '../../contract/kind.js'
import type { ListOperation } from '../../contract/operation.js'
import { memberAt } from '../../common/json-path.js'
import { exampleCursor, fromState } from '../like/like-matchers.js'
import type { Violation } from '../common/specification.js'
import type { ListStates } from '../states/list-states.js'
import { fieldsWithout, onlyOne, type Entry, type EntryInput, type OperationInPacts } from '../parts/entry.js'

const cursor = fromState('${cursor}', 'cursor-to-the-page')

/** The keys of records in a list must be unique. */
function repeatedKeys({ many, keys }: Kind, { data }: Page<AnyRecord>): Violation[] {
  const records = data ?? []
  const isRepeated = ({ path }: Key) =>
    new Set(records.map((record) => memberAt(record, path))).size < records.length
  const repeated = keys.find((key) => key && isRepeated(key))
  return repeated
    ? [{ path: '$.data', message: `has two ${many} with the same ${repeated.path.join('.')}` }]
    : []
}

/** The paths of the fields of a record that may be null or absent. A rule of Pact for all records cannot allow both. */
function openFields({ schema }: Kind): string[] {
  const open = fieldsOf(describe(schema)).filter((field) => field.isOptional || isNullable(field.schema))
  return open.map(({ name }) => `data.${name}`)
}

/** Describes what pacts say about a list in pages. */
export function listInPacts({ list }: ListOperation, kind: Kind, states: ListStates): OperationInPacts {
  /** Two records, two records, and one. */
  const threePages = states.exist({ count: 5, pageSize: 2 })
  const withCursor = (input: EntryInput) => fieldsWithout(input, ...openFields(kind))
  const withoutCursor = (input: EntryInput) => fieldsWithout(input, 'nextPage', ...openFields(kind))
  const noRecords = ['array', 'null', 'absent'].map((form) => `${list}.empty.${form}`)

  const entries: readonly Entry[] = [
    {
      cases: [`${list}.page.only`],
      except: noRecords,
      interaction: (input) => ({
        description: `a request for the ${list}`,
        given: [states.exist()],
        body: { only: withoutCursor(input) },
      }),
    },
    {
      cases: [`${list}.page.first`],
      interaction: (input) => ({
        description: `a request for the first page of ${list}`,
        given: [input.needs?.includes('nextPage') === false ? states.exist() : threePages],
        body: { only: withCursor(input), example: { nextPage: exampleCursor } },
      }),
    },
    {
      cases: [`${list}.page.middle`],
      interaction: (input) => ({
        description: `a request for the second page of ${list}`,
        given: [threePages, states.cursorToPage({ page: 2 })],
        cursor,
        // Exactly this cursor: a provider that ignores `nextPage` returns the cursor of the first page.
        body: {
          only: withCursor(input),
          example: { nextPage: fromState('${nextCursor}', exampleCursor) },
        },
      }),
    },
    {
      cases: [`${list}.page.last`],
      except: noRecords,
      interaction(input) {
        const { one, text } = onlyOne(input.met, `${list}.end`, ['null', 'absent'])
        return {
          description: `a request for the last page of ${list}, whose cursor is ${text}`,
          given: [threePages, states.lastPage({ nextPage: one })],
          cursor,
          body: {
            only: one === 'null' ? withCursor(input) : withoutCursor(input),
            example: { nextPage: null },
          },
        }
      },
    },
    {
      cases: noRecords,
      interaction(input) {
        const { one, text } = onlyOne(input.met, `${list}.empty`, ['array', 'null', 'absent'])
        const data = { array: [], null: null, absent: undefined }
        return {
          description: `a request for the ${list} where there are none, with data: ${text}`,
          given: [states.noneExist({ as: one })],
          body: {
            only: one === 'array' || one === 'null' ? withoutCursor(input) : [],
            example: { data: one && data[one] },
          },
        }
      },
    },
  ]

  return {
    what: `the ${list}`,
    example: { data: [exampleOf(describe(kind.schema))] },
    given: [],
    entries,
    refusals: {
      invalid_cursor: {
        description: `a request for the ${list} with an unknown cursor`,
        given: [],
        cursor: 'unknown-cursor',
      },
    },
    inPlaceOfRefusal: ['cursor.invalid'],
    violations: (body: Page<AnyRecord>) => repeatedKeys(kind, body),
  }
}
