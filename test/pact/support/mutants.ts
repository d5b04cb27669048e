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

/** A request as it comes to the provider, to be tampered with. */
interface AskedRequest {
  readonly url: URL
  readonly headers: Headers
}

/** What the API answers, to be broken. */
export interface GivenAnswer {
  /** The cursor that was asked for. */
  readonly cursor: string | null
  status: number
  readonly headers: { [name: string]: string }
  /** The body, parsed. */
  body: unknown
  /** The body as a text that goes out as it is. */
  text?: string
}

/** A provider that is different in one thing: broken, or no worse than the other. */
export interface Mutant {
  /** Unique. */
  readonly name: string
  /** The operation that is different; none for both. */
  readonly operation?: Operation['id']
  /** The answers that are different, by their status; none for all. */
  readonly statuses?: readonly number[]
  /** The field that is different; none for more than one, or for none. */
  readonly field?: string
  readonly assumptions?: AssumptionInput
  readonly request?: (request: AskedRequest, mock: Mock) => void
  readonly answer?: (answer: GivenAnswer, mock: Mock) => void
}

/** What became of a mutant. */
export interface Fate {
  /** Whether it has ever given another answer than the API. */
  readonly differs: boolean
  /** The interactions that it broke. */
  readonly caughtBy: readonly InteractionReport[]
  /** What kept an interaction from being verified; there is to be none. */
  readonly problems: readonly string[]
}

/** The header in the requests that tells the provider which mutant it is, by its number. */
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

/** Whether an interaction could tell a mutant from the API: to Pact, a field that it does not speak of is all one. */
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
 * A provider that answers by the API, and breaks what it says.
 *
 * @param mutantFor Which mutant answers a request; none for an answer that is true.
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
    const truth = await internalsOf(mock).answer(asked)
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
      [truth.status, truth.headers, truth.body === null ? null : textOf(truth.body)],
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
 * Verifies the reference pacts against mutants. It is one verification for all of them, in which each interaction
 * comes once for each mutant that it concerns: a process for each would take longer by far.
 */
async function verifyOneAfterTheOther(mutants: readonly Mutant[]): Promise<Map<string, Fate>> {
  const { mock, states, different, bugs } = createProvider(
    // The states ask for roles, too, and are told the truth.
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
  const told = cases.map(({ mutant, interaction: { description } }, index) => ({
    mutant,
    ...report.interactions[index]!,
    description,
  }))
  return new Map(
    mutants.map((mutant) => {
      const own = told.filter((each) => each.mutant === mutant)
      const stuck = own.flatMap(({ reason }) => reason ?? [])
      const problems = [bugs.get(mutant) ?? [], report.problems, stuck].flat()
      const caughtBy = own.filter(({ outcome }) => outcome === 'broken')
      return [mutant.name, { differs: different.has(mutant), caughtBy, problems }]
    }),
  )
}

/** Verifications at once, and mutants in each: the verifier is slow with long pacts. */
const AT_ONCE = 4
const IN_EACH = 40

/** What becomes of each mutant, by its name. */
export async function fatesOf(mutants: readonly Mutant[]): Promise<Map<string, Fate>> {
  const fates: [string, Fate][] = []
  let next = 0
  async function work(): Promise<void> {
    while (next < mutants.length) {
      const share = mutants.slice(next, (next += IN_EACH))
      fates.push(...(await verifyOneAfterTheOther(share)))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return new Map(fates)
}
