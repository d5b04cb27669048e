import createClient from 'openapi-fetch'
import { controlHeaders, adminToken, keepAdminToken, needsAdminToken } from './admin-token.js'
import type { components, paths } from './openapi.js'
import { AdminProblem, type Problem } from './problem.js'

export type Schemas = components['schemas']

/** Sends requests to the admin API. Paths, parameters and bodies are checked against its OpenAPI document. */
export const control = createClient<paths>({
  baseUrl: location.origin,
  // Every change needs this header, also without a body.
  headers: { 'content-type': 'application/json' },
})

control.use({
  onRequest({ request }) {
    for (const [name, value] of Object.entries(controlHeaders())) request.headers.set(name, value)
    return request
  },
  onResponse({ response }) {
    if (response.status === 401) needsAdminToken.value = true
  },
})

interface FetchResult<T> {
  readonly data?: T
  readonly error?: unknown
  readonly response: Response
}

/**
 * Returns the body of an answer.
 *
 * @throws AdminProblem If the server refused the request, or did not answer.
 */
export async function result<T>(answer: Promise<FetchResult<T>>): Promise<T> {
  const { data, error, response } = await answer.catch((reason: unknown) => {
    if (reason instanceof TypeError) throw new AdminProblem('The server does not answer.', 0)
    throw reason
  })
  if (response.ok) return data as T
  const problem = typeof error === 'object' && error !== null ? (error as Problem) : undefined
  const message = problem?.detail ?? `The server answered with ${response.status}.`
  throw new AdminProblem(message, response.status, problem)
}

/** @throws AdminProblem If the server does not accept the token. */
export async function enterAdminToken(token: string): Promise<void> {
  // Other characters cannot be in a header, and the server allows no token with them.
  if (!/^[!-~]+$/.test(token)) throw new AdminProblem('This is not a valid token.', 401)
  adminToken.value = token
  await result(control.GET('/__conmock/v1/sandboxes'))
  keepAdminToken()
}
