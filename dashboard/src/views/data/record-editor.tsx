import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { KindDescription } from '../../../../src/admin/describe-api.js'
import { DataError } from '../../../../src/common/errors.js'
import { isPlainObject, objectsIn } from '../../../../src/common/plain-object.js'
import type { AnyRecord } from '../../../../src/contract/kind.js'
import { textOf } from '../../../../src/contract/record-look.js'
import { getMessage } from '../../common/format.js'
import { Button, CopyButton } from '../../parts/button.js'
import { Confirm, Dialog } from '../../parts/dialog.js'
import { JsonField, Select } from '../../parts/field.js'
import { Code, readable, shortened, Text } from '../../parts/text.js'
import { announce } from '../../state/messages.js'
import { api } from '../../state/api.js'
import { currentMock } from '../../state/resource.js'
import { getRecords } from './record-kinds.js'

interface Problem {
  /** JSON path of the value, such as `$.user.phone`. */
  readonly path?: string
  readonly reason: string
}

function toText(record: unknown): string {
  return readable(JSON.stringify(record, null, 2), { lines: true })
}

/**
 * Returns what the user has changed in a record: somebody else may have changed the rest meanwhile. Marks what the text no
 * longer has as removed. Otherwise the server would keep or generate it.
 *
 * @param merged The fields that the server merges. `undefined` if it may replace the value as a whole, so all of it is sent.
 */
function changesFor(
  before: unknown,
  edited: unknown,
  optional: KindDescription['optional'],
  merged?: KindDescription['merged'],
): unknown {
  if (Array.isArray(edited)) {
    // A list is replaced as a whole. Its elements may have optional fields, also if the record has none of them.
    const names = [...optional, ...objectsIn(before).flatMap(Object.keys)]
    const members = Object.fromEntries(names.map((name) => [name, undefined]))
    return edited.map((each) => changesFor(members, each, optional))
  }
  if (!isPlainObject(edited)) return edited
  const known = isPlainObject(before) ? before : {}
  const removed = Object.keys(known).filter((name) => !Object.hasOwn(edited, name))
  const changed = Object.entries(edited).filter(
    ([name, value]) => !merged || canonical(known[name]) !== canonical(value),
  )
  const below = (name: string) => (merged?.includes(name) ? within(merged, name) : undefined)
  return Object.fromEntries([
    ...changed.map(([name, value]) => [
      name,
      changesFor(known[name], value, within(optional, name), below(name)),
    ]),
    ...removed.map((name) => [name, undefined]),
  ])
}

/** Returns the paths below a field, without its name. */
function within(paths: readonly string[], field: string): readonly string[] {
  return paths.filter((path) => path.startsWith(`${field}.`)).map((path) => path.slice(field.length + 1))
}

/** Whether a record has all changes of a user. */
function hasChanges(record: unknown, changes: unknown): boolean {
  if (!isPlainObject(record) || !isPlainObject(changes)) return canonical(record) === canonical(changes)
  return Object.entries(changes).every(([name, change]) => hasChanges(record[name], change))
}

/** A text that is equal for equal values, whatever the order of their members. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) =>
    isPlainObject(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  )
}

function Problems({ problems }: { readonly problems: readonly Problem[] }) {
  if (problems.length === 0) return null
  return (
    <ul class="plain">
      {problems.map(({ path, reason }) => (
        <li key={`${path} ${reason}`}>
          {path !== undefined && (
            <>
              <Code of={path} />{' '}
            </>
          )}
          <Text of={reason} max={1000} />
        </li>
      ))}
    </ul>
  )
}

interface RecordEditorProps {
  readonly kind: string
  /** The record to edit. Without one, the editor creates a record. */
  readonly record: AnyRecord | undefined
  readonly onClose: () => void
}

/** Edits a record as JSON. */
export function RecordEditor({ kind, record: opened, onClose }: RecordEditorProps) {
  const { one: noun, templates, requestId, optional, merged } = api.value.kinds[kind]!
  const starts = Object.keys(templates).map((name) => ({ value: name, label: name }))
  const [start, setStart] = useState(starts[0]!.value)
  const [record, setRecord] = useState(opened)
  const [note, setNote] = useState('')
  const original = toText(record ?? templates[start])
  const [text, setText] = useState(original)
  const [problems, setProblems] = useState<readonly Problem[]>([])
  const [isAsking, setAsking] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const isEdited = text !== original
  const close = () => (isEdited ? setAsking(true) : onClose())

  useLayoutEffect(() => {
    // Most records start with what a user wants to change.
    field.current?.setSelectionRange(0, 0)
    field.current?.focus()
  }, [isAsking])

  async function send(): Promise<void> {
    const records = getRecords(currentMock(), kind)
    const value: unknown = JSON.parse(text)
    const changes = record ? changesFor(record, value, optional, merged) : value
    const saved = record
      ? await records.update(record.id, changes as {})
      : await records.create(changes as {})
    // What the user has not typed is only of interest in a new record.
    if (record ? hasChanges(saved, changes) : canonical(saved) === canonical(value)) {
      onClose()
      return announce(`Saved: ${noun} ${readable(saved.id)}`)
    }
    // The user must see the record that the server has made of the text.
    setRecord(saved)
    setText(toText(saved))
    setNote(
      record
        ? 'Saved. The server has kept or generated required fields that you left out.'
        : 'Created. The server has generated the fields that you left out.',
    )
  }

  async function save(): Promise<void> {
    setProblems([])
    try {
      await send()
    } catch (error) {
      setProblems(error instanceof DataError ? error.problems : [{ reason: getMessage(error) }])
      field.current?.focus()
    }
  }

  // However the user closes the dialog, this question comes first, so the text is never lost by mistake.
  if (isAsking) {
    return (
      <Confirm
        title="Discard your changes?"
        action="Discard"
        cancel="Keep editing"
        onConfirm={onClose}
        onClose={() => setAsking(false)}
      >
        <p>This {noun} has unsaved changes.</p>
      </Confirm>
    )
  }
  return (
    <Dialog
      title={record ? `Edit ${noun} ${readable(shortened(record.id, 40))}` : `New ${noun}`}
      onClose={close}
    >
      {/* The text area in it has the focus. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div
        class="dialog-body"
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save()
        }}
      >
        {note && <p role="status">{note}</p>}
        {!record && !isEdited && starts.length > 1 && (
          <Select
            label="Start with"
            value={start}
            options={starts}
            onChange={(name) => {
              setStart(name)
              setText(toText(templates[name]))
            }}
          />
        )}
        <JsonField
          label="JSON"
          hint={
            record
              ? 'This is the whole record. To remove an optional field, delete it from the text.'
              : 'Missing fields are generated. {"$absent": true} leaves out an optional field.'
          }
          error={problems.length > 0 && <Problems problems={problems} />}
          textarea={field}
          value={text}
          onChange={setText}
        />
      </div>
      <footer class="dialog-footer actions">
        {record && requestId && !isEdited && (
          <CopyButton
            what={requestId.label}
            label={`Copy ${requestId.label}`}
            text={() => textOf(requestId.text, record)}
          />
        )}
        <Button onClick={close}>{note ? 'Done' : 'Cancel'}</Button>
        <Button look="main" onClick={save}>
          {record ? 'Save' : `Create the ${noun}`}
        </Button>
      </footer>
    </Dialog>
  )
}
