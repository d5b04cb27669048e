import { operations } from '../contract/operations.js'
import type { Scope } from '../contract/scopes.js'
import type { FixtureName, Fixtures } from '../pact/states/fixtures.js'

const { path: roles, scope: rolesScope } = operations.listRoles
const { path: volunteer, scope: volunteerScope } = operations.getVolunteer

function volunteerOf(user: string): string {
  return volunteer.replace(':id', user)
}

/** Tokens by scope. */
export type Tokens = { readonly [Name in Scope]?: string | undefined }

interface Definition {
  /** The path with its query. `{userId}` stands for the id of the fixture with this name. */
  readonly path: string
  /** The scope whose token is sent. */
  readonly scope?: Scope
  /** The header `Authorization`, if no token is sent, and what is wrong with it. */
  readonly header?: readonly [value: string, wrong: 'an unknown' | 'a malformed']
}

function definedBy<Name extends string>(definitions: Readonly<Record<Name, Definition>>): typeof definitions {
  return definitions
}

/** Every request of a probe, in their order. Requests that a service may count as attacks come last. */
const definitions = definedBy({
  roles: { path: roles, scope: rolesScope },
  limit: { path: `${roles}?limit=1`, scope: rolesScope },
  unknownQuery: { path: `${roles}?conmock-probe=1`, scope: rolesScope },
  invalidCursor: { path: `${roles}?nextPage=conmock-probe`, scope: rolesScope },
  trailingSlash: { path: `${roles}/`, scope: rolesScope },
  unknownPath: { path: '/api/v0/conmock-probe', scope: rolesScope },
  userId: { path: volunteerOf('{userId}'), scope: volunteerScope },
  userWithPreferredNameAbsent: { path: volunteerOf('{userWithPreferredNameAbsent}'), scope: volunteerScope },
  userWithoutRecord: { path: volunteerOf('{userWithoutRecord}'), scope: volunteerScope },
  unknownUser: { path: volunteerOf('{unknownUser}'), scope: volunteerScope },
  malformedPath: { path: volunteerOf('%zz'), scope: volunteerScope },
  otherScope: { path: roles, scope: volunteerScope },
  noCredential: { path: roles },
  unknownToken: { path: roles, header: ['Bearer conmock-probe', 'an unknown'] },
  malformedToken: { path: roles, header: ['Bearer conmock probe', 'a malformed'] },
})

/** Name of a request. A request for the volunteer record of a fixture has the name of the fixture. */
export type StepName = keyof typeof definitions

/** A request of the plan. */
export interface Step extends Definition {
  readonly name: StepName
}

export interface Plan {
  readonly steps: readonly Step[]
  /** Why a request cannot be sent, and what would help. */
  readonly missing: ReadonlyMap<StepName, string>
}

function describe({ path, scope, header }: Definition): string {
  if (scope !== undefined) return `GET ${path} with the token for ${scope}`
  if (header === undefined) return `GET ${path} without Authorization`
  const [value, wrong] = header
  return `GET ${path} with ${wrong} token, "${value}"`
}

const all = Object.entries<Definition>(definitions) as [StepName, Definition][]

/** Each request in words, for example `GET /api/v0/roles without Authorization`. */
export const inWords = Object.fromEntries(
  all.map(([name, definition]) => [name, describe(definition)]),
) as Readonly<Record<StepName, string>>

/** Whether a request has a token that the service should accept. */
export function hasToken(name: StepName): boolean {
  return definitions[name].scope !== undefined
}

function fixtureIn(path: string): FixtureName | undefined {
  return /\{(\w+)\}/.exec(path)?.[1] as FixtureName | undefined
}

/** Replaces the name of a fixture in the path by its id. */
export function pathOf({ path }: Step, fixtures: Fixtures): string {
  const fixture = fixtureIn(path)
  return fixture === undefined ? path : volunteerOf(encodeURIComponent(fixtures[fixture]!))
}

/** Plans the requests of a probe. */
export function planProbe(tokens: Tokens, fixtures: Fixtures): Plan {
  const missing = new Map<StepName, string>()

  function obstacle(name: StepName, { path, scope }: Definition): string | undefined {
    const fixture = fixtureIn(path)
    if (name === 'otherScope' && tokens[rolesScope] === tokens[volunteerScope]) {
      return 'needs two tokens with one scope each: --token-env SCOPE=VARIABLE'
    }
    if (scope !== undefined && tokens[scope] === undefined) {
      return `needs a token: --token-env ${scope}=VARIABLE`
    }
    // No id is guessed, because it may be the one of a real person.
    if (fixture !== undefined && fixtures[fixture] === undefined) return `needs --fixture ${fixture}=ID`
    return undefined
  }

  const steps = all.flatMap(([name, definition]) => {
    const why = obstacle(name, definition)
    if (why !== undefined) missing.set(name, why)
    return why === undefined ? [{ ...definition, name }] : []
  })
  return { steps, missing }
}
