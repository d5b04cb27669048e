import { jsonOf } from './forward.js'
import type { InteractionRun } from './interaction-run.js'
import { valueAt } from './json-path.js'
import { SetupProblem } from './problem.js'
import type { StateValues } from '../states/definition.js'
import type { RawMismatch, TestResult } from '../pacts/test-results.js'

/** An expression with the values in it. @throws SetupProblem When a state has not given one of them. */
function evaluated(expression: string, values: StateValues): string {
  return expression.replaceAll(/\$\{([^}]*)\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new SetupProblem(`no state gave "${name}", which the response is to have`)
    return String(value)
  })
}

/**
 * What of an answer is not the value that a state gave. The verifier puts the values of `fromProviderState` into
 * requests only; in a response it compares with the example, or with its type.
 */
function stateMismatches({ interaction, values, served }: InteractionRun): RawMismatch[] {
  if (!served) return []
  const body = jsonOf(served)
  return [...interaction.response.fromStates].flatMap(([place, expression]) => {
    const wanted = evaluated(expression, values)
    const actual = valueAt(body, place)
    if (actual === undefined || actual === null) return []
    const text = typeof actual === 'string' ? actual : JSON.stringify(actual)
    if (text === wanted) return []
    const description = `Expected '${text}' to be '${wanted}', the value that the provider state gave`
    return [{ attribute: 'body', identifier: place, description }]
  })
}

/** The verifier follows redirections, and compares where they lead to; a contract is about the first answer. */
function statusMismatches({ interaction, served }: InteractionRun): RawMismatch[] {
  const { status } = interaction.response
  if (!served || typeof status !== 'number' || served.status === status) return []
  return [
    {
      attribute: 'status',
      identifier: undefined,
      description: `expected ${status} but was ${served.status}`,
    },
  ]
}

/** A result of the verifier's, and what it has not looked at. */
export function completed(result: TestResult, run: InteractionRun | undefined): TestResult {
  // What the verifier compared was the gateway's own refusal.
  if (run?.problem) return { success: false, mismatches: [], exceptions: [run.problem.message] }
  let found: RawMismatch[]
  try {
    found = run ? [...statusMismatches(run), ...stateMismatches(run)] : []
  } catch (error) {
    if (!(error instanceof SetupProblem)) throw error
    return { success: false, mismatches: [], exceptions: [error.message] }
  }
  const more = found.filter(
    ({ attribute, identifier }) =>
      !result.mismatches.some((each) => each.attribute === attribute && each.identifier === identifier),
  )
  if (more.length === 0) return result
  return { ...result, success: false, mismatches: [...result.mismatches, ...more] }
}
