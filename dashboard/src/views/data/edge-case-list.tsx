import { Tag } from '../../parts/badges.js'
import { Button } from '../../parts/button.js'
import { Empty, Failed, Loading } from '../../parts/page.js'
import { findEdgeCase, readEdgeCases } from '../../../../src/convention/looks.js'
import { edgeCases } from '../../../../src/convention/shown-edge-cases.js'
import { currentMock, useResource } from '../../state/resource.js'
import { CodeText } from '../../parts/text.js'
import { Table } from '../../parts/table.js'
import type { AnyRecord, KindName } from './record-kinds.js'

/** The ids of the users that are edge cases in the selected sandbox. Not every sandbox has them, and they can be deleted. */
export function useEdgeCases() {
  return useResource('edge-cases', readEdgeCases, { changes: ['records'] })
}

const COLUMNS = [
  { label: 'User', look: 'id' },
  { label: 'Edge case', look: 'name' },
  { label: 'What it shows' },
]

interface EdgeCaseListProps {
  readonly found: ReturnType<typeof useEdgeCases>
  readonly onEdit: (kind: KindName, record: AnyRecord) => void
}

export function EdgeCaseList({ found, onEdit }: EdgeCaseListProps) {
  const { data, error, reload } = found

  async function open(id: string): Promise<void> {
    const { kind, record } = await findEdgeCase(currentMock(), id)
    onEdit(kind, record)
  }

  if (error) return <Failed error={error} reload={reload} />
  if (!data) return <Loading />
  if (data.size === 0) {
    return (
      <Empty title="This sandbox has no edge cases">
        <p>
          The built-in data <code>empty</code> and your own records do not contain them.
        </p>
      </Empty>
    )
  }
  return (
    <>
      <p class="about">
        Edge cases are hand-written users. Each of them shows one case that the API specification allows.
        Their records may have changed since the start.
      </p>
      <Table label="Edge cases" look="records stacks" columns={COLUMNS}>
        {edgeCases.map((edgeCase) => (
          <tr key={edgeCase.name}>
            <td class="id">{edgeCase.id}</td>
            <td class="name">
              <code>{edgeCase.name}</code>
            </td>
            <td>
              <CodeText of={edgeCase.shows} />
            </td>
            <td class="row-actions">
              {data.has(edgeCase.id) ? (
                <Button look="quiet" aria-label={`Open ${edgeCase.name}`} onClick={() => open(edgeCase.id)}>
                  Open
                </Button>
              ) : (
                <Tag>changed or deleted</Tag>
              )}
            </td>
          </tr>
        ))}
      </Table>
    </>
  )
}
