import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { MatchersV3, PactV4 } from '@pact-foundation/pact'
import type { GivenState } from '../../../src/pact.js'
import { createFolder } from '../../support/temporary-folder.js'
import { createClient, type Client } from './client.js'

const names = { consumer: 'conmock-reference-consumer', provider: 'convention-read-api' }

/** The name of the pact file, as Pact makes it. */
export const pactFileName = `${names.consumer}-${names.provider}.json`

const folder = createFolder()
const pact = new PactV4({ ...names, dir: folder, logLevel: 'error' })

/** The pact with all interactions so far. */
export const writtenPact = () => readFileSync(join(folder, pactFileName), 'utf8')

export const removeWrittenPact = () => rmSync(folder, { recursive: true })

/** The token in the pact, which the verifier replaces with a real one. */
const PLACEHOLDER = 'access-token'

/** A value that a provider state returns, so that the pact also works for providers with other ids. */
export const fromState = MatchersV3.fromProviderState

interface Request {
  readonly path: string | ReturnType<typeof fromState<string>>
  readonly nextPage?: ReturnType<typeof fromState<string>>
}

/** The path of a user's record, with the id that the states return. */
export function volunteerPath(id: string): Request {
  return { path: fromState('/api/v0/users/${userId}/volunteer', `/api/v0/users/${id}/volunteer`) }
}

/** The path of the roles, with the cursor that the states return. */
export function rolesPath(cursor?: string): Request {
  const path = '/api/v0/roles'
  return cursor === undefined ? { path } : { path, nextPage: fromState('${cursor}', cursor) }
}

interface Interaction {
  readonly description: string
  readonly given: readonly GivenState[]
  readonly request: Request
  /**
   * Whether the request has a credential.
   *
   * @default true
   */
  readonly credential?: boolean
}

function prepare({ description, given, request, credential = true }: Interaction) {
  const interaction = pact.addInteraction()
  for (const [state, parameters] of given) interaction.given(state, parameters)
  return interaction.uponReceiving(description).withRequest('GET', request.path, (builder) => {
    builder.headers({
      Accept: 'application/json',
      ...(credential && { Authorization: `Bearer ${PLACEHOLDER}` }),
    })
    if (request.nextPage) builder.query({ nextPage: request.nextPage })
  })
}

function clientOf(server: { readonly url: string }, credential = true): Client {
  return createClient({ baseUrl: server.url, ...(credential && { token: PLACEHOLDER }) })
}

/** Adds an interaction that succeeds, and returns the result of the client. */
export async function addSuccess<Result>(
  interaction: Interaction & { readonly body: unknown },
  call: (client: Client) => Promise<Result>,
): Promise<Result> {
  const result = await prepare(interaction)
    .willRespondWith(200, (builder) =>
      builder.headers({ 'Content-Type': 'application/json' }).jsonBody(interaction.body),
    )
    .executeTest(async (server) => ({ value: await call(clientOf(server)) }))
  return result!.value
}

/**
 * Adds an interaction that the API refuses, and returns what the client throws. The API specification does not define
 * refusals, so the pact relies on the status only.
 */
export async function addRefusal(
  interaction: Interaction & { readonly status: number },
  call: (client: Client) => Promise<unknown>,
): Promise<unknown> {
  const result = await prepare(interaction)
    .willRespondWith(interaction.status)
    .executeTest(async (server) => {
      const client = clientOf(server, interaction.credential)
      return { thrown: await call(client).catch((reason: unknown) => reason) }
    })
  return result!.thrown
}
