import { useEffect, useState } from 'preact/hooks'
import { AdminProblem, messageOf } from '../../admin/problem.js'
import { Button, CopyButton } from '../../parts/button.js'
import { Confirm, Dialog } from '../../parts/dialog.js'
import { Select } from '../../parts/field.js'
import { readable, shortened } from '../../parts/text.js'
import { linkTo, sandbox } from '../../state/location.js'
import { announce } from '../../state/messages.js'
import { useResource } from '../../state/resource.js'
import { JsonField } from './json-field.js'
import { parseJson, textOf, type TextProblem } from './json-text.js'
import { changesFor, missingFields } from './record-changes.js'
import { recordKinds, type KindName } from '../../admin/record-kinds.js'
import { lookOf, type AnyRecord } from './record-looks.js'
import { createRecords, getRecord, updateRecord } from './records-api.js'

/** The texts that are not saved, by sandbox and record, so that they survive when the user looks at another view. */
const drafts = new Map<string, string>()

function problemsOf(error: unknown): readonly TextProblem[] {
  const problems = error instanceof AdminProblem ? error.problem?.problems : undefined
  return problems ?? [{ reason: messageOf(error) }]
}

interface RecordEditorProps {
  readonly kind: KindName
  readonly record: AnyRecord | undefined
  readonly note?: string | undefined
  readonly onCreated: (records: readonly AnyRecord[]) => void
  readonly onClose: () => void
}

/** Edits a record as JSON. Only the user can change a text that is not saved. */
export function RecordEditor({ kind, record, note, onCreated, onClose }: RecordEditorProps) {
  const { noun, schema } = recordKinds[kind]
  const id = record?.id
  const key = JSON.stringify([sandbox.value, kind, id])
  const [base, setBase] = useState(record)
  const { templates } = lookOf(kind)
  const starts = Object.keys(templates).map((name) => ({ value: name, label: name }))
  const [start, setStart] = useState(starts[0]!.value)
  const original = textOf(base ?? templates[start])
  const [draft] = useState(drafts.get(key))
  const [text, setText] = useState(draft ?? original)
  const [problems, setProblems] = useState<readonly TextProblem[]>([])
  const [isAsking, setAsking] = useState(false)
  const isEdited = text !== original
  const userId = base && kind === 'volunteers' ? lookOf(kind).userOf(base)?.id : undefined

  const { data: latest } = useResource(
    key,
    async (name) => (id === undefined ? undefined : getRecord(name, kind, id)),
    { changes: ['records'] },
  )
  const hasChanged = Boolean(latest) && textOf(latest) !== textOf(base)

  function write(value: string): void {
    setText(value)
    drafts.set(key, value)
  }

  function startWith(name: string): void {
    setStart(name)
    setText(textOf(templates[name]))
  }

  function finish(): void {
    drafts.delete(key)
    onClose()
  }

  function load(): void {
    setBase(latest ?? undefined)
    setText(textOf(latest))
    setProblems([])
    drafts.delete(key)
  }

  useEffect(() => {
    if (hasChanged && !isEdited) load()
  }, [hasChanged, isEdited])

  async function send(value: unknown): Promise<void> {
    if (id === undefined) {
      const created = await createRecords(sandbox.value, kind, value)
      finish()
      onCreated(created)
    } else {
      await updateRecord(sandbox.value, kind, id, changesFor(schema, value))
      finish()
      announce(`Saved: ${noun} ${readable(id)}`)
    }
  }

  async function save(): Promise<void> {
    const parsed = parseJson(text)
    const found = 'problem' in parsed ? [parsed.problem] : base ? missingFields(schema, parsed.value) : []
    setProblems(found)
    if (found.length > 0) return
    await send(parsed.value).catch((error: unknown) => setProblems(problemsOf(error)))
  }

  // However the user closes the dialog, this question comes first, so the text is never lost by mistake.
  if (isAsking) {
    return (
      <Confirm
        title="Discard your changes?"
        action="Discard"
        cancel="Keep editing"
        onConfirm={finish}
        onClose={() => setAsking(false)}
      >
        <p>The text of this {noun} is not saved.</p>
      </Confirm>
    )
  }
  return (
    <Dialog
      title={id === undefined ? `New ${noun}` : `Edit ${noun} ${readable(shortened(id, 40))}`}
      onClose={() => (isEdited ? setAsking(true) : finish())}
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
        {draft !== undefined && <p role="status">Restored your unsaved changes.</p>}
        {hasChanged && isEdited && (
          <div class="note refused spread" role="status">
            <p>This record has changed on the server. Saving your text replaces these changes.</p>
            <Button onClick={load}>Discard my text and show the record</Button>
          </div>
        )}
        {latest === null && (
          <div class="note refused spread" role="status">
            <p>This record was deleted on the server.</p>
          </div>
        )}
        {id === undefined && !isEdited && starts.length > 1 && (
          <Select label="Start with" value={start} options={starts} onChange={startWith} />
        )}
        <JsonField
          label="JSON"
          hint={
            id === undefined
              ? 'Missing fields are generated. {"$absent": true} leaves out an optional field.'
              : 'This is the whole record. To remove an optional field, delete it from the text.'
          }
          text={text}
          problems={problems}
          onChange={write}
        />
      </div>
      <footer class="dialog-footer actions">
        {userId !== undefined && !isEdited && (
          <>
            <CopyButton what="user id" label="Copy user id" text={() => userId} />
            <a href={linkTo('try-it', { section: userId })} onClick={finish}>
              Try it with user {userId}
            </a>
          </>
        )}
        <Button onClick={() => (isEdited ? setAsking(true) : finish())}>{note ? 'Done' : 'Cancel'}</Button>
        <Button look="main" onClick={save}>
          {id === undefined ? `Create the ${noun}` : 'Save'}
        </Button>
      </footer>
    </Dialog>
  )
}
