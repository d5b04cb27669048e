import { expect, it } from 'vitest'
import * as z from 'zod'
import { extendApi } from '../../src/index.js'
import { open, outcomes, record, verify } from './support/own-operations.js'

const desk = z.object({
  id: z.string(),
  name: z.string(),
  note: z.string().optional(),
  place: z.object({ hall: z.string(), floor: z.number() }),
  parts: z.array(z.object({ kind: z.string(), size: z.number() })),
})
type Desk = z.infer<typeof desk>

/** @param change What the service sends instead of a desk. */
function desks(change: (desk: Desk) => object = (each) => each) {
  return extendApi()
    .collection('desks', {
      one: 'desk',
      schema: desk,
      factory: ({ index }) => ({
        name: `Desk ${index}`,
        note: 'By the door',
        place: { hall: 'A', floor: 1 },
        parts: [{ kind: 'screen', size: 2 }],
      }),
      initial: () => [{}, {}],
    })
    .operation(
      'getDesk',
      'GET /api/v0/desks/:id',
      { params: { id: 'desks.id' }, response: desk },
      ({ found }) => change(found.desk as Desk) as Desk,
    )
    .operation('listDesks', 'GET /api/v0/desks', { pages: 'desks' }, ({ page }) => page())
    .operation('describeDesk', 'GET /api/v0/desks/:id/text', { params: { id: 'desks.id' } }, ({ found }) => ({
      text: found.desk.name,
    }))
}

async function recordNeeds(needs: object) {
  const { mock, ask } = open(desks())
  const { data } = (await ask('GET desks')) as { readonly data: readonly Desk[] }
  await ask(`GET desks/${data[0]!.id}`)
  await ask(`GET desks/${data[0]!.id}/text`)
  const { file, text } = await record(desks(), mock, needs)
  const { interactions } = JSON.parse(text) as {
    interactions: { description: string; response: { body?: { content: unknown } } }[]
  }
  const bodies = interactions.map(({ description, response }) => [
    description.replace('a request for ', ''),
    response.body?.content,
  ])
  return { file, bodies: Object.fromEntries(bodies) as { readonly [what: string]: unknown } }
}

it('the pact demands only the needed fields of own operations, also optional ones', async () => {
  const { file, bodies } = await recordNeeds({
    getDesk: ['note', 'parts.kind', 'place'],
    listDesks: ['data.name'],
  })
  expect(bodies).toMatchObject({
    getDesk: { note: expect.any(String), parts: [{ kind: 'screen' }], place: {} },
    'a page of listDesks': { data: [{ name: expect.any(String) }] },
  })
  for (const absent of ['"id"', '"size"', '"hall"', '"nextPage"']) {
    expect(JSON.stringify([bodies['getDesk'], bodies['a page of listDesks']])).not.toContain(absent)
  }
  const verified = outcomes(await verify({ extend: desks(), pacts: file }))
  expect([...new Set(Object.values(verified))]).toEqual(['verified'])
  const without = (name: string) =>
    verify({
      pacts: file,
      extend: desks((each) => Object.fromEntries(Object.entries(each).filter(([key]) => key !== name))),
    })
  expect(outcomes(await without('note'))).toMatchObject({ getDesk: 'broken', describeDesk: 'verified' })
})

it('without a needed field, the pact demands no body, and what nothing describes stays whole', async () => {
  const { bodies } = await recordNeeds({})
  expect(bodies).toMatchObject({
    getDesk: {},
    'a page of listDesks': undefined,
    describeDesk: { text: expect.any(String) },
  })
  expect(Object.keys(bodies['getDesk'] as object)).toEqual([])
})
