import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { http } from 'msw'
import type { AssumptionInput } from '../../../src/contract/assumptions.js'
import { operations, type Operation } from '../../../src/contract/operations.js'
import { createMock, type Mock, type MockOptions } from '../../../src/index.js'
import { internalsOf } from '../../../src/mock/internals.js'
import type { InteractionReport, StateHandlers } from '../../../src/pact.js'
import { runVerification } from '../../../src/pact/verification/verify.js'
import { createFolder } from '../../support/temporary-folder.js'
import { fileOf } from './pacts.js'

/** An object of a body. */
export type Fields = { [name: string]: unknown }

/** A request to the provider, which a mutant can change. */
interface AskedRequest {
  readonly url: URL
  readonly headers: Headers
}

/** A response of the API, which a mutant can change. */
export interface GivenAnswer {
  /** The cursor in the request. */
  readonly cursor: string | null
  status: number
  readonly headers: { [name: string]: string }
  /** The body, parsed. */
  body: unknown
  /** Replaces the body with this text. */
  text?: string
}

/** A provider that differs from the API in one thing. The difference can be valid or invalid. */
export interface Mutant {
  /** Unique. */
  readonly name: string
  /** The operation that changes. Default: both. */
  readonly operation?: Operation['id']
  /** The statuses of the responses that change. Default: all. */
  readonly statuses?: readonly number[]
  /** The field that changes, if it is exactly one. */
  readonly field?: string
  readonly assumptions?: AssumptionInput
  readonly request?: (request: AskedRequest, mock: Mock) => void
  readonly answer?: (answer: GivenAnswer, mock: Mock) => void
}

/** The result of verifying a mutant. */
export interface MutantResult {
  /** Whether any response differed from the one of the API. */
  readonly differs: boolean
  /** The interactions that it broke. */
  readonly caughtBy: readonly InteractionReport[]
  /** What prevented a verification. Always empty in a valid test. */
  readonly problems: readonly string[]
}

/** The header of a request that selects the mutant by its number. */
const MUTANT = 'x-mutant'

/** The state that sets a mutant's assumptions, before other states set theirs. */
const ASSUME = 'the assumptions are'

interface Interaction {
  readonly description: string
  readonly providerStates?: readonly object[]
  readonly request: {
    readonly path: string
    readonly headers: { readonly [name: string]: readonly string[] }
  }
  readonly response: { readonly status: number; readonly body?: unknown }
}

type PactFile = Fields & { readonly interactions: readonly Interaction[] }

const folder = new URL('../../../pacts/', import.meta.url)

