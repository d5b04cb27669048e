import * as z from 'zod/mini'
import { operations } from '../../../src/contract/operations.js'
import { resourceSchemas as schemas } from '../../../src/contract/resources.js'
import { unwrapped } from '../../../src/common/validate.js'
import type { Fields, Mutant } from './mutants.js'

type Change = (value: unknown) => unknown

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** All objects of a resource in a body. */
function placesOf(resource: z.ZodMiniType, within: z.ZodMiniType, value: unknown): Fields[] {
  const schema = unwrapped(within)
  if (schema instanceof z.ZodMiniArray && Array.isArray(value)) {
    return value.flatMap((item) => placesOf(resource, schema.def.element as z.ZodMiniType, item))
  }
  if (!(schema instanceof z.ZodMiniObject) || !isFields(value)) return []
  if (schema === resource) return [value]
  return Object.entries(schema.shape).flatMap(([name, field]) =>
    placesOf(resource, field as z.ZodMiniType, value[name]),
  )
}

/** A change that applies to lists only. */
function ofList(change: (list: readonly unknown[]) => unknown): Change {
  return (value) => (Array.isArray(value) ? change(value) : value)
}

function wrongWords(element: z.ZodMiniType): { readonly [what: string]: Change } {
  if (element instanceof z.ZodMiniObject)
    return { 'has an additional empty object': ofList((list) => [...list, {}]) }
  return {
    'has an additional word that is not allowed': ofList((list) => [...list, 'approved']),
    'has its words in capitals': ofList((list) => list.map((word) => String(word).toUpperCase())),
  }
}

/** Wrong values of a field, by its type. */
function wrongValues(schema: z.ZodMiniType): { readonly [what: string]: Change } {
  if (schema instanceof z.ZodMiniBoolean) return { 'is a string': String, 'is a number': Number }
  if (schema instanceof z.ZodMiniEnum) {
    return {
      'is not an allowed word': () => 'approved',
      'is in capitals': (word) => String(word).toUpperCase(),
    }
  }
  if (schema instanceof z.ZodMiniString) return { 'is a number': () => 42, 'is a list': (value) => [value] }
  if (schema instanceof z.ZodMiniUnion)
    return { 'is true': () => true, 'is an object': (value) => ({ value }) }
  if (!(schema instanceof z.ZodMiniArray))
    return { 'is a list': (value) => [value], 'is a string': () => 'text' }
  return {
    'is empty': ofList(() => []),
    'is an object': ofList((list) => Object.fromEntries(list.entries())),
    'is a string': ofList((list) => list.join()),
    ...wrongWords(schema.def.element as z.ZodMiniType),
  }
}

function capitalized(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}

/** The ways to break a field of an object: rename it, remove it, or change its value. */
function breaksOf(name: string, field: z.ZodMiniType): { readonly [what: string]: (place: Fields) => void } {
  const values: { readonly [what: string]: Change } = {
    ...(field.safeParse(null).success ? {} : { 'is null': () => null }),
    ...wrongValues(unwrapped(field) as z.ZodMiniType),
  }
  return {
    'is written with a capital'(place) {
      place[capitalized(name)] = place[name]
      delete place[name]
    },
    'is left out'(place) {
      delete place[name]
    },
    ...Object.fromEntries(
      Object.entries(values).map(([what, change]) => [
        what,
        (place: Fields) => void (place[name] = change(place[name])),
      ]),
    ),
  }
}

function mutantsOf(resource: keyof typeof schemas, name: string, field: z.ZodMiniType): Mutant[] {
  const operation = resource.startsWith('Role') ? 'listRoles' : 'getVolunteer'
  const body = schemas[operations[operation].response]
  return Object.entries(breaksOf(name, field)).map(([what, breakIt]) => ({
    name: `${resource}.${name} ${what}`,
    operation,
    statuses: [200],
    field: name,
    answer(given) {
      // A field that is missing or null cannot have a wrong type.
      const places = placesOf(schemas[resource], body, given.body).filter(
        (place) => (place[name] ?? null) !== null,
      )
      for (const place of places) breakIt(place)
    },
  }))
}

/** Every field of every resource with another name, removed, with another type, or with an invalid value. */
export const fieldMutants: readonly Mutant[] = Object.entries(schemas).flatMap(([resource, { shape }]) =>
  Object.entries(shape).flatMap(([name, field]) =>
    mutantsOf(resource as keyof typeof schemas, name, field as z.ZodMiniType),
  ),
)
