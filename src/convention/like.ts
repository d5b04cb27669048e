import * as z from 'zod/mini'
import { describe, exampleOf } from '../common/description.js'
import { InvalidOptionError } from '../common/errors.js'
import { type Role, type Volunteer, resourceSchemas } from './resources.js'
import { isPlainObject } from '../common/plain-object.js'
import { checkNeeds } from '../contract/needs.js'
import type { Needs } from './types.js'
import { compile } from '../contract/compile.js'
import { convention } from './convention.js'
import { operations, type OperationId } from './operations.js'
import { checkOptionNames, checkOptions, oneOf, optional, optionsSchema } from '../common/check-options.js'
import { exampleVolunteer } from './volunteer/example.js'
import { exampleCursor, e164, isoDate } from '../pact/like/like-matchers.js'
import { createFieldFilter, type PathsOf } from '../pact/like/field-filter.js'
import { createTemplate, type Example, type Template } from '../pact/like/like-template.js'

/** The dotted path of a field in a volunteer record: `user.email`. Lists are skipped: `departments.id`. */
export type VolunteerPath = PathsOf<Volunteer>

/** Options of `like.volunteer` and `like.role`. */
interface LikeOptions<Resource> {
  /**
   * The fields that the consumer uses: a list in which an object selects all its fields, or the JSON that `conmock needs` has
   * written.
   *
   * @default all fields
   */
  readonly only?: readonly PathsOf<Resource>[] | Needs | undefined
  /**
   * Your own example values, at any depth. They decide the shape if the API specification allows several: `null` means
   * null, `undefined` omits an optional field, `[]` means an empty list, and the `type` of an option decides the type of
   * its value. You can use a matcher of Pact in place of a value.
   *
   * @default example values of conmock
   */
  readonly example?: Example<Resource> | undefined
}

const exampleRole = exampleOf(describe(resourceSchemas.Role)) as Role

const nextPages = { cursor: exampleCursor, null: null, absent: undefined }
const roleLists = { some: [{}], empty: [], null: null, absent: undefined }

/** Options of `like.rolePage`. */
interface RolePageOptions extends Pick<LikeOptions<Role>, 'only'> {
  /** What `nextPage` is: a cursor, null, or absent. Pact cannot check that a field is absent. */
  readonly next: keyof typeof nextPages
  /** What `data` is: at least one role, an empty list, null, or absent. @default 'some' */
  readonly data?: keyof typeof roleLists | undefined
}

const rolePageOptions = optionsSchema<RolePageOptions>({
  next: oneOf(Object.keys(nextPages)),
  data: z.optional(oneOf(Object.keys(roleLists))),
  only: optional((only) => only !== null, 'a list of fields'),
})

const IN_LIST = 'data.'

/**
 * Returns the paths in the option `only`. Those of a needs file start at the body of the response. For a list, returns those of a
 * record, without the page around it.
 */
function pathsIn(only: unknown, operation: OperationId): readonly string[] | undefined {
  if (!isPlainObject(only)) return only as readonly string[] | undefined
  const paths = checkNeeds(compile(convention), only, 'only').needs[operation] ?? []
  if (!('list' in operations[operation])) return paths
  // It selects all fields, as an object in a list of paths does.
  if (paths.includes('data')) return undefined
  return paths.flatMap((path) => (path.startsWith(IN_LIST) ? [path.slice(IN_LIST.length)] : []))
}

/** @throws InvalidOptionError If the needs contain no field of the record: a matcher would demand nothing. */
function likeRecord(
  operation: OperationId,
  schema: z.ZodMiniType,
  defaults: object,
  options: { readonly only?: unknown; readonly example?: unknown },
): Template {
  checkOptionNames(options, ['only', 'example'])
  const { only, example } = options
  const paths = pathsIn(only, operation)
  if (isPlainObject(only) && paths?.length === 0)
    throw new InvalidOptionError(`the needs of ${operation} contain none of these fields`, 'only')
  return createTemplate(schema, defaults, { only: paths, example })
}

/**
 * Matchers for a volunteer record, for the fields that the consumer uses.
 *
 * A list must have at least one element, and every element must match the example. With several examples, and for
 * `options`, the list must contain a match for each example; other elements are ignored.
 *
 * @throws InvalidOptionError For an unknown field, or an example that the API specification does not allow.
 * @example like.volunteer({ only: ['id', 'user.email', 'departments.id'] })
 * @example like.volunteer({ only: ['user'], example: { user: { preferredName: null } } })
 */
function volunteer(options: LikeOptions<Volunteer> = {}): Template {
  return likeRecord('getVolunteer', resourceSchemas.Volunteer, exampleVolunteer, options)
}

/**
 * Matchers for a role, for the fields that the consumer uses.
 *
 * @throws InvalidOptionError For an unknown field, or an example that the API specification does not allow.
 * @example like.role({ only: ['name'] })
 */
function role(options: LikeOptions<Role> = {}): Template {
  return likeRecord('listRoles', resourceSchemas.Role, exampleRole, options)
}

/**
 * Matchers for a page of roles. A field that is `absent` is not in the pact, but Pact cannot check that it is absent.
 *
 * @throws InvalidOptionError For an unknown field or option.
 * @example like.rolePage({ next: 'null', only: ['name'] })
 */
function rolePage(options: RolePageOptions): Template {
  checkOptions(rolePageOptions, options ?? {})
  const { next, data = 'some' } = options
  const fields = pathsIn(options.only, 'listRoles')
  // With the needs of an app that needs no field of a role, only `nextPage` is left.
  if (!isPlainObject(options.only)) createFieldFilter(describe(resourceSchemas.Role), fields)
  const hasData = fields?.length !== 0 || options.data !== undefined
  const example = {
    ...(hasData && { data: roleLists[data] }),
    nextPage: nextPages[next],
  }
  const only = fields && [...fields.map((path) => `${IN_LIST}${path}`), 'nextPage']
  return createTemplate(resourceSchemas.RoleList, { data: [exampleRole] }, { only, example })
}

/**
 * Matchers for response bodies, created from the API specification. They are plain objects, and each has an example. Use
 * them with `PactV3` and `PactV4` of `@pact-foundation/pact`. You can spread and change them.
 *
 * @example builder.jsonBody(like.volunteer({ only: ['id', 'user.email'] }))
 */
export const like = Object.freeze({
  volunteer,
  role,
  rolePage,
  /** Matches a phone number in E.164 format. */
  e164,
  /** Matches an ISO 8601 date, with or without time, in every form that the API specification allows. */
  isoDate,
})
