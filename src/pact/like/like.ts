import { InvalidOptionError } from '../../contract/errors.js'
import type { Role, Volunteer } from '../../contract/resources.js'
import { resourceSchemas } from '../../contract/schemas.js'
import { nearest, shown } from '../../contract/settings.js'
import { exampleCursor, exampleRole, exampleVolunteer } from './like-example.js'
import { e164, isoDate } from './like-matchers.js'
import { selection, type PathsOf } from './like-paths.js'
import { likeAny, type Example, type Template } from './like-template.js'

/** A field of a volunteer record, with dots; those of a list go on into its elements: `departments.id`. */
export type VolunteerPath = PathsOf<Volunteer>

/** A field of a role. */
export type RolePath = PathsOf<Role>

/** Which fields of a resource a consumer uses, and in which shape. */
export interface LikeOptions<Resource> {
  /** The fields that the consumer uses; a field of several stands for all of them. Default: all. */
  readonly only?: readonly PathsOf<Resource>[] | undefined
  /**
   * Examples of your own, at any depth. They choose the shape where the document allows several: `null` is null,
   * `undefined` leaves an optional field out, `[]` is an empty list, and an option's `type` says what its value is.
   * A matcher in the place of a value is taken as it is.
   */
  readonly example?: Example<Resource> | undefined
}

const nextPages = ['cursor', 'null', 'absent'] as const
const roleLists = ['some', 'empty', 'null', 'absent'] as const

/** How a page of roles is. */
export interface RolePageOptions {
  /** `nextPage`: a cursor, null, or not there. */
  readonly next: (typeof nextPages)[number]
  /** `data`: at least one role, an empty list, null, or not there. Default `some`. */
  readonly data?: (typeof roleLists)[number] | undefined
  /** The fields of a role that the consumer uses. Default: all. */
  readonly only?: readonly RolePath[] | undefined
}

function checkedWord<Word extends string>(name: string, word: unknown, words: readonly Word[]): Word {
  const known = words.find((each) => each === word)
  if (known !== undefined) return known
  const text = shown(word)
  throw new InvalidOptionError(
    `${name}: there is no "${text}": did you mean "${nearest(text, words)}"? Allowed: ${words.join(', ')}`,
  )
}

const optionNames = ['only', 'example'] as const

function likeResource(
  schema: typeof resourceSchemas.Volunteer | typeof resourceSchemas.Role,
  base: object,
  options: { readonly only?: readonly string[] | undefined; readonly example?: unknown },
): Template {
  for (const name of Object.keys(options)) checkedWord('like', name, optionNames)
  const context = { path: '', selects: selection(schema, options.only), pinned: false }
  return likeAny(schema, options.example, base, context) as Template
}

/**
 * A volunteer record, of which the pact says no more than the consumer uses. A list has at least one element, and all
 * are like the example. Of several examples, and of options with their values – which may be of different types – it
 * has one like each, in any order and among others.
 *
 * @throws InvalidOptionError For a field that does not exist, or an example that the document does not allow.
 * @example like.volunteer({ only: ['id', 'user.email', 'departments.id'] })
 * @example like.volunteer({ only: ['user'], example: { user: { preferredName: null } } })
 */
function volunteer(options: LikeOptions<Volunteer> = {}): Template {
  return likeResource(resourceSchemas.Volunteer, exampleVolunteer, options)
}

/**
 * A role.
 *
 * @throws InvalidOptionError As `volunteer`.
 */
function role(options: LikeOptions<Role> = {}): Template {
  return likeResource(resourceSchemas.Role, exampleRole, options)
}

/**
 * A page of roles. Where something is `absent` the pact leaves it out: Pact has no way to forbid it.
 *
 * @throws InvalidOptionError For a field or a word that does not exist.
 * @example like.rolePage({ next: 'null', only: ['name'] })
 */
function rolePage(options: RolePageOptions): Template {
  for (const name of Object.keys(options ?? {})) checkedWord('like.rolePage', name, ['next', 'data', 'only'])
  const next = checkedWord('next', options?.next, nextPages)
  const data = checkedWord('data', options.data ?? 'some', roleLists)
  selection(resourceSchemas.Role, options.only)
  const shape = {
    data: { some: [{}], empty: [], null: null, absent: undefined }[data],
    nextPage: { cursor: exampleCursor, null: null, absent: undefined }[next],
  }
  const only = options.only?.map((path) => `data.${path}`)
  const selects = selection(resourceSchemas.RoleList, only && [...only, 'nextPage'])
  return likeAny(
    resourceSchemas.RoleList,
    shape,
    { data: [exampleRole] },
    { path: '', selects, pinned: false },
  ) as Template
}

/**
 * Matchers for the body of an answer, made from the contract. They are plain objects with an example in each, so they
 * go into the V3 and the V4 DSL of `@pact-foundation/pact`, and may be spread and changed.
 *
 * @example builder.jsonBody(like.volunteer({ only: ['id', 'user.email'] }))
 */
export const like = Object.freeze({
  volunteer,
  role,
  rolePage,
  /** A phone number in E.164 format. */
  e164,
  /** An ISO-8601 date, in any of the forms that the contract allows. */
  isoDate,
})
