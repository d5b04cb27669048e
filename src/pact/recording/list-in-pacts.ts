import { unwrapped } from '../../common/validate.js'
import { exampleOf, listFields, type Page } from '../../contract/fields.js'
import { getResource } from '../../contract/list.js'
import { exampleCursor, fromState } from '../like/like-matchers.js'
import type { ListOperation, ListOperationId } from '../../convention/operations.js'
import { resourceSchemas } from '../../convention/resources.js'
import type { Violation } from '../common/specification.js'
import { statesOfLists } from '../states/list-states.js'
import { fieldsWithout, onlyOne, type Entry, type OperationInPacts } from './entry.js'

const cursor = fromState('${cursor}', 'cursor-to-the-page')

type ListBody = Page<{ readonly id: string; readonly name: string }>

/** Ids and names in a list must be unique. */
function repeatedKeys(list: string, { data }: ListBody): Violation[] {
  const records = data ?? []
  const keys = ['id', 'name'] as const
  const repeated = keys.find((key) => new Set(records.map((record) => record[key])).size < records.length)
  return repeated ? [{ path: '$.data', message: `has two ${list} with the same ${repeated}` }] : []
}

/** The paths of the fields of a record that may be null or absent. A rule of Pact for all records cannot allow both. */
function openFields(operation: ListOperation): string[] {
  const fields = listFields(resourceSchemas[getResource(operation)])
  return fields.flatMap(([name, field]) => (unwrapped(field) === field ? [] : [`data.${name}`]))
}

/** What pacts say about a list in pages. */
function listInPacts({ operation, ...states }: (typeof statesOfLists)[number]): OperationInPacts {
  const { list } = operation
  /** Two records, two records, and one. */
  const threePages = states.exist({ count: 5, pageSize: 2 })
  const withCursor = fieldsWithout(operation.id, ...openFields(operation))
  const withoutCursor = withCursor.filter((field) => field !== 'nextPage')
  const noRecords = ['array', 'null', 'absent'].map((form) => `${list}.empty.${form}`)

  const entries: readonly Entry[] = [
    {
      cases: [`${list}.page.only`],
      except: noRecords,
      interaction: () => ({
        description: `a request for the ${list}`,
        given: [states.exist()],
        body: { only: withoutCursor },
      }),
    },
    {
      cases: [`${list}.page.first`],
      interaction: (_, needs) => ({
        description: `a request for the first page of ${list}`,
        given: [needs?.includes('nextPage') === false ? states.exist() : threePages],
        body: { only: withCursor, example: { nextPage: exampleCursor } },
      }),
    },
    {
      cases: [`${list}.page.middle`],
      interaction: () => ({
        description: `a request for the second page of ${list}`,
        given: [threePages, states.cursorToPage({ page: 2 })],
        cursor,
        // Exactly this cursor: a provider that ignores `nextPage` returns the cursor of the first page.
        body: {
          only: withCursor,
          example: { nextPage: fromState('${nextCursor}', exampleCursor) },
        },
      }),
    },
    {
      cases: [`${list}.page.last`],
      except: noRecords,
      interaction(met) {
        const { one, text } = onlyOne(met, `${list}.end`, ['null', 'absent'])
        return {
          description: `a request for the last page of ${list}, whose cursor is ${text}`,
          given: [threePages, states.lastPage({ nextPage: one })],
          cursor,
          body: {
            only: one === 'null' ? withCursor : withoutCursor,
            example: { nextPage: null },
          },
        }
      },
    },
    {
      cases: noRecords,
      interaction(met) {
        const { one, text } = onlyOne(met, `${list}.empty`, ['array', 'null', 'absent'])
        const data = { array: [], null: null, absent: undefined }
        return {
          description: `a request for the ${list} where there are none, with data: ${text}`,
          given: [states.noneExist({ as: one })],
          body: {
            only: one === 'array' || one === 'null' ? withoutCursor : [],
            example: { data: one && data[one] },
          },
        }
      },
    },
  ]

  return {
    what: `the ${list}`,
    example: { data: [exampleOf(resourceSchemas[getResource(operation)])] },
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
    violations: (body: ListBody) => repeatedKeys(list, body),
  }
}

/** What pacts say about each list. */
export const listsInPacts = Object.fromEntries(
  statesOfLists.map((list) => [list.operation.id, listInPacts(list)]),
) as { readonly [Id in ListOperationId]: OperationInPacts }
