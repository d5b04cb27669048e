import { expect, it } from 'vitest'
import * as z from 'zod'
import { createMock, extendApi } from '../../src/index.js'

const comments = extendApi()
  .collection('posts', {
    one: 'post',
    schema: z.object({ id: z.string() }),
    factory: () => ({}),
    initial: () => [{}, {}],
  })
  .collection('comments', {
    one: 'comment',
    schema: z.object({ id: z.string(), post: z.string(), parent: z.string().nullable() }),
    references: { post: 'posts', parent: 'comments' },
    factory: () => ({ post: '1', parent: null }),
    initial: () => [{}, { parent: '1' }, { parent: '2' }, { post: '2' }],
  })

it.each<[what: string, change: (mock: ReturnType<typeof openComments>) => Promise<unknown>, left: string[]]>([
  ['delete', ({ posts }) => posts.delete('1'), ['4']],
  ['deleteMany', ({ comments: all }) => all.deleteMany({ post: '1' }), ['4']],
  ['clear', ({ posts }) => posts.clear(), []],
  ['clear of the comments', ({ comments: all }) => all.clear(), []],
])('deletes a record once that refers to deleted ones in two ways: %s', async (_, change, left) => {
  const mock = openComments()
  await change(mock)
  expect(mock.comments.findMany().map(({ id }) => id)).toEqual(left)
})

function openComments() {
  return createMock({ extend: comments })
}

it('may refer to itself', async () => {
  const mock = openComments()
  expect(await mock.comments.create({ id: 'self', parent: 'self' })).toMatchObject({ parent: 'self' })
})

it('a deletion that a list refuses changes nothing, also if the answer goes on', async () => {
  const extend = extendApi()
    .collection('tags', {
      one: 'tag',
      schema: z.object({ id: z.string() }),
      factory: () => ({}),
      initial: () => [{}],
    })
    .collection('notes', {
      one: 'note',
      schema: z.object({ id: z.string(), tags: z.array(z.string()).min(1) }),
      references: { tags: 'tags' },
      factory: () => ({ tags: ['1'] }),
      initial: () => [{}],
    })
    .operation('deleteTag', 'DELETE /api/v0/tags/:id', {}, ({ records, params }) => {
      try {
        records.tags.delete(params.id)
      } catch {
        return { isDeleted: false }
      }
      return { isDeleted: true }
    })
  const mock = createMock({ extend })
  const headers = { authorization: 'Bearer mock-all-scopes' }
  const response = await mock.fetch('https://reg.example.com/api/v0/tags/1', { method: 'DELETE', headers })
  expect(await response.json()).toEqual({ isDeleted: false })
  expect(mock.tags.count()).toBe(1)
  await mock.notes.deleteMany({})
  expect(await mock.tags.delete('1')).toEqual({ id: '1' })
})
