import * as z from 'zod/mini'
import { InvalidOptionError } from '../../common/errors.js'
import { didYouMean, preview } from '../../common/text.js'
import { isPlainObject, type PlainObject } from '../../common/plain-object.js'
import { check } from '../../common/validate.js'
import { listFields } from '../../contract/fields.js'
import { createFieldFilter } from './field-filter.js'
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

/** A body for a pact, or a part of one: an object with a matcher for each field. */
export type Template = { readonly [field: string]: unknown }

/**
 * Example values for the pact, at any depth. They decide the shape, but the response may have other values. You can use a
 * matcher of Pact in place of a value.
 */
export type Example<T> =
  | PactMatcher
  | (T extends readonly (infer Item)[]
      ? readonly Example<Item>[]
      : T extends object
        ? { readonly [Name in keyof T]?: Example<T[Name]> | undefined }
        : T)

function throwInvalid(path: string, reason: string): never {
  throw new InvalidOptionError(`example: ${path === '' ? '' : `${path}: `}${reason}`)
}

/** Whether an element has an empty list. Inside a matcher for all elements, Pact would accept any list in its place. */
function hasEmptyList(item: unknown): boolean {
  return (
    isPlainObject(item) && Object.values(item).some((value) => Array.isArray(value) && value.length === 0)
  )
}

/** Finds the default example for an element: for an option, the example of the same type. */
function findDefault(element: z.ZodMiniObject, given: unknown, defaults: readonly unknown[]): unknown {
  const wanted = listFields(element).flatMap(([name, field]) => {
    const value = isPlainObject(given) && field instanceof z.ZodMiniEnum ? given[name] : undefined
    return value === undefined ? [] : [[name, value] as const]
  })
  const fits = (each: unknown) => wanted.every(([name, value]) => (each as PlainObject)[name] === value)
  return defaults.find(fits) ?? defaults[0]
}

interface TemplateOptions {
  readonly only?: readonly string[] | undefined
  readonly example?: unknown
  /**
   * `true` for the fields that `conmock needs` has found: an object in `only` does not select its fields, and the example may have
   * fields that are not in `only`.
   */
  readonly isNeeds?: boolean
}

/** @throws InvalidOptionError For an unknown field, or an example that the API specification does not allow. */
export function createTemplate(
  resource: z.ZodMiniObject,
  defaults: object,
  { only, example, isNeeds = false }: TemplateOptions,
): Template {
  const selects = createFieldFilter(resource, only, isNeeds)

  /** @param exactEnums Whether enum fields must equal the example, because they distinguish the elements of a list. */
  function likeAny(
    schema: z.ZodMiniType,
    given: unknown,
    base: unknown,
    path: string,
    exactEnums: boolean,
  ): unknown {
    if (isMatcher(given)) return given
    if (schema instanceof z.ZodMiniNullable && given === null) return exactly(null)
    if (schema instanceof z.ZodMiniOptional || schema instanceof z.ZodMiniNullable) {
      return likeAny(schema.def.innerType as z.ZodMiniType, given, base, path, exactEnums)
    }
    if (schema instanceof z.ZodMiniObject) return likeObject(schema, given, base, path, exactEnums)
    if (schema instanceof z.ZodMiniArray) return likeList(schema, given, base, path)
    const value = given === undefined ? base : given
    if (schema instanceof z.ZodMiniUnion) {
      const options = schema.def.options as readonly z.ZodMiniType[]
      const option = options.find((each) => each.safeParse(value).success)
      if (option) return likeAny(option, given, base, path, exactEnums)
    }
    const { issues } = check(schema, value)
    if (issues.length > 0) throwInvalid(path, issues.map(({ message }) => message).join('; '))
    if (schema instanceof z.ZodMiniEnum) {
      return exactEnums ? exactly(value) : oneOf(schema.options as string[], value as string)
    }
    return schema instanceof z.ZodMiniString ? likeText(schema, value as string) : sameType(value)
  }

  function likeObject(
    schema: z.ZodMiniObject,
    given: unknown,
    base: unknown,
    path: string,
    exactEnums: boolean,
  ): Template {
    const values = given ?? {}
    if (!isPlainObject(values)) return throwInvalid(path, `expected an object, not ${preview(given)}`)
    const place = (name: string) => (path === '' ? name : `${path}.${name}`)
    const names = Object.keys(schema.shape)
    for (const name of Object.keys(values)) {
      if (!names.includes(name)) throwInvalid(place(name), `unknown field${didYouMean(name, names)}`)
      if (!isNeeds && !selects(place(name)))
        throwInvalid(place(name), 'this field has an example, but is not in "only"')
    }
    const fields = listFields(schema).filter(([name, field]) => {
      // `undefined` omits an optional field.
      const isOmitted = field instanceof z.ZodMiniOptional && name in values && values[name] === undefined
      return selects(place(name)) && !isOmitted
    })
    // To Pact, an empty object is one without any members.
    if (fields.length === 0 && path !== '') return { ...sameType({}) }
    return Object.fromEntries(
      fields.map(([name, field]) => [
        name,
        likeAny(field, values[name], (base as PlainObject)[name], place(name), exactEnums),
      ]),
    )
  }

  function likeList(schema: z.ZodMiniArray, given: unknown, base: unknown, path: string): unknown {
    if (given !== undefined && !Array.isArray(given)) {
      return throwInvalid(path, `expected a list, not ${preview(given)}`)
    }
    if (given?.length === 0) return []
    const element = schema.def.element as z.ZodMiniType
    const bases = base as readonly unknown[]
    if (!(element instanceof z.ZodMiniObject)) {
      const values: readonly unknown[] = given ?? bases
      const [first] = values.map((value) => likeAny(element, value, bases[0], path, false))
      // One matcher is enough: Pact would repeat it for each element.
      return atLeastOne([first, ...values.slice(1)])
    }
    const items: readonly unknown[] = given ?? [{}]
    // One template cannot describe all elements if a field is a union.
    const isVaried = listFields(element).some(
      ([name, field]) => field instanceof z.ZodMiniUnion && selects(`${path}.${name}`),
    )
    const exactEnums = items.length > 1 || isVaried || items.some(hasEmptyList)
    const templates = items.map((item) =>
      likeAny(element, item, findDefault(element, item, bases), path, exactEnums),
    )
    return exactEnums ? containing(templates) : atLeastOne(templates)
  }

  return likeAny(resource, example, defaults, '', false) as Template
}
