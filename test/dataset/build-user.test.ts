import { describe, expect, test } from 'vitest'
import { buildUser } from '../../src/index.js'

describe('buildUser', () => {
  test('derives the username from the names and the id, and the email from the username', () => {
    const user = buildUser({ id: '77', firstName: 'Zoë', lastName: "O'Brien" })
    expect(user.username).toMatch(/^zoe[._]obrien77$/)
    expect(user.email).toMatch(/^zoe[._]obrien77@example\.(com|org|net)$/)
  })

  test('derives an ASCII username from names in other scripts', () => {
    const user = buildUser({ id: '78', firstName: '陽翔', lastName: 'ليلى' })
    expect(user.username).toMatch(/^[\w.]+78$/)
    expect(user.email).toBe(`${user.username}@${user.email.split('@')[1]}`)
  })

  test('derives the email from a given username', () => {
    expect(buildUser({ username: 'star_gazer' }).email).toMatch(/^star_gazer@example\./)
  })

  test('needs no longer than a moment for a very long name of digits', { timeout: 1000 }, () => {
    expect(buildUser({ id: '7', firstName: '0'.repeat(200_000), lastName: 'x' }).username).toHaveLength(
      200_003,
    )
  })

  test('generates a preferred name for some users, and omits one of undefined', () => {
    const indexes = Array.from({ length: 50 }, (_, index) => index)
    const having = indexes.filter((index) => 'preferredName' in buildUser({}, { index }))
    expect(having.length).toBeGreaterThan(0)
    expect(having.length).toBeLessThan(50)
    for (const index of having) {
      expect(buildUser({ preferredName: undefined }, { index })).not.toHaveProperty('preferredName')
    }
  })
})
