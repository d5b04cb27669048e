import { expect, test } from 'vitest'
import { textOf } from '../../src/contract/record-look.js'

const record = {
  id: '7',
  pages: 0,
  user: { firstName: 'Ada', lastName: '', nickname: null },
  departments: [
    { id: '1', name: 'Registration' },
    { id: '2' },
    { id: '3', name: null },
    { id: '4', name: '' },
  ],
  tags: ['a', 'b'],
}

test.each([
  ['{id}', '7'],
  ['{pages} pages', '0 pages'],
  ['{user.firstName} {user.lastName}', 'Ada'],
  ['{user.nickname|firstName}', 'Ada'],
  ['{departments.name|id}', 'Registration, 2, 3, '.trim()],
  ['{departments.name}', 'Registration,'],
  ['{tags}', 'a, b'],
  ['{none.at.all}{user.firstName.more}', ''],
])('%s is %j', (text, expected) => {
  expect(textOf(text, record)).toBe(expected)
})
