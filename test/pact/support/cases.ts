import { expect } from 'vitest'
import type { InteractionReport, ServiceOptions, StateHandlers } from '../../../src/pact.js'
import { runVerification } from './convention-pacts.js'
import { LITERAL, pactFile, type Interaction } from './pacts.js'
import { startReplies, type Reply } from './servers.js'

/** The response of a service to each request, or to the request with a cursor. */
export type Answer = Reply | ((cursor: string | null) => Reply)

/** An interaction, how the service answers, and the path of the mismatch if there should be one. */
export type Case = readonly [
  what: string,
  interaction: Interaction,
  answer: Answer,
  differsAt?: string | undefined,
]

interface Options {
  readonly states?: StateHandlers
  readonly service?: Omit<ServiceOptions, 'url'>
  readonly showValues?: boolean
  /** Whether the responses must also follow the API specification. */
  readonly specification?: boolean
}

/** Verifies all cases in one run, each one as if it had its own service: a state selects the answer. */
export async function verifyCases(
  cases: readonly (readonly [what: string, interaction: Interaction, answer: Answer, ...unknown[]])[],
  options: Options = {},
): Promise<readonly InteractionReport[]> {
  let current: Answer = {}
  const url = await startReplies((request) => {
    const cursor = new URL(request.url!, 'http://service').searchParams.get('nextPage')
    return typeof current === 'function' ? current(cursor) : current
  })
  const { states = {}, service, showValues, specification = false } = options
  const select: StateHandlers[string] = ({ number }, { target }) => {
    // What is broken is verified again with the mock.
    if (target === 'service') current = cases[Number(number)]![2]
  }
  const interactions = cases.map(([description, interaction], number): Interaction => {
    const given = [`the service is ${number}`, ...Object.keys(states), ...(interaction.states ?? [])]
    return { authorization: service ? LITERAL : false, description, ...interaction, states: given }
  })
  const report = await runVerification(
    {
      pacts: pactFile(...interactions),
      against: { url, ...service },
      states: { 'the service is {number}': select, ...states },
      showValues,
    },
    { specification },
  )
  expect(report.problems).toEqual([])
  return report.interactions
}

/** The actual and the wanted mismatch of each case. */
export async function outcomesOf(cases: readonly Case[], options: Options = {}) {
  const interactions = await verifyCases(cases, options)
  const found = interactions.map(({ description, outcome, reason, mismatches }) => [
    description,
    outcome === 'verified'
      ? undefined
      : (reason ?? mismatches.map(({ path, part }) => path ?? part).join(' ')),
  ])
  return { found, wanted: cases.map(([what, , , differsAt]) => [what, differsAt]) }
}
