import { expect } from 'vitest'
import { edgeCases, type EdgeCases, type Volunteer } from '../../../src/index.js'
import { refused } from '../../support/refusals.js'
import { volunteerPath } from '../client.js'
import { expectSuccess, readProblem, readVolunteer } from '../expectations.js'
import type { Check, Open, VariantChecks } from './check.js'

const UNKNOWN = '4711471147'
const WITHOUT_RECORD = '28'

function preferredNames(names: { readonly [EdgeCase in keyof EdgeCases]?: unknown }): Check {
  return async (open) => {
    const { get } = open()
    for (const [name, preferredName] of Object.entries({ ...names, preferredName: 'Sky' })) {
      const { id } = edgeCases[name as keyof EdgeCases].user
      const { user } = await readVolunteer(await get(volunteerPath(id)))
      expect('preferredName' in user).toBe(preferredName !== undefined)
      expect(user.preferredName).toBe(preferredName)
    }
  }
}

function departmentNames(...expected: readonly boolean[]): Check {
  return async (open) => {
    const { get, mock } = open()
    const id = edgeCases.unnamedDepartment.user.id
    const { departments } = await readVolunteer(await get(volunteerPath(id)))
    expect(departments.map((entry) => 'name' in entry)).toEqual(expected)
    const kept = mock.volunteers.find({ user: { id } })!
    expect(departments).toMatchObject(
      kept.departments.map((entry) => ({ id: entry.id, states: entry.states })),
    )
  }
}

function notFound(id: string, expected: object): Check {
  return async (open) => {
    const { get } = open()
    expect(await readProblem(await get(volunteerPath(id)))).toMatchObject(expected)
  }
}

function answersNull(id: string, other: string): Check {
  return async (open) => {
    const { get, send, mock } = open()
    const response = await get(volunteerPath(id))
    expectSuccess(response)
    expect(await response.text()).toBe('null')
    expect((await send('HEAD', volunteerPath(id))).headers.get('content-length')).toBe('4')
    expect((await get(volunteerPath(other))).status).toBe(404)
    await mock.volunteers.create({ user: { id } })
    expect((await readVolunteer(await get(volunteerPath(id)))).user.id).toBe(id)
  }
}

async function staffFlags(open: Open): Promise<unknown[]> {
  const { get, mock } = open({ volunteerCount: 60, assumptions: { 'user.preferredNameUnset': 'null' } })
  const flags: unknown[] = []
  for (const { user } of mock.volunteers.findMany()) {
    const read = async () => ((await (await get(volunteerPath(user.id))).json()) as Volunteer).user
    const shown = (await read()) as { isStaff?: unknown }
    expect(await read()).toEqual(shown)
    expect(shown).toHaveProperty('preferredName')
    flags.push('isStaff' in shown ? shown.isStaff : 'absent')
  }
  return flags
}

export const volunteerChecks: VariantChecks<
  | 'user.preferredNameUnset'
  | 'department.name'
  | 'volunteer.unknownUser'
  | 'volunteer.noRecord'
  | 'extras.isStaff'
> = {
  'user.preferredNameUnset': {
    absent: {
      'omits an unset name': preferredNames({ noPreferredName: undefined, nullPreferredName: null }),
    },
    null: {
      'shows null for an unset name': preferredNames({ noPreferredName: null, nullPreferredName: null }),
    },
  },
  'department.name': {
    present: { 'shows the names in the record': departmentNames(false, true) },
    absent: { 'omits only the names': departmentNames(false, false) },
  },
  'volunteer.unknownUser': {
    '404': { 'refuses it': notFound(UNKNOWN, refused.unknownUser) },
    '200-null': { 'answers null, but 404 for a user without a record': answersNull(UNKNOWN, WITHOUT_RECORD) },
  },
  'volunteer.noRecord': {
    '404': { 'refuses it': notFound(WITHOUT_RECORD, refused.unknownUserRecord) },
    '200-null': { 'answers null, but 404 for an unknown user': answersNull(WITHOUT_RECORD, UNKNOWN) },
  },
  'extras.isStaff': {
    absent: {
      'is shown for no user': async (open) => {
        expect(new Set(await staffFlags(open))).toEqual(new Set(['absent']))
      },
    },
    present: {
      'is true for some users and false for others, and does not change': async (open) => {
        const flags = await staffFlags(open)
        expect(new Set(flags)).toEqual(new Set([true, false]))
        expect(await staffFlags(open)).toEqual(flags)
      },
    },
  },
}
