import { useState } from 'preact/hooks'
import { Button } from '../../parts/button.js'
import { Confirm } from '../../parts/dialog.js'
import { Page } from '../../parts/page.js'
import { Text } from '../../parts/text.js'
import { linkTo, section, sandbox } from '../../state/location.js'
import { announce } from '../../state/messages.js'
import { currentMock } from '../../state/resource.js'
import { EdgeCaseList, useEdgeCases } from './edge-case-list.js'
import { RecordEditor } from './record-editor.js'
import { kindNames, recordKinds, getRecords, type AnyRecord, type KindName } from './record-kinds.js'
import { RecordList } from './record-list.js'

type Open =
  | {
      readonly what: 'editor'
      readonly kind: KindName
      readonly record?: AnyRecord
    }
  | { readonly what: 'deletion'; readonly kind: KindName; readonly record: AnyRecord }
  | { readonly what: 'reset' }

function Sections({ selected, hasEdgeCases }: { readonly selected: string; readonly hasEdgeCases: boolean }) {
  const names = hasEdgeCases || selected === 'edge-cases' ? [...kindNames, 'edge-cases' as const] : kindNames
  return (
    <nav class="sections toolbar" aria-label="Records">
      {names.map((name) => (
        <a
          key={name}
          href={linkTo('data', { section: name })}
          aria-current={name === selected ? 'page' : undefined}
        >
          {name === 'edge-cases' ? 'Edge cases' : recordKinds[name].label}
        </a>
      ))}
    </nav>
  )
}

async function reset(): Promise<void> {
  await currentMock().reset()
  announce(`The sandbox ${sandbox.value} is reset.`)
}

export function DataView() {
  const [open, setOpen] = useState<Open>()
  const edgeCases = useEdgeCases()
  const selected =
    section.value === 'edge-cases'
      ? 'edge-cases'
      : (kindNames.find((name) => name === section.value) ?? kindNames[0]!)
  const close = () => setOpen(undefined)

  return (
    <Page
      title="Data"
      about="The records in the responses of this sandbox. Changes apply from the next request on."
      actions={<Button onClick={() => setOpen({ what: 'reset' })}>Reset the sandbox</Button>}
    >
      <Sections selected={selected} hasEdgeCases={Boolean(edgeCases.data?.size)} />
      {selected === 'edge-cases' ? (
        <EdgeCaseList
          found={edgeCases}
          onEdit={(kind, record) => setOpen({ what: 'editor', kind, record })}
        />
      ) : (
        <RecordList
          key={selected}
          kind={selected}
          onCreate={() => setOpen({ what: 'editor', kind: selected })}
          onEdit={(record) => setOpen({ what: 'editor', kind: selected, record })}
          onDelete={(record) => setOpen({ what: 'deletion', kind: selected, record })}
        />
      )}
      {open?.what === 'editor' && <RecordEditor kind={open.kind} record={open.record} onClose={close} />}
      {open?.what === 'deletion' && (
        <Confirm
          title={`Delete the ${recordKinds[open.kind].noun}?`}
          action={`Delete the ${recordKinds[open.kind].noun}`}
          onConfirm={() => getRecords(currentMock(), open.kind).delete(open.record.id)}
          onClose={close}
        >
          <p>
            This deletes the {recordKinds[open.kind].noun} <Text of={open.record.id} max={40} />.{' '}
            {recordKinds[open.kind].deletion}
          </p>
        </Confirm>
      )}
      {open?.what === 'reset' && (
        <Confirm title="Reset the sandbox?" action="Reset the sandbox" onConfirm={reset} onClose={close}>
          <p>
            This sets the records, tokens, assumptions, clock and faults of the sandbox{' '}
            <Text of={sandbox.value} /> back to the start. It also clears the list of requests. The coverage
            stays.
          </p>
        </Confirm>
      )}
    </Page>
  )
}