/** The reference pacts, as they are in the repository. */
export const referencePacts = readdirSync(folder).map(
  (name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as PactFile,
)

/** Whether an interaction can detect a mutant. Pact ignores fields that are not in the interaction. */
function concerns({ operation, statuses, field }: Mutant, { request, response }: Interaction): boolean {
  const asked = request.path === operations.listRoles.path ? 'listRoles' : 'getVolunteer'
  if (operation !== undefined && operation !== asked) return false
  if (statuses && !statuses.includes(response.status)) return false
  return field === undefined || JSON.stringify(response.body ?? null).includes(`"${field}"`)
}

function textOf(body: string | Uint8Array<ArrayBuffer>): string {
  return typeof body === 'string' ? body : new TextDecoder().decode(body)
}

/**
 * Creates a provider that responds like the API, with the changes of a mutant.
 *
 * @param mutantFor Selects the mutant for a request. Without a mutant, the response is unchanged.
 */
export function createProvider(
  mutantFor: (request: Request) => Mutant | undefined,
  options: MockOptions = { scenario: 'empty' },
) {
  const different = new Set<Mutant>()
  const bugs = new Map<Mutant, string>()

  async function answer(mutant: Mutant, asked: Request): Promise<Response> {
    const request = { url: new URL(asked.url), headers: new Headers(asked.headers) }
    const cursor = request.url.searchParams.get('nextPage')
    const original = await internalsOf(mock).answer(asked)
    mutant.request?.(request, mock)
    const { status, headers, body } = await internalsOf(mock).answer(
      new Request(request.url, { headers: request.headers }),
    )
    const given: GivenAnswer = {
      cursor,
      status,
      headers: { ...headers },
      body: body === null ? undefined : JSON.parse(textOf(body)),
    }
    mutant.answer?.(given, mock)
    const text = given.text ?? (given.body === undefined ? null : JSON.stringify(given.body))
    const isSame = isDeepStrictEqual(
      [given.status, given.headers, text],
      [original.status, original.headers, original.body === null ? null : textOf(original.body)],
    )
    if (!isSame) different.add(mutant)
    return new Response(given.status === 204 ? null : text, given)
  }

  const handler = http.all('*', async ({ request }) => {
    const mutant = mutantFor(request)
    if (!mutant) return undefined
    try {
      return await answer(mutant, request)
    } catch (error) {
      bugs.set(mutant, String(error))
      throw error
    }
  })
  const mock: Mock = createMock({ ...options, handlers: [handler] })
  const states: StateHandlers = { [ASSUME]: (assumptions) => mock.assume(assumptions) }
  return { mock, states, different, bugs }
}

/** Each interaction of the reference pacts, once for each mutant that it concerns. */
export function casesOf(mutants: readonly Mutant[]) {
  const interactions = referencePacts.flatMap((pact) => pact.interactions)
  return mutants.flatMap((mutant) =>
    interactions
      .filter((interaction) => concerns(mutant, interaction))
      .map((interaction) => ({ mutant, interaction })),
  )
}

/**
 * Verifies the reference pacts against mutants in a single verification, with a copy of each interaction for each mutant
 * that it can detect. A process for each mutant would take much longer.
 */
async function verifyTogether(mutants: readonly Mutant[]): Promise<Map<string, MutantResult>> {
  const { mock, states, different, bugs } = createProvider(
    // Requests from states have no such header, and get the unchanged response.
    ({ headers }) => mutants[Number(headers.get(MUTANT) ?? Number.NaN)],
  )
  const cases = casesOf(mutants)
  const interactions = cases.map(({ mutant, interaction }) => ({
    ...interaction,
    description: `${interaction.description}, of a provider where ${mutant.name}`,
    providerStates: [
      ...(mutant.assumptions ? [{ name: ASSUME, params: mutant.assumptions }] : []),
      ...(interaction.providerStates ?? []),
    ],
    request: {
      ...interaction.request,
      headers: { ...interaction.request.headers, [MUTANT]: [String(mutants.indexOf(mutant))] },
    },
  }))
  const temporary = createFolder()
  const pacts = fileOf({ ...referencePacts[0], interactions }, temporary)
  const report = await runVerification({ pacts, mock, states }).finally(() =>
    rmSync(temporary, { recursive: true }),
  )
  const reports = cases.map(({ mutant, interaction: { description } }, index) => ({
    mutant,
    ...report.interactions[index]!,
    description,
  }))
  return new Map(
    mutants.map((mutant) => {
      const own = reports.filter((each) => each.mutant === mutant)
      const stuck = own.flatMap(({ reason }) => reason ?? [])
      const problems = [bugs.get(mutant) ?? [], report.problems, stuck].flat()
      const caughtBy = own.filter(({ outcome }) => outcome === 'broken')
      return [mutant.name, { differs: different.has(mutant), caughtBy, problems }]
    }),
  )
}

/** The mutants are split into several verifications, because the verifier is slow with long pacts. */
const MAX_PARALLEL = 4
const MUTANTS_PER_RUN = 40

/** Verifies mutants, and returns their results by name. */
export async function verifyMutants(mutants: readonly Mutant[]): Promise<Map<string, MutantResult>> {
  const results: [string, MutantResult][] = []
  let next = 0
  async function work(): Promise<void> {
    while (next < mutants.length) {
      const share = mutants.slice(next, (next += MUTANTS_PER_RUN))
      results.push(...(await verifyTogether(share)))
    }
  }
  await Promise.all(Array.from({ length: MAX_PARALLEL }, work))
  return new Map(results)
}
