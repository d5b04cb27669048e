import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { build } from '../../src/dataset/build.js'
import { listKind } from '../../src/dataset/list-kind.js'

it('the records of a list have their other fields, whether they are generated or built', () => {
  const kind = listKind<{ id: string; name: string; about: string }>({
    one: 'role',
    many: 'roles',
    resource: 'Role',
    schema: z.object({ id: z.string(), name: z.string(), about: z.string() }),
    defaultTotals: { default: 2, 'many-pages': 2 },
    words: [['hr', 'it'], ['lead']],
    otherFields: ({ id, name }) => ({ about: `${name} has the id ${id}` }),
  })
  const generated = kind.generate({ seed: 1, counts: { roles: 2 } }, () => ({ id: '' }))
  expect(generated.make(1, '102')).toEqual({ id: '102', name: 'hr-lead', about: 'hr-lead has the id 102' })
  expect(build(kind, { id: '7' })).toEqual({ id: '7', name: 'it-lead-7', about: 'it-lead-7 has the id 7' })
  expect(build(kind, { id: '7', name: 'y' })).toMatchObject({ about: 'y has the id 7' })
  expect(build(kind, { id: '7', about: 'x' })).toMatchObject({ about: 'x' })
})
