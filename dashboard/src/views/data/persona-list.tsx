import { Tag } from '../../parts/badges.js'
import { Button } from '../../parts/button.js'
import { Empty, Failed, Loading } from '../../parts/page.js'
import type { RemoteMock } from '../../../../src/admin/client/remote-mock.js'
import { currentMock, useResource } from '../../state/resource.js'
import { personaOf, personas, type Persona } from './personas.js'
import { CodeText } from '../../parts/text.js'
import { Table } from '../../parts/table.js'
import type { AnyRecord, KindName } from './record-kinds.js'

/** Returns the ids of the users that are personas. They have the lowest ids, so they are in the first page. */
async function readPersonas(mock: RemoteMock): Promise<ReadonlySet<string>> {
  const { records } = await mock.users.page({ limit: 100 })
  return new Set(records.filter((user) => personaOf(user)).map(({ id }) => id))
}

/** The ids of the users that are personas in the selected sandbox. Not every sandbox has them, and they can be deleted. */
export function usePersonas() {
  return useResource('personas', readPersonas, { changes: ['records'] })
}

const COLUMNS = [
  { label: 'User', look: 'id' },
  { label: 'Persona', look: 'name' },
  { label: 'What it shows' },
]

interface PersonaListProps {
  readonly found: ReturnType<typeof usePersonas>
  readonly onEdit: (kind: KindName, record: AnyRecord) => void
}

export function PersonaList({ found, onEdit }: PersonaListProps) {
  const { data, error, reload } = found

  /** Shows the volunteer record of a persona. For a persona without a record, shows the user. */
  async function open({ id }: Persona): Promise<void> {
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
      <Empty title="This sandbox has no personas">
        <p>
          The scenario <code>empty</code> and your own data do not contain them.
        </p>
      </Empty>
    )
  }
  return (
    <>
      <p class="about">
        Personas are hand-written users. Each of them shows one case that the API specification allows. Their
        records may have changed since the start.
      </p>
      <Table label="Personas" look="records stacks" columns={COLUMNS}>
        {personas.map((persona) => (
          <tr key={persona.name}>
            <td class="id">{persona.id}</td>
            <td class="name">
              <code>{persona.name}</code>
            </td>
            <td>
              <CodeText of={persona.shows} />
            </td>
            <td class="row-actions">
              {data.has(persona.id) ? (
                <Button look="quiet" aria-label={`Open ${persona.name}`} onClick={() => open(persona)}>
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
