import { expect, test } from 'vitest'
import { generatedSource } from '../../src/dataset/source.js'

test('a generated record is cached, and is generated again after many others were read', () => {
  let made = 0
  const source = generatedSource({
    size: 50_000,
    firstId: 1,
    make: (index) => ({ id: String(index), made: made++ }),
  })
  const first = source.at(0)
  expect(source.at(0)).toBe(first)
  for (let position = 1; position < source.size; position++) source.at(position)
  expect(source.at(0)).toEqual({ id: '0', made: 50_000 })
})
