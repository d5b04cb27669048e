import { Tag } from '../../parts/badges.js'
import { Button } from '../../parts/button.js'
import { Empty, Failed, Loading } from '../../parts/page.js'
import type { RemoteMock } from '../../../../src/admin/client/remote-mock.js'
import { currentMock, useResource } from '../../state/resource.js'
import { edgeCaseOf, edgeCases, type EdgeCase } from './edge-cases.js'
import { CodeText } from '../../parts/text.js'
import { Table } from '../../parts/table.js'
import type { AnyRecord, KindName } from './record-kinds.js'

/** Returns the ids of the users that are edge cases. They have the lowest ids, so they are in the first page. */
async function readEdgeCases(mock: RemoteMock): Promise<ReadonlySet<string>> {
  const { records } = await mock.users.page({ limit: 100 })
  return new Set(records.filter((user) => edgeCaseOf(user)).map(({ id }) => id))
}

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

  /** Shows the volunteer record of an edge case. For an edge case without a record, shows the user. */
  async function open({ id }: EdgeCase): Promise<void> {
    const { volunteers, users } = currentMock()
    const volunteer = await volunteers.find({ user: { id } })
    if (volunteer) return onEdit('volunteers', volunteer)
    const user = await users.find(id)
    if (!user) throw new Error(`The user ${id} was deleted.`)
    onEdit('users', user)
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
                <Button look="quiet" aria-label={`Open ${edgeCase.name}`} onClick={() => open(edgeCase)}>
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
