import * as z from 'zod/mini'
import { InvalidOptionError } from '../common/errors.js'
import { type Role, type Volunteer, resourceSchemas } from './resources.js'
import { isPlainObject } from '../common/plain-object.js'
import { checkNeeds, type Needs } from '../contract/needs.js'
import type { OperationId } from './operations.js'
import { checkOptionNames, checkOptions, oneOf, optional, optionsSchema } from '../common/check-options.js'
import { exampleVolunteer } from './volunteer/example.js'
import { exampleRole } from './role/schema.js'
import { exampleCursor, e164, isoDate } from '../pact/like/like-matchers.js'
import { createFieldFilter, type PathsOf } from '../pact/like/field-filter.js'
import { createTemplate, type Example, type Template } from '../pact/like/like-template.js'

/** The dotted path of a field in a volunteer record: `user.email`. Lists are skipped: `departments.id`. */
export type VolunteerPath = PathsOf<Volunteer>

/** A field of a role. */
export type RolePath = PathsOf<Role>

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

const optionNames = ['only', 'example'] satisfies (keyof LikeOptions<object>)[]
const nextPages = ['cursor', 'null', 'absent'] as const
const roleLists = ['some', 'empty', 'null', 'absent'] as const

/** Options of `like.rolePage`. */
interface RolePageOptions {
  /** What `nextPage` is: a cursor, null, or absent. Pact cannot check that a field is absent. */
  readonly next: (typeof nextPages)[number]
  /** What `data` is: at least one role, an empty list, null, or absent. @default 'some' */
  readonly data?: (typeof roleLists)[number] | undefined
  /** The fields of a role that the consumer uses, or the JSON that `conmock needs` has written. @default all fields */
  readonly only?: readonly RolePath[] | Needs | undefined
}

/** Returns the paths in the option `only`. Those of a needs file start at the body of the response. */
function pathsIn(only: unknown, operation: OperationId): readonly string[] | undefined {
  if (!isPlainObject(only)) return only as readonly string[] | undefined
  return checkNeeds(only, 'only').needs[operation] ?? []
}

/** @throws InvalidOptionError If the needs contain no field of a resource: a matcher would demand nothing. */
function checkNotEmpty(only: unknown, paths: readonly string[] | undefined, operation: OperationId): void {
  if (isPlainObject(only) && paths?.length === 0)
    throw new InvalidOptionError(`the needs of ${operation} contain none of these fields`, 'only')
}

const IN_LIST = 'data.'

/** The paths of a role, without those of the page around it. */
function rolePathsIn(only: unknown): readonly string[] | undefined {
  const paths = pathsIn(only, 'listRoles')
  if (!isPlainObject(only)) return paths
  // It selects all fields, as an object in a list of paths does.
  if (paths?.includes('data')) return undefined
  return paths?.flatMap((path) => (path.startsWith(IN_LIST) ? [path.slice(IN_LIST.length)] : []))
}

const rolePageSchema = optionsSchema<RolePageOptions>({
  next: oneOf(nextPages),
  data: z.optional(oneOf(roleLists)),
  only: optional((value) => value !== null, 'a list of fields'),
})

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
  checkOptionNames(options, optionNames)
  const only = pathsIn(options.only, 'getVolunteer')
  checkNotEmpty(options.only, only, 'getVolunteer')
  return createTemplate(resourceSchemas.Volunteer, exampleVolunteer, { ...options, only })
}

/**
 * Matchers for a role, for the fields that the consumer uses.
 *
 * @throws InvalidOptionError For an unknown field, or an example that the API specification does not allow.
 * @example like.role({ only: ['name'] })
 */
function role(options: LikeOptions<Role> = {}): Template {
  checkOptionNames(options, optionNames)
  const only = rolePathsIn(options.only)
  checkNotEmpty(options.only, only, 'listRoles')
  return createTemplate(resourceSchemas.Role, exampleRole, { ...options, only })
}

/**
 * Matchers for a page of roles. A field that is `absent` is not in the pact, but Pact cannot check that it is absent.
 *
 * @throws InvalidOptionError For an unknown field or option.
 * @example like.rolePage({ next: 'null', only: ['name'] })
 */
function rolePage(options: RolePageOptions): Template {
  checkOptions(rolePageSchema, options ?? {})
  const { next, data = 'some' } = options
  const fields = rolePathsIn(options.only)
  // With the needs of an app that needs no field of a role, only `nextPage` is left.
  if (!isPlainObject(options.only)) createFieldFilter(resourceSchemas.Role, fields)
  const hasData = fields?.length !== 0 || options.data !== undefined
  const example = {
    ...(hasData && { data: { some: [{}], empty: [], null: null, absent: undefined }[data] }),
    nextPage: { cursor: exampleCursor, null: null, absent: undefined }[next],
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
