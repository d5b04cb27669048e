import { rmSync } from 'node:fs'
import type { InteractionComparison, StateHandlers } from '../../../src/pact.js'
import { compareProviders } from '../../../src/pact.js'
import { startServer } from '../../../src/server.js'
import { createFolder } from '../../support/temporary-folder.js'
import { concerns, createProvider, referencePacts, type Mutant } from './mutants.js'
import { fileOf } from './pacts.js'

/** The state that says which mutant the service is, by its number. It comes before the others. */
const MUTANT = 'the service is a mutant'

const fixtures = {
  userId: 'r-1',
  userWithPreferredNameNull: 'r-null',
  userWithPreferredNameAbsent: 'r-absent',
  userWithUnnamedDepartment: 'r-unnamed',
  userWithEveryOptionType: 'r-options',
  userWithEmptyLists: 'r-empty',
  userWithoutRecord: 'r-none',
  unknownUser: 'r-unknown',
}

const tokens = {
  'volunteer:read': 'mock-volunteer-read',
  'user:read': 'mock-user-read',
  expired: 'mock-expired',
}

const option = { name: 'o', value: 'v' }

/** Everything that the states of the reference pacts speak of, but a world without roles. */
const data = {
  volunteers: [
    { user: { id: 'r-1', preferredName: 'Sam' } },
    { user: { id: 'r-null', preferredName: null } },
    { user: { id: 'r-absent', preferredName: undefined } },
    { user: { id: 'r-unnamed' }, departments: [{ id: '1', states: ['request'], name: undefined }] },
    {
      user: { id: 'r-options' },
      options: [
        { ...option, type: 'select' },
        { ...option, type: 'multi', value: ['a'] },
        { ...option, type: 'text' },
        { ...option, type: 'number', value: 1 },
      ],
    },
    { user: { id: 'r-empty' }, contactMethods: [], departments: [], options: [] },
  ],
  users: [{ id: 'r-none' }],
  roles: ['staff', 'crew', 'guest', 'press', 'panelist'].map((name) => ({ name })),
} as const

/** What drift says of a mutant: how mock and service stand to each interaction that it concerns. */
export interface DriftFate {
  readonly comparisons: readonly InteractionComparison[]
  readonly differs: boolean
}

/** Compares the mock with each mutant, which stands for the real service: all in one comparison. */
export async function driftOf(mutants: readonly Mutant[]): Promise<Map<string, DriftFate>> {
  let current: Mutant | undefined
  const { mock, different } = createProvider(() => current, {
    data,
    assumptions: { 'roles.pageSize': 2 },
  })
  const server = await startServer({ mock, port: 0 })
  const states: StateHandlers = {
    [MUTANT]({ number }, { target }) {
      if (target === 'mock') return
      current = mutants[number as number]
    },
  }
  const cases = mutants.flatMap((mutant) =>
    referencePacts
      .flatMap(({ interactions }) => interactions)
      .filter((interaction) => concerns(mutant, interaction))
      .map((interaction) => ({ mutant, interaction })),
  )
  const interactions = cases.map(({ mutant, interaction }) => ({
    ...interaction,
    providerStates: [
      { name: MUTANT, params: { number: mutants.indexOf(mutant) } },
      ...(interaction.providerStates ?? []),
    ],
  }))
  const temporary = createFolder()
  try {
    const report = await compareProviders({
      pacts: fileOf({ ...referencePacts[0], interactions }, temporary),
      states,
      against: { url: server.url, tokens, fixtures },
      timeout: 600,
    })
    if (report.problems.length > 0) throw new Error(report.problems.join('\n'))
    return new Map(
      mutants.map((mutant) => [
        mutant.name,
        {
          comparisons: report.interactions.filter((_, index) => cases[index]?.mutant === mutant),
          differs: different.has(mutant),
        },
      ]),
    )
  } finally {
    rmSync(temporary, { recursive: true })
    await server.close()
  }
}
