import { departmentStates, listsOfRecord, optionTypes } from './values.js'
import { fillPath, type Operation } from '../../contract/operation.js'

function each<Prefix extends string, Name extends string>(
  prefix: Prefix,
  names: readonly Name[],
  describe: (name: Name) => string,
): { readonly [Key in `${Prefix}.${Name}`]: string } {
  const entries = names.map((name) => [`${prefix}.${name}`, describe(name)])
  return Object.fromEntries(entries) as { [Key in `${Prefix}.${Name}`]: string }
}

export const getVolunteer = {
  id: 'getVolunteer',
  method: 'GET',
  path: '/api/v0/users/:id/volunteer',
  summary: "Retrieve a user's volunteer record",
  stateIds: { id: 'userId' },
  paramFields: { id: { kind: 'volunteers', field: 'user.id' } },
  scope: 'volunteer:read',
  parameters: [{ name: 'id', in: 'path', required: true, description: "The user's identifier" }],
  response: 'Volunteer',
  cases: {
    'preferredName.set': 'A preferred name',
    'preferredName.null': 'A preferred name that is null',
    'preferredName.absent': 'No preferred name',
    'department.named': 'A department with its name',
    'department.unnamed': 'A department without a name',
    'department.stateless': 'A department with an empty list of states',
    ...each('department.state', departmentStates, (state) => `A department with the state \`${state}\``),
    ...each('option', optionTypes, (type) => `An option of type \`${type}\``),
    ...each('empty', listsOfRecord, (list) => `An empty list \`${list}\``),
  },
  refusals: {
    unknown_user: { status: 404, description: 'An unknown user' },
    no_volunteer_record: { status: 404, description: 'A user without a volunteer record' },
  },
} as const satisfies Operation

/** Returns the path of a user's record. */
export function volunteerPath(userId: string): string {
  return fillPath(getVolunteer.path, { id: encodeURIComponent(userId.toWellFormed()) })
}
