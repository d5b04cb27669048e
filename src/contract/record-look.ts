import { isPlainObject } from '../common/plain-object.js'
import { inWords } from '../common/text.js'

/** A column of the table of records. */
interface Column {
  readonly label: string
  /** What it shows: `{user.firstName} {user.lastName}`. `textOf` says more. */
  readonly text: string
  /** How wide the column is. In a small window, only names and ids are shown. */
  readonly look: 'id' | 'name' | 'short' | 'long'
}

/** How the dashboard shows the records of one kind. Plain JSON. */
export interface RecordLook {
  readonly label: string
  readonly columns: readonly Column[]
  /** What a new record can start with, by label. The server generates the rest. The first one is shown at once. */
  readonly templates: { readonly [label: string]: object }
  /** What else a deletion does. */
  readonly deletion: string
  /** The id of a record in requests, if it is not its own id. `text` is like that of a column. */
  readonly requestId?: { readonly label: string; readonly text: string }
}

/** An edge case, as the dashboard shows it. */
export interface ShownEdgeCase {
  readonly name: string
  readonly shows: string
  /**
   * Some values of its records, by kind. The record of the last kind makes it an edge case. The first one that exists is opened,
   * because it contains the others.
   */
  readonly records: { readonly [kind: string]: object }
}

/** What the dashboard needs beside an API. Plain JSON. */
export interface DashboardParts {
  /** How it shows the records, by kind. What is missing follows from the schema. */
  readonly looks?: { readonly [kind: string]: Partial<RecordLook> }
  readonly edgeCases?: readonly ShownEdgeCase[]
}

/** Returns the columns for the id and the first three other fields. */
export function columnsOf(fields: readonly string[]): RecordLook['columns'] {
  const names = ['id', ...fields.filter((name) => name !== 'id')]
  return (['id', 'name', 'short', 'long'] as const).flatMap((look, place) => {
    const name = names[place]
    if (name === undefined) return []
    // The name as words: `dueDate` is `Due date`.
    const label = inWords(name)
    return [{ label, text: `{${name}}`, look }]
  })
}

function valuesAt(value: unknown, path: readonly string[]): unknown[] {
  if (Array.isArray(value)) return value.flatMap((each) => valuesAt(each, path))
  const [names, ...rest] = path
  if (names === undefined) return [value]
  const members = isPlainObject(value) ? names.split('|').map((name) => value[name]) : []
  const found = members.find((member) => member !== undefined && member !== null)
  return found === undefined ? [] : valuesAt(found, rest)
}

/**
 * Fills a text with values of a record. The values in a list are joined with commas, and the first of several members that is there
 * counts: `{departments.name|id}`.
 */
export function textOf(text: string, record: object): string {
  const filled = text.replaceAll(/\{([^}]+)\}/g, (_, path: string) =>
    valuesAt(record, path.split('.')).join(', '),
  )
  return filled.trim()
}
