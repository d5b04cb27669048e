import { parsePhoneNumber } from 'libphonenumber-js/max'
import { describe, expect, test } from 'vitest'
import { createMock } from '../../src/index.js'
import { departments } from '../../src/convention/words.js'
import { kinds } from '../../src/convention/kinds.js'

const seeds = [0, 1, Number.MAX_SAFE_INTEGER]

/** Returns the generated records. Some edge cases violate the rules of generated records on purpose. */
function generatedOf(seed: number) {
  const { volunteers, users, roles } = createMock({ seed, volunteerCount: 1000, roleCount: 1500 }).export()
  return {
    volunteers: volunteers.filter(({ id }) => Number(id) > 50_001_000),
    users: users.filter(({ id }) => Number(id) > 1000),
    roles: roles.filter(({ id }) => Number(id) > 100),
  }
}

describe.each(seeds)('the data of seed %i', (seed) => {
  const { volunteers, users } = generatedOf(seed)
  const everyone = [...volunteers.map(({ user }) => user), ...users]

  test('uses departments from a fixed list, each at most once for a volunteer', () => {
    const known = new Map<string, string>(departments.map(({ id, name }) => [id, name]))
    for (const { departments: entries } of volunteers) {
      expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length)
      for (const { id, name } of entries) expect(name).toBe(known.get(id))
    }
    const seen = volunteers.flatMap((volunteer) => volunteer.departments.map(({ id }) => id))
    expect(new Set(seen).size).toBe(known.size)
  })

  test('has consistent states, dates and contact methods', () => {
    const primaries = volunteers.map(
      ({ createdAt, updatedAt, contactMethods, departments: entries, user }) => {
        for (const { states } of entries) {
          expect(new Set(states).size).toBe(states.length)
          expect(states.includes('avoid') ? states.length : 1).toBe(1)
        }
        expect(Date.parse(updatedAt)).toBeGreaterThanOrEqual(Date.parse(createdAt))
        const addresses = contactMethods.filter(({ name }) => name === 'email')
        for (const { value } of addresses) expect(value).toBe(user.email)
        return contactMethods.filter(({ isPrimary }) => isPrimary).length
      },
    )
    expect([Math.min(...primaries), Math.max(...primaries)]).toEqual([0, 1])
  })

  test('has option values of all four types, which agree with their types', () => {
    const options = volunteers.flatMap((volunteer) => volunteer.options)
    for (const { type, value } of options) {
      expect(Array.isArray(value) ? 'multi' : typeof value).toBe(
        { select: 'string', text: 'string', number: 'number', multi: 'multi' }[type],
      )
    }
    expect(new Set(options.map(({ type }) => type)).size).toBe(4)
  })

  test('has phone numbers and emails that are reserved for fiction, and usernames that fit the names', () => {
    const fiction = /^(?:\+1[2-9]\d{2}55501\d{2}|\+44(?:7700900|2079460)\d{3})$/
    for (const { id, firstName, username, phone, email } of everyone) {
      const ascii = firstName.normalize('NFKD').replaceAll(/[^a-z]/gi, '')
      expect(phone).toMatch(fiction)
      expect(parsePhoneNumber(phone).isValid()).toBe(true)
      expect(username).toMatch(new RegExp(`^${ascii}[._][a-z]+${id}$`, 'i'))
      expect(email).toMatch(new RegExp(`^${username}@example\\.(?:com|net|org)$`))
    }
    const having = everyone.filter(({ preferredName }) => preferredName !== undefined).length
    expect(having / everyone.length).toBeCloseTo(0.3, 1)
  })

  test('has one user without a volunteer record after nine users with one', () => {
    const ids = volunteers.map(({ user }) => Number(user.id))
    expect(users.length).toBe(Math.floor(volunteers.length / 9))
    expect(users.map(({ id }) => Number(id))).toEqual(users.map((_, place) => 1010 + place * 10))
    expect(ids.filter((id) => id % 10 === 0)).toEqual([])
  })
})

test('another seed generates other records with the same ids', () => {
  const [first, second] = [generatedOf(1), generatedOf(2)]
  expect(second.volunteers.map(({ id }) => id)).toEqual(first.volunteers.map(({ id }) => id))
  const same = first.volunteers.filter(
    ({ user }, place) => user.firstName === second.volunteers[place]!.user.firstName,
  )
  expect(same.length).toBeLessThan(first.volunteers.length / 20)
  expect(second.roles.map(({ name }) => name)).not.toEqual(first.roles.map(({ name }) => name))
})

test('additional volunteers or roles do not change the others', () => {
  const before = createMock({ volunteerCount: 180, roleCount: 40 }).export()
  for (const more of [1, 2, 9, 10, 500]) {
    const after = createMock({ volunteerCount: 180 + more, roleCount: 40 + more }).export()
    expect(after.volunteers).toHaveLength(180 + more)
    expect(after.volunteers.slice(0, 180)).toEqual(before.volunteers)
    expect(after.users.slice(0, before.users.length)).toEqual(before.users)
    expect(after.roles.slice(0, 40)).toEqual(before.roles)
  }
})

test.each(seeds)(
  'the first 20,000 role names of seed %i are unique, also among the edge cases, and have their form',
  (seed) => {
    const roles = kinds.roles.generate({ seed, counts: { roles: 20_000 } }, () => ({ id: '' }))
    const names = Array.from({ length: 20_000 }, (_, index) => roles.make(index, '').name)
    const all = [...names, ...kinds.roles.handMade.map(({ name }) => name)]
    expect(new Set(all).size).toBe(all.length)
    expect(names.filter((name) => !/^[a-z]+(?:-[a-z]+)+(?:-\d+)?$/.test(name))).toEqual([])
    expect(names.filter((name) => name.includes('undefined'))).toEqual([])
  },
)
