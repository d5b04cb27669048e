import { type } from 'arktype'
import * as z from 'zod'
import { expect, it } from 'vitest'
import { exampleOf, isPlain, type Description } from '../../src/common/description.js'

const schema = z.object({
  text: z.string(),
  maybe: z.number().nullable(),
  one: z.literal('only'),
  choice: z.enum(['a', 'b']),
  list: z.array(z.string()),
  parts: z.object({ flag: z.boolean(), left: z.string().optional() }),
  left: z.string().optional(),
})

const plainOf = (description: object) =>
  Object.entries((description as Description).properties!).flatMap(([name, field]) =>
    isPlain(field) ? [name] : [],
  )

it('makes an example that its schema accepts, without optional fields', () => {
  const example = exampleOf(z.toJSONSchema(schema) as Description)
  expect(schema.parse(example)).toEqual(example)
  expect(example).toEqual({
    text: 'text',
    maybe: 1,
    one: 'only',
    choice: 'a',
    list: [],
    parts: { flag: true },
  })
  expect(exampleOf({ type: 'string', examples: ['Ada'] })).toBe('Ada')
  expect(exampleOf({})).toBe(null)
})

it('knows which fields have no parts, in the descriptions of each library', () => {
  expect(plainOf(z.toJSONSchema(schema))).toEqual(['text', 'maybe', 'one', 'choice', 'left'])
  const other = type({
    text: 'string',
    choice: "'a'|'b'",
    maybe: 'number|null',
    list: 'string[]',
    any: 'unknown',
  })
  expect(plainOf(other.toJsonSchema()).toSorted()).toEqual(['choice', 'maybe', 'text'])
})
