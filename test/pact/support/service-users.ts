import type { Fixtures } from '../../../src/pact/states/fixtures.js'

/** The fixtures for all states of conmock. */
export const fixtures = {
  userId: 'r-1',
  userWithPreferredNameNull: 'r-null',
  userWithPreferredNameAbsent: 'r-absent',
  userWithUnnamedDepartment: 'r-unnamed',
  userWithEveryOptionType: 'r-options',
  userWithEmptyLists: 'r-empty',
  userWithoutRecord: 'r-none',
  unknownUser: 'r-unknown',
} satisfies Required<Fixtures>

const option = { name: 'o', value: 'v' }

/** The records of these users. */
export const volunteers = [
  { user: { id: fixtures.userId, preferredName: 'Sam' } },
  { user: { id: fixtures.userWithPreferredNameNull, preferredName: null } },
  { user: { id: fixtures.userWithPreferredNameAbsent, preferredName: undefined } },
  {
    user: { id: fixtures.userWithUnnamedDepartment },
    departments: [{ id: '1', states: ['request' as const], name: undefined }],
  },
  {
    user: { id: fixtures.userWithEveryOptionType },
    options: [
      { ...option, type: 'select' as const },
      { ...option, type: 'multi' as const, value: ['a'] },
      { ...option, type: 'text' as const },
      { ...option, type: 'number' as const, value: 1 },
    ],
  },
  { user: { id: fixtures.userWithEmptyLists }, contactMethods: [], departments: [], options: [] },
]

export const users = [{ id: fixtures.userWithoutRecord }]
