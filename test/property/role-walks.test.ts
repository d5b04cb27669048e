import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createMock, type Mock, type Role } from '../../src/index.js'
import { compareIds } from '../../src/dataset/ids.js'
import { ask } from '../support/ask.js'
import { runs } from '../support/property.js'

const anyId = fc.oneof(
  { weight: 3, arbitrary: fc.nat({ max: 60 }).map(String) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 3 }) },
)

/** Changes of roles between two pages. */
const anyChange = fc.record({ kind: fc.constantFrom('create', 'delete', 'rename'), id: anyId })
const anyChanges = fc.array(fc.array(anyChange, { maxLength: 4 }), { maxLength: 15 })

/** Each role gets a new name, because names do not matter for these tests. */
let named = 0
function nextName(): string {
  return `role ${named++}`
}

/** Makes one change if it is possible. */
async function apply(mock: Mock, { kind, id }: { kind: string; id: string }): Promise<void> {
  const exists = mock.roles.find(id) !== undefined
  if (kind === 'create' && !exists) await mock.roles.create({ id, name: nextName() })
  if (kind === 'delete' && exists) await mock.roles.delete(id)
  if (kind === 'rename' && exists) await mock.roles.update(id, { name: nextName() })
}

function ids(mock: Mock): string[] {
  return mock.roles.findMany().map(({ id }) => id)
}

test('reading pages while roles change returns no role twice, and every role that was not deleted', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(anyId, { maxLength: 30 }),
      fc.integer({ min: 1, max: 7 }),
      anyChanges,
      async (start, pageSize, changes) => {
        const roles = start.map((id) => ({ id, name: nextName() }))
        const mock = createMock({ data: { roles }, assumptions: { 'roles.pageSize': pageSize } })
        let always = new Set(start)
        const ever = new Set(start)
        const seen: string[] = []
        let query = ''
        for (let page = 0; ; page++) {
          const { status, body } = await ask(mock, `/api/v0/roles${query}`)
          const { data, nextPage } = body as { data: Role[]; nextPage: string | null }
          expect([status, data.length <= pageSize]).toEqual([200, true])
          seen.push(...data.map(({ id }) => id))
          if (nextPage === null) break
          query = `?nextPage=${encodeURIComponent(nextPage)}`
          for (const change of changes[page] ?? []) {
            await apply(mock, change)
            const now = new Set(ids(mock))
            for (const id of now) ever.add(id)
            always = new Set([...always].filter((id) => now.has(id)))
          }
        }
        expect(seen).toEqual([...new Set(seen)].toSorted(compareIds))
        expect([...always].filter((id) => !seen.includes(id))).toEqual([])
        expect(seen.filter((id) => !ever.has(id))).toEqual([])
      },
    ),
    runs(300),
  )
})
