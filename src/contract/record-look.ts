/** A column of the table of records. */
interface Column<T> {
  readonly label: string
  of(this: void, record: T): string
  /** How wide the column is. In a small window, only names and ids are shown. */
  readonly look: 'id' | 'name' | 'short' | 'long'
}

/** How the dashboard shows the records of one kind. */
export interface RecordLook<T> {
  readonly label: string
  /** The kind in the singular, for messages. */
  readonly noun: string
  readonly columns: readonly Column<T>[]
  /** What a new record can start with, by label. The server generates the rest. The first one is shown at once. */
  readonly templates: Readonly<Record<string, unknown>>
  /** What else a deletion does. */
  readonly deletion: string
  /** The edge case that a record is, if it is one. */
  edgeCaseOf?(this: void, record: T): ShownEdgeCase | undefined
  /** The id of a record in requests, if it is not its own id. */
  readonly requestId?: { readonly label: string; of(this: void, record: T): string }
}

/** An edge case, as the dashboard shows it. */
export interface ShownEdgeCase {
  readonly name: string
  readonly shows: string
  readonly id: string
}
