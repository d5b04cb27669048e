import { departmentStates, optionTypes } from './enums.js'
import { deepFreeze } from './freeze.js'
import type { Operation } from './operations.js'

/** One of the shapes that the document allows an answer to have, and that a consumer must have met to be sure of it. */
interface Shape {
  readonly operation: Operation['id']
  readonly description: string
}

function each<Name extends string, Prefix extends string>(
  prefix: Prefix,
  names: readonly Name[],
  describe: (name: Name) => string,
): { readonly [Key in `${Prefix}.${Name}`]: Shape } {
  const entries = names.map((name) => [
    `${prefix}.${name}`,
    { operation: 'getVolunteer', description: describe(name) },
  ])
  return Object.fromEntries(entries) as { [Key in `${Prefix}.${Name}`]: Shape }
}

/** The legal shapes of a successful answer, by name. */
export const shapes = deepFreeze({
  'preferredName.set': { operation: 'getVolunteer', description: 'A preferred name' },
  'preferredName.null': { operation: 'getVolunteer', description: 'A preferred name that is null' },
  'preferredName.absent': { operation: 'getVolunteer', description: 'No preferred name' },
  'department.named': { operation: 'getVolunteer', description: 'A department with its name' },
  'department.unnamed': { operation: 'getVolunteer', description: 'A department without a name' },
  'department.stateless': {
    operation: 'getVolunteer',
    description: 'A department with an empty list of states',
  },
  ...each('department.state', departmentStates, (state) => `A department with the state \`${state}\``),
  ...each('option', optionTypes, (type) => `An option of type \`${type}\``),
  ...each('empty', ['contactMethods', 'departments', 'options'], (list) => `\`${list}\` with nothing in it`),
  'page.only': { operation: 'listRoles', description: 'A first page that is the last as well' },
  'page.first': { operation: 'listRoles', description: 'A first page, with more to come' },
  'page.middle': { operation: 'listRoles', description: 'A page by its cursor, with more to come' },
  'page.last': { operation: 'listRoles', description: 'A last page by its cursor' },
  'end.null': { operation: 'listRoles', description: 'An end that is said by a `nextPage` of null' },
  'end.absent': { operation: 'listRoles', description: 'An end that is said by no `nextPage`' },
  'roles.array': { operation: 'listRoles', description: 'No roles, as an empty `data`' },
  'roles.null': { operation: 'listRoles', description: 'No roles, as a `data` of null' },
  'roles.absent': { operation: 'listRoles', description: 'No roles, without `data`' },
} as const satisfies Record<string, Shape>)

/** Name of a legal shape. */
export type ShapeName = keyof typeof shapes
