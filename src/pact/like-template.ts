import * as z from 'zod'
import { OptionError } from '../contract/errors.js'
import { isMembers } from '../contract/members.js'
import { nearest, shown } from '../contract/settings.js'
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
  throw new OptionError(`example: ${path === '' ? '' : `${path}: `}${reason}`)
}

function within({ path, ...context }: Context, name: string): Context {
  return { ...context, path: path === '' ? name : `${path}.${name}` }
}

function fieldsOf(schema: z.ZodObject): [string, z.ZodType][] {
  return Object.entries(schema.shape) as [string, z.ZodType][]
}

function checkNames(schema: z.ZodObject, given: object, context: Context): void {
  const names = Object.keys(schema.shape)
  for (const name of Object.keys(given)) {
    const { path } = within(context, name)
    if (!names.includes(name)) refuse(path, `there is no such field: did you mean "${nearest(name, names)}"?`)
    if (!context.selects(path)) refuse(path, 'there is a value for it, and "only" leaves it out')
  }
}

/** Given `undefined`, an optional field is left out; of any other it says nothing. */
function isLeftOut(schema: z.ZodType, name: string, given: object): boolean {
  const said = Object.hasOwn(given, name) && (given as Template)[name] === undefined
  return said && schema instanceof z.ZodOptional
}

function likeObject(schema: z.ZodObject, given: unknown, base: unknown, context: Context): Template {
  const values = given ?? {}
  if (!isMembers(values)) return refuse(context.path, `expected an object, not ${shown(given)}`)
  checkNames(schema, values, context)
  const fields = fieldsOf(schema).flatMap(([name, field]) => {
    const inner = within(context, name)
    if (!context.selects(inner.path) || isLeftOut(field, name, values)) return []
    return [[name, likeAny(field, values[name], (base as Template)[name], inner)] as const]
  })
  return Object.fromEntries(fields)
}

/** Whether the elements of a list may differ in a way that one template cannot say: a field that is a union. */
function isVaried(element: z.ZodObject, context: Context): boolean {
  return fieldsOf(element).some(
    ([name, field]) => field instanceof z.ZodUnion && context.selects(within(context, name).path),
  )
}

/** Below a rule for all elements of a list, an empty list is taken by Pact for a list of anything. */
function hasEmptyList(item: unknown): boolean {
  return isMembers(item) && Object.values(item).some((value) => Array.isArray(value) && value.length === 0)
}

/** The example that goes with what is given of an element: for an option, that of its type. */
function baseFor(element: z.ZodObject, given: unknown, bases: readonly unknown[]): unknown {
  const told = fieldsOf(element).filter(([, field]) => field instanceof z.ZodEnum)
  const fits = (base: unknown) =>
    told.every(([name]) => {
      const wanted = isMembers(given) ? given[name] : undefined
      return wanted === undefined || wanted === (base as Template)[name]
    })
  return bases.find(fits) ?? bases[0]
}

function likeList(schema: z.ZodArray, given: unknown, base: unknown, context: Context): unknown {
  if (given !== undefined && !Array.isArray(given)) {
    return refuse(context.path, `expected a list, not ${shown(given)}`)
  }
  if (given?.length === 0) return []
  const { element } = schema
  const bases = base as readonly unknown[]
  if (!(element instanceof z.ZodObject)) {
    const values = (given as readonly unknown[] | undefined) ?? bases
    const [first, ...others] = values.map((value) =>
      likeAny(element as z.ZodType, value, bases[0], { ...context, pinned: false }),
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
function likeValue(schema: z.ZodType, value: unknown, context: Context): PactMatcher {
  const { error } = schema.safeParse(value)
  if (error) return refuse(context.path, error.issues.map(({ message }) => message).join('; '))
  if (schema instanceof z.ZodEnum) {
    return context.pinned ? exactly(value) : oneOf(schema.options as string[], value as string)
  }
  return schema instanceof z.ZodString ? likeText(schema, value as string) : sameType(value)
}

/**
 * The matcher of a part of a resource.
 *
 * @param given What the author gives as an example; `undefined` for nothing.
 * @param base The example where nothing is given.
 */
export function likeAny(schema: z.ZodType, given: unknown, base: unknown, context: Context): unknown {
  if (isMatcher(given)) return given
  if (schema instanceof z.ZodOptional) return likeAny(schema.unwrap() as z.ZodType, given, base, context)
  if (schema instanceof z.ZodNullable) {
    return given === null ? exactly(null) : likeAny(schema.unwrap() as z.ZodType, given, base, context)
  }
  if (schema instanceof z.ZodObject) return likeObject(schema, given, base, context)
  if (schema instanceof z.ZodArray) return likeList(schema, given, base, context)
  const value = given === undefined ? base : given
  if (!(schema instanceof z.ZodUnion)) return likeValue(schema, value, context)
  const options = schema.options as readonly z.ZodType[]
  const option = options.find((each) => each.safeParse(value).success)
  return option ? likeAny(option, given, base, context) : likeValue(schema, value, context)
}
