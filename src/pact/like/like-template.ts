import * as z from 'zod/mini'
import { InvalidOptionError } from '../../common/errors.js'
import { isPlainObject } from '../../common/plain-object.js'
import { nearest } from '../../common/nearest.js'
import { shown } from '../../common/shown.js'
import { check } from '../../common/validate.js'
import {
  atLeastOne,
  containing,
  exactly,
  isMatcher,
  likeText,
  oneOf,
  sameType,
  type PactMatcher,
} from './like-matchers.js'
import type { Selects } from './like-paths.js'

/** A body for a pact, or a part of one: an object with a matcher for each field. */
export type Template = { readonly [field: string]: unknown }

/**
 * Example values for the pact, at any depth. They choose the shape; the response may have other values. You can use a
 * matcher of Pact in place of a value.
 */
export type Example<T> =
  | PactMatcher
  | (T extends readonly (infer Item)[]
      ? readonly Example<Item>[]
      : T extends object
        ? { readonly [Name in keyof T]?: Example<T[Name]> | undefined }
        : T)

/** The context of a part of a resource. */
interface Context {
  readonly path: string
  readonly selects: Selects
  /** Whether enum fields must equal the example, because they distinguish the elements of a list. */
  readonly exactEnums: boolean
}

function throwInvalid(path: string, reason: string): never {
  throw new InvalidOptionError(`example: ${path === '' ? '' : `${path}: `}${reason}`)
}

function within({ path, ...context }: Context, name: string): Context {
  return { ...context, path: path === '' ? name : `${path}.${name}` }
}

function fieldsOf(schema: z.ZodMiniObject): [string, z.ZodMiniType][] {
  return Object.entries(schema.shape) as [string, z.ZodMiniType][]
}

function checkNames(schema: z.ZodMiniObject, given: object, context: Context): void {
  const names = Object.keys(schema.shape)
  for (const name of Object.keys(given)) {
    const { path } = within(context, name)
    if (!names.includes(name)) throwInvalid(path, `unknown field: did you mean "${nearest(name, names)}"?`)
    if (!context.selects(path)) throwInvalid(path, 'this field has an example, but is not in "only"')
  }
}

/** Whether the example omits a field by `undefined`. Only optional fields can be omitted. */
function isLeftOut(schema: z.ZodMiniType, name: string, given: object): boolean {
  const isUndefined = Object.hasOwn(given, name) && (given as Template)[name] === undefined
  return isUndefined && schema instanceof z.ZodMiniOptional
}

function likeObject(schema: z.ZodMiniObject, given: unknown, base: unknown, context: Context): Template {
  const values = given ?? {}
  if (!isPlainObject(values)) return throwInvalid(context.path, `expected an object, not ${shown(given)}`)
  checkNames(schema, values, context)
  const fields = fieldsOf(schema).flatMap(([name, field]) => {
    const inner = within(context, name)
    if (!context.selects(inner.path) || isLeftOut(field, name, values)) return []
    return [[name, likeAny(field, values[name], (base as Template)[name], inner)] as const]
  })
  return Object.fromEntries(fields)
}

/** Whether one template cannot describe all elements of a list, because a field is a union. */
function isVaried(element: z.ZodMiniObject, context: Context): boolean {
  return fieldsOf(element).some(
    ([name, field]) => field instanceof z.ZodMiniUnion && context.selects(within(context, name).path),
  )
}

/** Inside a matcher for all elements of a list, Pact accepts any list in place of an empty one. */
function hasEmptyList(item: unknown): boolean {
  return (
    isPlainObject(item) && Object.values(item).some((value) => Array.isArray(value) && value.length === 0)
  )
}

/** Finds the default example for an element: for an option, the example of the same type. */
function findBaseExample(element: z.ZodMiniObject, given: unknown, bases: readonly unknown[]): unknown {
  const enumFields = fieldsOf(element).filter(([, field]) => field instanceof z.ZodMiniEnum)
  const fits = (base: unknown) =>
    enumFields.every(([name]) => {
      const wanted = isPlainObject(given) ? given[name] : undefined
      return wanted === undefined || wanted === (base as Template)[name]
    })
  return bases.find(fits) ?? bases[0]
}

function likeList(schema: z.ZodMiniArray, given: unknown, base: unknown, context: Context): unknown {
  if (given !== undefined && !Array.isArray(given)) {
    return throwInvalid(context.path, `expected a list, not ${shown(given)}`)
  }
  if (given?.length === 0) return []
  const { element } = schema.def
  const bases = base as readonly unknown[]
  if (!(element instanceof z.ZodMiniObject)) {
    const values = (given as readonly unknown[] | undefined) ?? bases
    const [first, ...others] = values.map((value) =>
      likeAny(element as z.ZodMiniType, value, bases[0], { ...context, exactEnums: false }),
    )
    // One matcher is enough: Pact would repeat it for each element.
    return atLeastOne([first, ...others.map((_, index) => values[index + 1])])
  }
  const items: readonly unknown[] = given ?? [{}]
  const exactEnums = items.length > 1 || isVaried(element, context) || items.some(hasEmptyList)
  const templates = items.map((item) =>
    likeAny(element, item, findBaseExample(element, item, bases), { ...context, exactEnums }),
  )
  return exactEnums ? containing(templates) : atLeastOne(templates)
}

/** Creates the matcher for a value, after checking the value against the API specification. */
function likeValue(schema: z.ZodMiniType, value: unknown, context: Context): PactMatcher {
  const { issues } = check(schema, value)
  if (issues.length > 0) return throwInvalid(context.path, issues.map(({ message }) => message).join('; '))
  if (schema instanceof z.ZodMiniEnum) {
    return context.exactEnums
      ? exactly(value)
      : oneOf(Object.values(schema.def.entries) as string[], value as string)
  }
  return schema instanceof z.ZodMiniString ? likeText(schema, value as string) : sameType(value)
}

/**
 * Creates the matcher for a part of a resource.
 *
 * @param given The example of the caller, or `undefined`.
 * @param base The default example.
 */
export function likeAny(schema: z.ZodMiniType, given: unknown, base: unknown, context: Context): unknown {
  if (isMatcher(given)) return given
  if (schema instanceof z.ZodMiniOptional)
    return likeAny(schema.def.innerType as z.ZodMiniType, given, base, context)
  if (schema instanceof z.ZodMiniNullable) {
    return given === null
      ? exactly(null)
      : likeAny(schema.def.innerType as z.ZodMiniType, given, base, context)
  }
  if (schema instanceof z.ZodMiniObject) return likeObject(schema, given, base, context)
  if (schema instanceof z.ZodMiniArray) return likeList(schema, given, base, context)
  const value = given === undefined ? base : given
  if (!(schema instanceof z.ZodMiniUnion)) return likeValue(schema, value, context)
  const options = schema.def.options as readonly z.ZodMiniType[]
  const option = options.find((each) => each.safeParse(value).success)
  return option ? likeAny(option, given, base, context) : likeValue(schema, value, context)
}
