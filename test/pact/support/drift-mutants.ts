import { rmSync } from 'node:fs'
import type { StateHandlers } from '../../../src/pact.js'
import type { InteractionDrift } from '../../../src/pact/report/drift-report.js'
import { findDrift } from '../../../src/pact.js'
import { startServer } from '../../../src/server.js'
import { createFolder } from '../../support/temporary-folder.js'
import { casesOf, createProvider, referencePacts, type Mutant } from './mutants.js'
import { fileOf } from './pacts.js'
import { fixtures, users, volunteers } from './service-users.js'

/** The state that selects a mutant by its number. It is the first state of each interaction. */
const MUTANT = 'the service is a mutant'

const tokens = {
  'volunteer:read': 'mock-volunteer-read',
  'user:read': 'mock-user-read',
  expired: 'mock-expired',
}

/** All data that the states of the reference pacts need. Only states without roles are missing. */
const data = {
  volunteers,
  users,
  roles: ['staff', 'crew', 'guest', 'press', 'panelist'].map((name) => ({ name })),
}

/** The comparison of the mock with a mutant, in each interaction that the mutant concerns. */
export interface DriftResult {
  readonly comparisons: readonly InteractionDrift[]
  readonly differs: boolean
}

/** Compares the mock with each mutant as the real service, all in one comparison. */
export async function findDriftOfMutants(mutants: readonly Mutant[]): Promise<Map<string, DriftResult>> {
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
  const cases = casesOf(mutants)
  const interactions = cases.map(({ mutant, interaction }) => ({
    ...interaction,
    providerStates: [
      { name: MUTANT, params: { number: mutants.indexOf(mutant) } },
      ...(interaction.providerStates ?? []),
    ],
  }))
  const temporary = createFolder()
  try {
    const report = await findDrift({
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
