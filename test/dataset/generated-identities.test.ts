import { parsePhoneNumber } from 'libphonenumber-js/max'
import { describe, expect, test } from 'vitest'
import { createMock } from '../../src/index.js'
import { generateRoleName } from '../../src/dataset/kinds/generate-role.js'
import { kinds } from '../../src/dataset/kinds.js'
import { personas } from '../../src/dataset/personas.js'

const exports = [1, 2, 3].map((seed) => createMock({ seed, volunteers: 2000 }).export())
const users = exports.flatMap(({ volunteers, users: others }) => [
  ...volunteers.map(({ user }) => user),
  ...others,
])
const generated = users.filter(({ id }) => Number(id) > 1000)

test('the tested users are the personas and more than 6,000 generated users', () => {
  expect(users.length - generated.length).toBe(exports.length * Object.keys(personas).length)
  expect(generated.length).toBeGreaterThan(6000)
})

describe('a phone number', () => {
  const numbers = [...new Set(users.map(({ phone }) => phone))]

  test('is valid', () => {
    expect(numbers.filter((number) => !parsePhoneNumber(number).isValid())).toEqual([])
    for (const number of numbers) expect(parsePhoneNumber(number).format('E.164')).toBe(number)
  })

  test('is in a range that is reserved for fiction', () => {
    const fiction = /^(?:\+1[2-9]\d{2}55501\d{2}|\+44(?:7700900|2079460)\d{3})$/
    expect(numbers.filter((number) => !fiction.test(number))).toEqual([])
  })

  test('is from one of two countries', () => {
    expect(new Set(numbers.map((number) => parsePhoneNumber(number).countryCallingCode))).toEqual(
      new Set(['1', '44']),
    )
  })
})

describe('an email', () => {
  test('is at a domain that is reserved for examples', () => {
    const domains = new Set(users.map(({ email }) => email.replace(/^[^@]+@/, '')))
    expect([...domains].toSorted()).toEqual(['example.com', 'example.net', 'example.org'])
  })

  test('starts with the username of a generated user, which starts with the name', () => {
    for (const { id, firstName, username, email } of generated) {
      const ascii = firstName
        .normalize('NFKD')
        .replaceAll(/[^a-z]/gi, '')
        .toLowerCase()
      expect(username).toMatch(new RegExp(`^${ascii}[._][a-z]+${id}$`))
      expect(email.split('@')[0]).toBe(username)
    }
  })

  test('in the contact methods is that of the user', () => {
    for (const { contactMethods, user } of exports.flatMap(({ volunteers }) => volunteers)) {
      const addresses = contactMethods.filter(({ name }) => name === 'email')
      for (const { value } of addresses) expect(value).toBe(user.email)
    }
  })
})

test('about 30 % of the users have a preferred name', () => {
  const having = generated.filter(({ preferredName }) => preferredName !== undefined).length
  expect(having / generated.length).toBeCloseTo(0.3, 1)
})

describe('the first 20,000 role names', () => {
  test.each([0, 1, 2, 4711, Number.MAX_SAFE_INTEGER])(
    'of seed %i are different from each other and from the personas, and have the expected form',
    (seed) => {
      const names = Array.from({ length: 20_000 }, (_, index) => generateRoleName(seed, index))
      const all = [...names, ...kinds.roles.handMade.map(({ name }) => name)]
      expect(new Set(all).size).toBe(all.length)
      expect(names.filter((name) => !/^[a-z]+(?:-[a-z]+)+(?:-\d+)?$/.test(name))).toEqual([])
      expect(names.filter((name) => name.includes('undefined'))).toEqual([])
    },
  )
})
