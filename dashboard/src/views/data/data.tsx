import { useState } from 'preact/hooks'
import type { AnyRecord } from '../../../../src/contract/kind.js'
import { Button } from '../../parts/button.js'
import { Confirm } from '../../parts/dialog.js'
import { Page } from '../../parts/page.js'
import { Text } from '../../parts/text.js'
import { api } from '../../state/api.js'
import { linkTo, section, sandbox } from '../../state/location.js'
import { announce } from '../../state/messages.js'
import { currentMock } from '../../state/resource.js'
import { EdgeCaseList } from './edge-case-list.js'
import { useEdgeCases } from './edge-cases.js'
import { RecordEditor } from './record-editor.js'
import { getRecords } from './record-kinds.js'
import { RecordList } from './record-list.js'

/** The name of the section of the edge cases. */
const EDGE_CASES = 'edge-cases'

type Open =
  | {
      readonly what: 'editor'
      readonly kind: string
      readonly record?: AnyRecord
    }
  | { readonly what: 'deletion'; readonly kind: string; readonly record: AnyRecord }
  | { readonly what: 'reset' }

function Sections({ selected, hasEdgeCases }: { readonly selected: string; readonly hasEdgeCases: boolean }) {
  const { kinds } = api.value
  const isShown = hasEdgeCases || selected === EDGE_CASES
  const names = [...Object.keys(kinds), ...(isShown ? [EDGE_CASES] : [])]
  return (
    <nav class="sections toolbar" aria-label="Records">
      {names.map((name) => (
        <a
          key={name}
          href={linkTo('data', { section: name })}
          aria-current={name === selected ? 'page' : undefined}
        >
          {kinds[name]?.label ?? 'Edge cases'}
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
  const { kinds } = api.value
  const known = [...Object.keys(kinds), EDGE_CASES]
  const selected = known.find((name) => name === section.value) ?? known[0]!
  const close = () => setOpen(undefined)

  return (
    <Page
      title="Data"
      about="The records in the responses of this sandbox. Changes apply from the next request on."
      actions={<Button onClick={() => setOpen({ what: 'reset' })}>Reset the sandbox</Button>}
    >
      <Sections selected={selected} hasEdgeCases={Boolean(edgeCases.data?.size)} />
      {selected === EDGE_CASES ? (
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
          title={`Delete the ${kinds[open.kind]!.one}?`}
          action={`Delete the ${kinds[open.kind]!.one}`}
          onConfirm={() => getRecords(currentMock(), open.kind).delete(open.record.id)}
          onClose={close}
        >
          <p>
            This deletes the {kinds[open.kind]!.one} <Text of={open.record.id} max={40} />.{' '}
            {kinds[open.kind]!.deletion}
          </p>
        </Confirm>
      )}
      {open?.what === 'reset' && (
        <Confirm title="Reset the sandbox?" action="Reset the sandbox" onConfirm={reset} onClose={close}>
          <p>
            This resets the records, tokens, assumptions, clock and faults of the sandbox{' '}
            <Text of={sandbox.value} />, and clears its request log. The coverage stays.
          </p>
        </Confirm>
      )}
    </Page>
  )
}
