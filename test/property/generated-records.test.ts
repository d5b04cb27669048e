import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { generatedData, type GeneratedData } from '../../src/dataset/initial-data.js'
import { runs } from '../support/property.js'
import { strictSchemas } from '../support/strict-schema.js'
import type { Source } from '../../src/contract/kind.js'
import type { RecordTypes } from '../../src/convention/resources.js'
import { api, resolveSettings } from '../support/convention.js'

const MAX_RECORDS = 10_000_000
const anySeed = fc.oneof(fc.nat({ max: 50 }), fc.maxSafeNat())
const anyIndex = fc.oneof(fc.nat({ max: 100 }), fc.nat({ max: MAX_RECORDS - 1 }))

function generate(options: GeneratedData): {
  readonly [Kind in keyof RecordTypes]: Source<RecordTypes[Kind]>
} {
  return generatedData(api, options, resolveSettings())() as never
}

const schemas = {
  volunteer: strictSchemas.Volunteer,
  user: strictSchemas.User,
  role: strictSchemas.Role,
}

test('every generated volunteer is valid, and is found by its id and by its user', () => {
  fc.assert(
    fc.property(anySeed, anyIndex, (seed, index) => {
      const data = generate({ seed, volunteerCount: MAX_RECORDS })
      const volunteer = data.volunteers.at(index)
      expect(schemas.volunteer.safeParse(volunteer).error).toBeUndefined()
      expect(schemas.user.safeParse(volunteer.user).error).toBeUndefined()
      expect(data.volunteers.indexOf(volunteer.id)).toBe(index)
      expect(data.volunteers.getByKey(volunteer.user.id)).toBe(volunteer)
      expect(data.users.at(data.users.indexOf(volunteer.user.id))).toEqual(volunteer.user)
    }),
    runs(1000),
  )
})

test('every generated user is valid, and has no volunteer record or one with the same user', () => {
  fc.assert(
    fc.property(anySeed, anyIndex, (seed, index) => {
      const data = generate({ seed, volunteerCount: MAX_RECORDS })
      const user = data.users.at(index)
      expect(schemas.user.safeParse(user).error).toBeUndefined()
      expect(data.users.indexOf(user.id)).toBe(index)
      const record = data.volunteers.getByKey(user.id)
      expect(record ? record.user : user).toEqual(user)
    }),
    runs(1000),
  )
})

test('every two generated roles are valid, and have different ids and names', () => {
  fc.assert(
    fc.property(anySeed, anyIndex, anyIndex, (seed, index, otherIndex) => {
      const { roles } = generate({ seed, roleCount: MAX_RECORDS })
      const [role, other] = [roles.at(index), roles.at(otherIndex)]
      expect(schemas.role.safeParse(role).error).toBeUndefined()
      expect(roles.indexOf(role.id)).toBe(index)
      expect(roles.getByKey(role.name)).toBe(role)
      expect([role.id === other.id, role.name === other.name]).toEqual(Array(2).fill(index === otherIndex))
    }),
    runs(1000),
  )
})

test('a name finds no role with another name', () => {
  const anyName = fc.oneof(
    fc.string(),
    fc.constantFrom('hr-lead-1', 'hr-lead-02', 'hr', 'hr-lead-', 'HR-lead'),
  )
  fc.assert(
    fc.property(anySeed, anyName, (seed, name) => {
      const { roles } = generate({ seed, roleCount: MAX_RECORDS })
      expect([undefined, name]).toContain(roles.getByKey(name)?.name)
    }),
    runs(500),
  )
})
