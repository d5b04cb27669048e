import { Tag } from '../../parts/badges.js'
import { Button } from '../../parts/button.js'
import { Empty, Failed, Loading } from '../../parts/page.js'
import type { AnyRecord } from '../../../../src/contract/kind.js'
import { capitalized } from '../../../../src/common/text.js'
import { api } from '../../state/api.js'
import { currentMock } from '../../state/resource.js'
import { CodeText } from '../../parts/text.js'
import { Table } from '../../parts/table.js'
import { findRecord, kindsOfEdgeCases, ownRecord, type useEdgeCases } from './edge-cases.js'

interface EdgeCaseListProps {
  readonly found: ReturnType<typeof useEdgeCases>
  readonly onEdit: (kind: string, record: AnyRecord) => void
}

export function EdgeCaseList({ found, onEdit }: EdgeCaseListProps) {
  const { data, error, reload } = found

  const { edgeCases, kinds, builtInData } = api.value

  if (error) return <Failed error={error} reload={reload} />
  if (!data) return <Loading />
  if (data.size === 0) {
    return (
      <Empty title="This sandbox has no edge cases">
        <p>
          The built-in data{' '}
          {Object.entries(builtInData).map(
            ([name, { edgeCases: has }]) => !has && <code key={name}>{name} </code>,
          )}
          and your own records do not contain them.
        </p>
      </Empty>
    )
  }
  const own = kindsOfEdgeCases().map((kind) => kinds[kind]!)
  const columns = [
    { label: own.map(({ one }) => capitalized(one)).join(' / '), look: 'id' },
    { label: 'Edge case', look: 'name' },
    { label: 'What it shows' },
  ]
  return (
    <>
      <p class="about">
        Edge cases are hand-written {own.map(({ many }) => many).join(' and ')}. Each of them shows one case
        that the API specification allows. Their records may have changed since the start.
      </p>
      <Table label="Edge cases" look="records stacks" columns={columns}>
        {edgeCases.map((edgeCase) => (
          <tr key={edgeCase.name}>
            <td class="id">{ownRecord(edgeCase).id}</td>
            <td class="name">
              <code>{edgeCase.name}</code>
            </td>
            <td>
              <CodeText of={edgeCase.shows} />
            </td>
            <td class="row-actions">
              {data.has(edgeCase.name) ? (
                <Button
                  look="quiet"
                  aria-label={`Open ${edgeCase.name}`}
                  onClick={async () => {
                    const { kind, record } = await findRecord(currentMock(), edgeCase)
                    onEdit(kind, record)
                  }}
                >
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
