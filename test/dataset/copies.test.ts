import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { callMockMember } from '../../src/admin/members.js'
import { compile } from '../../src/contract/compile.js'
import type { AnyRecord } from '../../src/contract/kind.js'
import { createMockCore } from '../../src/mock/create-mock-core.js'
import { getInternals } from '../../src/mock/mock-internals.js'
import { library } from '../support/library.js'

interface Box extends AnyRecord {
  readonly title: string
  readonly inside: { readonly deep: readonly string[] }
}

/** Creates a mock that shows which objects `create` gets, stores and returns. Its schema copies nothing. */
function createBoxes() {
  const completed: unknown[] = []
  const books = {
    ...library.kinds['books']!,
    schema: z.custom<Box>(),
    complete(partial: unknown) {
      completed.push(partial)
      return partial
    },
  }
  const mock = createMockCore(compile({ ...library, kinds: { ...library.kinds, books } }), {})
  const stored = (id: string) => getInternals(mock).dataset.stores['books']!.get(id) as Box
  const given: Box = { id: '9', title: 'x', inside: { deep: ['a'] } }
  return { mock, completed, stored, given }
}

it('a record is copied when a test gives it, by its schema, and when the test gets it', async () => {
  const { mock, completed, stored, given } = createBoxes()
  const { books } = mock as unknown as { books: { create: (box: Box) => Promise<Box> } }
  const created = await books.create(given)
  expect(completed).toEqual([given])
  expect((completed[0] as Box).inside.deep).not.toBe(given.inside.deep)
  expect(stored('9')).toBe(completed[0])
  expect(created).toEqual(given)
  expect(created.inside.deep).not.toBe(stored('9').inside.deep)
})

it('the admin API adds no copy: it gives what it has parsed, and writes what is stored', async () => {
  const { mock, completed, stored, given } = createBoxes()
  const created = await callMockMember(mock, 'books.create', [given], [])
  expect(completed[0]).toBe(given)
  expect(stored('9')).toBe(given)
  expect(created).toBe(given)
})
