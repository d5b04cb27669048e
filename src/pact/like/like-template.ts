import * as z from 'zod/mini'
import { InvalidOptionError } from '../../contract/errors.js'
import { isPlainObject } from '../../contract/plain-object.js'
import { nearest, shown } from '../../contract/settings.js'
import { check } from '../../contract/validate.js'
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

/** A body, or a part of one, as Pact takes it: its fields, each with a matcher. */
export type Template = { readonly [field: string]: unknown }

/**
 * Values to stand in the pact, at any depth: they decide which shape the pact is about, and not what the values have
 * to be. A matcher in their place is taken as it is.
 */
export type Example<T> =
  | PactMatcher
  | (T extends readonly (infer Item)[]
      ? readonly Example<Item>[]
      : T extends object
        ? { readonly [Name in keyof T]?: Example<T[Name]> | undefined }
        : T)

/** What holds all the way down a resource. */
interface Context {
  readonly path: string
  readonly selects: Selects
  /** Whether enumerated fields must be as in the example: where the elements of a list are told apart by them. */
  readonly pinned: boolean
}

function refuse(path: string, reason: string): never {
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
    if (!names.includes(name)) refuse(path, `there is no such field: did you mean "${nearest(name, names)}"?`)
    if (!context.selects(path)) refuse(path, 'there is a value for it, and "only" leaves it out')
  }
}

/** Given `undefined`, an optional field is left out; of any other it says nothing. */
function isLeftOut(schema: z.ZodMiniType, name: string, given: object): boolean {
  const said = Object.hasOwn(given, name) && (given as Template)[name] === undefined
  return said && schema instanceof z.ZodMiniOptional
}

function likeObject(schema: z.ZodMiniObject, given: unknown, base: unknown, context: Context): Template {
  const values = given ?? {}
  if (!isPlainObject(values)) return refuse(context.path, `expected an object, not ${shown(given)}`)
  checkNames(schema, values, context)
  const fields = fieldsOf(schema).flatMap(([name, field]) => {
    const inner = within(context, name)
    if (!context.selects(inner.path) || isLeftOut(field, name, values)) return []
    return [[name, likeAny(field, values[name], (base as Template)[name], inner)] as const]
  })
  return Object.fromEntries(fields)
}

/** Whether the elements of a list may differ in a way that one template cannot say: a field that is a union. */
function isVaried(element: z.ZodMiniObject, context: Context): boolean {
  return fieldsOf(element).some(
    ([name, field]) => field instanceof z.ZodMiniUnion && context.selects(within(context, name).path),
  )
}

/** Below a rule for all elements of a list, an empty list is taken by Pact for a list of anything. */
function hasEmptyList(item: unknown): boolean {
  return (
    isPlainObject(item) && Object.values(item).some((value) => Array.isArray(value) && value.length === 0)
  )
}

/** The example that goes with what is given of an element: for an option, that of its type. */
function baseFor(element: z.ZodMiniObject, given: unknown, bases: readonly unknown[]): unknown {
  const told = fieldsOf(element).filter(([, field]) => field instanceof z.ZodMiniEnum)
  const fits = (base: unknown) =>
    told.every(([name]) => {
      const wanted = isPlainObject(given) ? given[name] : undefined
      return wanted === undefined || wanted === (base as Template)[name]
    })
  return bases.find(fits) ?? bases[0]
}

function likeList(schema: z.ZodMiniArray, given: unknown, base: unknown, context: Context): unknown {
  if (given !== undefined && !Array.isArray(given)) {
    return refuse(context.path, `expected a list, not ${shown(given)}`)
  }
  if (given?.length === 0) return []
  const { element } = schema.def
  const bases = base as readonly unknown[]
  if (!(element instanceof z.ZodMiniObject)) {
    const values = (given as readonly unknown[] | undefined) ?? bases
    const [first, ...others] = values.map((value) =>
      likeAny(element as z.ZodMiniType, value, bases[0], { ...context, pinned: false }),
    )
    // The rule of the first holds for all; Pact would write it down once more for each.
    return atLeastOne([first, ...others.map((_, index) => values[index + 1])])
  }
  const items: readonly unknown[] = given ?? [{}]
  const pinned = items.length > 1 || isVaried(element, context) || items.some(hasEmptyList)
  const templates = items.map((item) =>
    likeAny(element, item, baseFor(element, item, bases), { ...context, pinned }),
  )
  return pinned ? containing(templates) : atLeastOne(templates)
}

/** The value's own matcher, after a look whether the contract allows it. */
function likeValue(schema: z.ZodMiniType, value: unknown, context: Context): PactMatcher {
  const { issues } = check(schema, value)
  if (issues.length > 0) return refuse(context.path, issues.map(({ message }) => message).join('; '))
  if (schema instanceof z.ZodMiniEnum) {
    return context.pinned
      ? exactly(value)
      : oneOf(Object.values(schema.def.entries) as string[], value as string)
  }
  return schema instanceof z.ZodMiniString ? likeText(schema, value as string) : sameType(value)
}

/**
 * The matcher of a part of a resource.
 *
 * @param given What the author gives as an example; `undefined` for nothing.
 * @param base The example where nothing is given.
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
