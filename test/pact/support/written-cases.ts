import { expect } from 'vitest'
import type { InteractionReport, StateHandlers } from '../../../src/pact.js'
import { runVerification } from '../../../src/pact/verification/verify.js'
import { temporaryFile } from '../../support/temporary-folder.js'
import { startReplies, type Reply } from './servers.js'

/** A response in a pact as JSON, the response of the service, and the path of the mismatch if there should be one. */
export type Case = readonly [what: string, expected: string, reply: Reply, differsAt?: string | undefined]

/** A V4 response with a body and its rules. */
export function bodyOf(content: string, rules = '', generators = ''): string {
  const members = [
    `"status": 200, "headers": {}, "body": { "content": ${content}, "contentType": "application/json", "encoded": false }`,
    ...(rules === '' ? [] : [`"matchingRules": { "body": { ${rules} } }`]),
    ...(generators === '' ? [] : [`"generators": { ${generators} }`]),
  ]
  return `{ ${members.join(', ')} }`
}

export function rule(path: string, ...matchers: readonly string[]): string {
  return `"${path}": { "combine": "AND", "matchers": [${matchers.join(', ')}] }`
}

interface Options {
  readonly states?: StateHandlers
  /** Further members of each request. */
  readonly request?: string
  /** @default '/api/v0/roles' */
  readonly path?: string
  readonly showValues?: boolean
  /** Whether the responses must also follow the API specification. */
  readonly specification?: boolean
}

/** Verifies all cases in one run. The query of each request has the number of its case. */
export async function verify(
  cases: readonly Case[],
  options: Options = {},
): Promise<readonly InteractionReport[]> {
  const url = await startReplies(({ url: target = '' }) => {
    const number = Number(new URL(target, 'http://service').searchParams.get('case'))
    return cases[number]![2]
  })
  const { states, request = '', path = '/api/v0/roles', showValues, specification = false } = options
  const given = Object.keys(states ?? {}).map((name) => ({ name }))
  const interactions = cases.map(
    ([what, expected], number) => `{
      "type": "Synchronous/HTTP", "description": ${JSON.stringify(what)}, "providerStates": ${JSON.stringify(given)},
      "request": { "method": "GET", "path": "${path}", "query": { "case": ["${number}"] } ${request} },
      "response": ${expected}
    }`,
  )
  const text = `{
    "consumer": { "name": "c" }, "provider": { "name": "p" }, "messages": [],
    "interactions": [${interactions.join(',\n')}],
    "metadata": { "pactSpecification": { "version": "4.0" } }
  }`
  const pacts = temporaryFile('pact.json', text)
  const report = await runVerification({ pacts, against: { url }, states, showValues }, { specification })
  expect(report.problems).toEqual([])
  return report.interactions
}

/** The actual and the wanted mismatch of each case. */
export async function outcomesOf(cases: readonly Case[], options: Options = {}) {
  const interactions = await verify(cases, options)
  const found = interactions.map(({ description, outcome, reason, mismatches }) => [
    description,
    outcome === 'verified'
      ? undefined
      : (reason ?? mismatches.map(({ path, part }) => path ?? part).join(' ')),
  ])
  return { found, wanted: cases.map(([what, , , differsAt]) => [what, differsAt]) }
}
