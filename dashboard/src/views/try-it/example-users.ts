import { control, result } from '../../admin/client.js'
import { useResource } from '../../state/resource.js'

const SANDBOX = '/__conmock/v1/sandboxes/{sandbox}'

interface ExampleUser {
  readonly value: string
  readonly label: string
}

/** Enough to contain all personas, the last of which has no volunteer record. */
const MAX_READ = 40

const MAX_EXAMPLES = 12

async function hasRecord(sandbox: string, id: string): Promise<boolean> {
  const query = { where: JSON.stringify({ user: { id } }), limit: 1 }
  const { records } = await result(
    control.GET(`${SANDBOX}/volunteers`, { params: { path: { sandbox }, query } }),
  )
  return records.length > 0
}

/** Reads the first users of the sandbox, and looks for one without a volunteer record. */
async function readExamples(sandbox: string): Promise<readonly ExampleUser[]> {
  const params = { path: { sandbox }, query: { limit: MAX_READ } }
  const [{ records: users }, { records: volunteers }] = await Promise.all([
    result(control.GET(`${SANDBOX}/users`, { params })),
    result(control.GET(`${SANDBOX}/volunteers`, { params })),
  ])
  const known = new Set(volunteers.map(({ user }) => user.id))
  // Records have their own order, so the record of this user may be on a later page.
  const other = users.find(({ id }) => !known.has(id))
  const isWithout = other !== undefined && !(await hasRecord(sandbox, other.id))
  const shown = users.filter(({ id }) => known.has(id)).slice(0, MAX_EXAMPLES)
  return [
    ...shown.map(({ id, firstName, lastName }) => ({ value: id, label: `${firstName} ${lastName}` })),
    ...(isWithout ? [{ value: other.id, label: 'has no volunteer record' }] : []),
  ]
}

/** A few users of the selected sandbox, one of them without a volunteer record. */
export function useExampleUsers(): readonly ExampleUser[] {
  // A test may change records all the time, and these suggestions may be a second old.
  return useResource('example users', readExamples, { changes: ['records'], pause: 1000 }).data ?? []
}
