import { expect, it } from 'vitest'
import { describe as describeSchema, listPaths } from '../../src/common/description.js'
import { resourceSchemas } from '../../src/convention/resources.js'
import { readPacts } from '../../src/pact/pacts/pact-file.js'
import { runWithoutVerifier } from './support/service-in-process.js'
import { rolesOf, users } from './support/service-users.js'

type Json = Record<string, unknown>
type Change = (owner: Json, name: string) => void

const changes: { readonly [what: string]: Change } = {
  dropped: (owner, name) => delete owner[name],
  renamed(owner, name) {
    owner[`${name}Renamed`] = owner[name]
    delete owner[name]
  },
  null: (owner, name) => void (owner[name] = null),
  'of another type'(owner, name) {
    owner[name] = typeof owner[name] === 'object' ? 'a text' : { a: 'text' }
  },
}

/** The fields of both responses. */
const fields = {
  volunteer: listPaths(describeSchema(resourceSchemas.Volunteer)),
  roles: listPaths(describeSchema(resourceSchemas.RoleList)),
}

function changeAt(owner: unknown, [name = '', ...rest]: readonly string[], change: Change): void {
  for (const each of [owner].flat() as Json[]) {
    if (rest.length > 0) changeAt(each[name], rest, change)
    else if (Object.hasOwn(each, name)) change(each, name)
  }
}

const [reference] = await readPacts(['pacts'])

interface Service {
  readonly pageSize: number
  readonly roles: number
}

/** Whether the interactions of an operation would succeed with a service whose responses have this change. */
async function isGreen(
  operation: keyof typeof fields,
  { pageSize, roles }: Service,
  change: (body: unknown) => void,
): Promise<boolean> {
  const interactions = reference!.interactions.filter(({ request }) => request.path.endsWith(operation))
  const report = await runWithoutVerifier([{ ...reference!, interactions }], {
    users,
    roles: rolesOf(roles),
    pageSize,
    change(response) {
      if (response.status === 200) change(response.body)
      return response
    },
  })
  const isRed = report.interactions.some(({ outcome }) => outcome === 'broken' || outcome === 'problem')
  return !isRed && report.problems.length === 0
}

/** The changes that are not noticed. */
async function findGreen(operation: keyof typeof fields, service: Service): Promise<string[]> {
  expect(await isGreen(operation, service, () => undefined)).toBe(true)
  const green: string[] = []
  for (const path of fields[operation]) {
    for (const [what, change] of Object.entries(changes)) {
      if (await isGreen(operation, service, (body) => changeAt(body, path.split('.'), change)))
        green.push(`${path} ${what}`)
    }
  }
  return green
}

it('a volunteer without a field that the API specification requires is noticed', async () => {
  expect(await findGreen('volunteer', { pageSize: 3, roles: 7 })).toEqual([
    'departments.name dropped',
    'departments.name renamed',
    'user.preferredName null',
  ])
})

/** The same as a service with one page of roles. */
const onePage = ['nextPage dropped', 'nextPage null']

it.each<[pageSize: number, roles: number, green: readonly string[]]>([
  [3, 7, onePage],
  [100, 250, onePage],
  // Only null is renamed.
  [3, 2, ['nextPage dropped', 'nextPage renamed', 'nextPage null']],
  [100, 7, ['nextPage dropped', 'nextPage renamed', 'nextPage null']],
])(
  'in pages of %i, %i roles without a field that is required are noticed',
  async (pageSize, roles, green) => {
    expect(await findGreen('roles', { pageSize, roles })).toEqual(green)
  },
)
