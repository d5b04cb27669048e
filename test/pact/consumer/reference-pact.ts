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

/** What the interactions so far have written. */
export const writtenPact = () => readFileSync(join(folder, pactFileName), 'utf8')

export const removeWrittenPact = () => rmSync(folder, { recursive: true })

/** What the verifier replaces, in every request that has it. */
const PLACEHOLDER = 'access-token'

/** A value that the provider's states give, so that the pact is good for a provider with other ids. */
export const fromState = MatchersV3.fromProviderState

interface Request {
  readonly path: string | ReturnType<typeof fromState<string>>
  readonly nextPage?: ReturnType<typeof fromState<string>>
}

/** The path of a user's record, with the id that the states give. */
export function volunteerPath(id: string): Request {
  return { path: fromState('/api/v0/users/${userId}/volunteer', `/api/v0/users/${id}/volunteer`) }
}

/** The path of the roles, with the cursor that the states give. */
export function rolesPath(cursor?: string): Request {
  const path = '/api/v0/roles'
  return cursor === undefined ? { path } : { path, nextPage: fromState('${cursor}', cursor) }
}

interface Interaction {
  readonly description: string
  readonly given: readonly GivenState[]
  readonly request: Request
  /** Whether the request carries a credential. Default true. */
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

/** An interaction that succeeds: what the client makes of the answer. */
export async function answered<Result>(
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
 * An interaction that is refused: what the client throws. The document says nothing of how, so the pact relies on the
 * status alone.
 */
export async function refused(
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
