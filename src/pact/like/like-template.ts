import type * as z from 'zod/mini'
import { describe, fieldsOf, isNullable, withoutNull, type Description } from '../../common/description.js'
import { InvalidOptionError } from '../../common/errors.js'
import { didYouMean, preview } from '../../common/text.js'
import { isPlainObject, type PlainObject } from '../../common/plain-object.js'
import { memberAt } from '../../common/json-path.js'
import { check, typeName } from '../../common/validate.js'
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
function findDefault(element: Description, given: unknown, defaults: readonly unknown[]): unknown {
  const wanted = fieldsOf(element).flatMap(({ name, schema }) => {
    const value = isPlainObject(given) && schema.enum ? given[name] : undefined
    return value === undefined ? [] : [[name, value] as const]
  })
  const fits = (each: unknown) => wanted.every(([name, value]) => (each as PlainObject)[name] === value)
  return defaults.find(fits) ?? defaults[0]
}

/** Checks the values of an example. It may leave fields out, and have matchers in place of values. */
function checkExample(schema: z.ZodMiniType, example: unknown): void {
  const { issues } = check(schema, example)
  const wrong = issues.find(({ path }) => {
    const onTheWay = [...path.keys(), path.length].map((length) => memberAt(example, path.slice(0, length)))
    return onTheWay.at(-1) !== undefined && !onTheWay.some(isMatcher)
  })
  if (!wrong) return
  const names = wrong.path.filter((name) => typeof name === 'string')
  throwInvalid(names.join('.'), wrong.message)
}

/** A place in the example. */
interface Place {
  readonly given: unknown
  /** The default example. */
  readonly base: unknown
  readonly path: string
  /** Whether enum fields must equal the example, because they distinguish the elements of a list. */
  readonly exactEnums: boolean
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
  resource: z.ZodMiniType,
  defaults: object,
  { only, example, isNeeds = false }: TemplateOptions,
): Template {
  const description = describe(resource)
  const selects = createFieldFilter(description, only, isNeeds)

  function likeAny(whole: Description, place: Place): unknown {
    const { given, base, exactEnums } = place
    if (isMatcher(given)) return given
    if (given === null && isNullable(whole)) return exactly(null)
    const value = given === undefined ? base : given
    const known = withoutNull(whole)
    const schema = known.anyOf?.find(({ type }) => type === typeName(value)) ?? known
    if (schema.properties) return likeObject(schema, place)
    if (schema.items) return likeList(schema.items, place)
    if (schema.enum) return exactEnums ? exactly(value) : oneOf(schema.enum as string[], value as string)
    return schema.type === 'string' ? likeText(schema, value as string) : sameType(value)
  }

  function likeObject(schema: Description, { given, base, path, exactEnums }: Place): Template {
    const values = given ?? {}
    if (!isPlainObject(values)) return throwInvalid(path, `expected an object, not ${preview(given)}`)
    const pathOf = (name: string) => (path === '' ? name : `${path}.${name}`)
    const names = Object.keys(schema.properties!)
    for (const name of Object.keys(values)) {
      if (!names.includes(name)) throwInvalid(pathOf(name), `unknown field${didYouMean(name, names)}`)
      if (!isNeeds && !selects(pathOf(name)))
        throwInvalid(pathOf(name), 'this field has an example, but is not in "only"')
    }
    const fields = fieldsOf(schema).filter(({ name, isOptional }) => {
      // `undefined` omits an optional field.
      const isOmitted = isOptional && name in values && values[name] === undefined
      return selects(pathOf(name)) && !isOmitted
    })
    // To Pact, an empty object is one without any members.
    if (fields.length === 0 && path !== '') return { ...sameType({}) }
    return Object.fromEntries(
      fields.map(({ name, schema: field }) => {
        const place = {
          given: values[name],
          base: (base as PlainObject)[name],
          path: pathOf(name),
          exactEnums,
        }
        return [name, likeAny(field, place)]
      }),
    )
  }

  function likeList(element: Description, { given, base, path }: Place): unknown {
    if (given !== undefined && !Array.isArray(given)) {
      return throwInvalid(path, `expected a list, not ${preview(given)}`)
    }
    if (given?.length === 0) return []
    const bases = base as readonly unknown[]
    if (!element.properties) {
      const values: readonly unknown[] = given ?? bases
      const [first] = values.map((value) => {
        return likeAny(element, { given: value, base: bases[0], path, exactEnums: false })
      })
      // One matcher is enough: Pact would repeat it for each element.
      return atLeastOne([first, ...values.slice(1)])
    }
    const items: readonly unknown[] = given ?? [{}]
    // One template cannot describe all elements if a field is a union.
    const isVaried = fieldsOf(element).some(
      ({ name, schema: field }) => withoutNull(field).anyOf && selects(`${path}.${name}`),
    )
    const exactEnums = items.length > 1 || isVaried || items.some(hasEmptyList)
    const templates = items.map((item) =>
      likeAny(element, { given: item, base: findDefault(element, item, bases), path, exactEnums }),
    )
    return exactEnums ? containing(templates) : atLeastOne(templates)
  }

  const template = likeAny(description, { given: example, base: defaults, path: '', exactEnums: false })
  checkExample(resource, example)
  return template as Template
}
