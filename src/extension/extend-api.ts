import * as z from 'zod/mini'
import { scopeNamesSchema } from '../api/credentials.js'
import { shapeOf } from '../api/match-path.js'
import { checkOptions, flag, optional, optionsSchema, text } from '../common/check-options.js'
import { InvalidOptionError } from '../common/errors.js'
import { formatPath } from '../common/json-path.js'
import { isPlainObject } from '../common/plain-object.js'
import { didYouMean } from '../common/text.js'
import { check } from '../common/validate.js'
import type { Api } from '../contract/api.js'
import { compile } from '../contract/compile.js'
import { describe, fieldsOf, onlyFieldNames, withoutNull, type Description } from '../common/description.js'
import { describeOperation, parameterNames } from '../contract/operation.js'
import type { MockHandlers } from '../mock/create-mock.js'
import type { MockCore } from '../mock/mock-core.js'
import { extendedApi } from './extended-api.js'
import { checkWith, recordDescription } from './checked-schema.js'
import { withData, type ExtensionData, type OwnOperation } from './extension-data.js'
import { placeInCode } from './place-in-code.js'
import { register } from './registered.js'
import { isStandardSchema, type StandardSchema } from './standard-schema.js'
import type { AnyExtension, Failure, Method, OwnAssumption, Success } from './types.js'

register(extendedApi)

const METHODS: readonly string[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] satisfies Method[]
const SUCCESSES: readonly unknown[] = [200, 201, 202, 204] satisfies Success[]
const FAILURES: readonly unknown[] = [
  400, 401, 403, 404, 409, 410, 412, 413, 415, 422, 423, 429, 500, 501, 503,
] satisfies Failure[]
const NAME = /^[a-z][A-Za-z0-9]*$/

const isFunction = (value: unknown): boolean => typeof value === 'function'
const schema = z.optional(
  z.custom(
    isStandardSchema,
    'must be a schema of a library that follows Standard Schema, such as zod, valibot or arktype',
  ),
)
const statuses = (known: readonly unknown[]) =>
  optional(
    (value) => Array.isArray(value) && value.length > 0 && value.every((each) => known.includes(each)),
    `a list of at least one of these statuses: ${known.join(', ')}`,
  )
const byField = optional(isPlainObject, "a plain object, such as { userId: 'users' }")

/** The members of a mock, of a remote mock and of its data, which a collection must not hide. */
const MEMBERS: readonly string[] = [
  'assume',
  'clock',
  'coverage',
  'export',
  'faults',
  'fetch',
  'format',
  'handlers',
  'listenOptions',
  'replace',
  'requests',
  'reset',
  'settings',
  'tokens',
] satisfies (keyof MockCore | keyof MockHandlers | 'format')[]

const optionSchema = optionsSchema<Record<string, unknown>>({ origin: z.optional(text) })

const collectionSchema = optionsSchema<Record<string, unknown>>({
  one: text,
  schema: z.custom(
    isStandardSchema,
    'must be a schema that follows Standard Schema, such as one of zod, valibot or arktype',
  ),
  unique: optional(Array.isArray, "a list of fields, or of lists of fields: ['userId']"),
  references: byField,
  factory: z.custom(isFunction, 'must be a function that returns the missing fields'),
  initial: optional(isFunction, 'a function that returns the first records'),
})

const operationSchema = optionsSchema<Record<string, unknown>>({
  scope: z.optional(text),
  summary: z.optional(text),
  params: byField,
  body: schema,
  response: schema,
  pages: z.optional(text),
  replies: statuses(SUCCESSES),
  refuses: statuses(FAILURES),
  readOnly: z.optional(flag),
  replaces: z.optional(flag),
  example: z.optional(
    optionsSchema<Record<string, unknown>>({
      body: z.optional(z.unknown()),
      query: z.optional(z.record(z.string(), z.string('must be a string'), 'must be an object with strings')),
    }),
  ),
})

const assumptionSchema = optionsSchema<Record<string, unknown>>({
  question: text,
  variants: z.custom(
    (value) => Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'string'),
    'must be a list of strings; the first is the default',
  ),
  source: z.optional(text),
  confidence: z.optional(z.enum(['high', 'medium', 'low'], 'must be high, medium or low')),
})

type Options = { readonly [name: string]: unknown }

/** Runs a check, and says in its error what it is about. */
function about(what: string, run: () => void): void {
  try {
    run()
  } catch (error) {
    if (!(error instanceof InvalidOptionError)) throw error
    throw new InvalidOptionError(`${what}: ${error.message}`)
  }
}

function checkName(name: string, taken: readonly string[]): void {
  if (!NAME.test(name))
    throw new InvalidOptionError('the name must be letters and digits, with a lower-case letter first')
  const same = taken.find((each) => each.toLowerCase() === name.toLowerCase())
  if (same === name || name in Object.prototype) throw new InvalidOptionError('the name is taken')
  if (same !== undefined) throw new InvalidOptionError(`the name differs from "${same}" only in case`)
}

function checkKind(name: string, known: readonly string[]): void {
  if (known.includes(name)) return
  const all = known.join(', ')
  throw new InvalidOptionError(`there is no collection "${name}"${didYouMean(name, known)} Known: ${all}`)
}

/** Checks that records have a field, if their schema says which fields there are. */
function checkField(fields: readonly string[], name: unknown, option: string): void {
  if (fields.length === 0 || fields.includes(String(name))) return
  const known = `${didYouMean(String(name), fields)} Known: ${fields.join(', ')}`
  throw new InvalidOptionError(`has the unknown field "${String(name)}"${known}`, option)
}

function splitRequest(request: string, { prefix }: Api): { method: Method; path: string } {
  const [method = '', path = ''] = request.split(' ')
  if (!METHODS.includes(method))
    throw new InvalidOptionError(`"${request}" must start with one of: ${METHODS.join(', ')}`)
  if (!path.startsWith(`${prefix}/`) || !/^(?:\/[^/?#\s]+)+$/.test(path))
    throw new InvalidOptionError(`the path "${path}" must start with ${prefix}/, and have no query`)
  if (!/^(?:\/(?::\w+(?:\.[^/:*()|]+)?|[^/:*()|]+))+$/.test(path))
    throw new InvalidOptionError(
      `the path "${path}" must have only plain segments and parameters, such as /:id or /:id.json`,
    )
  const { pathname } = new URL(`http://localhost${path}`)
  // The path of a request is compared as clients send it.
  if (pathname !== path)
    throw new InvalidOptionError(`the path "${path}" must be as clients send it: "${pathname}"`)
  return { method: method as Method, path }
}

/** Two requests are the same, whatever the names of their parameters are. */
function isSame(a: Pick<OwnOperation, 'method' | 'path'>, b: Pick<OwnOperation, 'method' | 'path'>): boolean {
  return a.method === b.method && shapeOf(a.path) === shapeOf(b.path)
}

function readParams(
  params: Options,
  path: string,
  kinds: readonly string[],
  describeKind: (kind: string) => Description,
): OwnOperation['params'] {
  const inPath = parameterNames(path)
  const twice = inPath.find((name, place) => inPath.indexOf(name) !== place)
  if (twice !== undefined) throw new InvalidOptionError(`the path ${path} has the parameter "${twice}" twice`)
  const entries = Object.entries(params).map(([name, field]) => {
    if (!inPath.includes(name))
      throw new InvalidOptionError(
        `has "${name}", but the path ${path} has no such parameter${didYouMean(name, inPath)}`,
        'params',
      )
    const [kind = '', member] = String(field).split('.')
    if (member === undefined)
      throw new InvalidOptionError(`needs a field, such as '${kind}.id'`, `params.${name}`)
    checkKind(kind, kinds)
    checkField(onlyFieldNames(describeKind(kind)), member, `params.${name}`)
    const described = fieldsOf(describeKind(kind)).find((each) => each.name === member)?.schema ?? {}
    if (withoutNull(described).type === 'array')
      throw new InvalidOptionError(
        `names the list '${kind}.${member}', but a parameter is one value; leave it out, and look for the records in the answer`,
        `params.${name}`,
      )
    return [name, { kind, field: member }] as const
  })
  // One record of each kind is found. It would need both values in the same field, so each request would get 404.
  const [again, of] =
    entries.find(([, { kind, field }], place) =>
      entries.slice(0, place).some(([, each]) => each.kind === kind && each.field === field),
    ) ?? []
  if (of) {
    const value = of.field === 'id' ? `params.${again}` : `{ ${of.field}: params.${again} }`
    throw new InvalidOptionError(
      `names '${of.kind}.${of.field}' twice; leave out "${again}", and look it up in the answer: records.${of.kind}.find(${value})`,
      'params',
    )
  }
  return Object.fromEntries(entries)
}

/** Checks the example of a body, so that a recorded pact does not lack the operation for a spelling mistake. */
function checkExample({ name, body: of, example = {} }: OwnOperation): void {
  if (example.body === undefined) return
  if (!of) throw new InvalidOptionError('needs the option "body" with a schema', 'example.body')
  const [issue] = checkWith(name, of, example.body, true).issues
  if (issue) throw new InvalidOptionError(`${formatPath(issue.path)}: ${issue.message}`, 'example.body')
}

function readOrigin(options: { readonly origin?: string | undefined }): string {
  checkOptions(optionSchema, options)
  return options.origin ?? 'yours'
}

/** Creates an extension, whose methods return others. */
function createExtension(api: Api, data: ExtensionData): AnyExtension {
  const kinds = [...Object.keys(api.kinds), ...data.collections.map(({ name }) => name)]
  const describeKind = (kind: string) => {
    const own = data.collections.find(({ name }) => name === kind)
    return own ? recordDescription(own.schema) : describe(api.kinds[kind]!.schema)
  }
  const nouns = new Set([...Object.values(api.kinds), ...data.collections].map(({ one }) => one))
  const more = (added: Partial<ExtensionData>) => createExtension(api, { ...data, ...added })
  const chain = {
    extend: (options: { readonly origin?: string | undefined } = {}) => more({ origin: readOrigin(options) }),
    assumption(name: string, options: OwnAssumption<string>) {
      about(`the assumption ${name}`, () => {
        checkOptions(assumptionSchema, options)
        if (!/^\w+\.\w+$/.test(name))
          throw new InvalidOptionError("the name must have a dot: 'registration.order'")
        if (name in api.assumptions || name in data.assumptions)
          throw new InvalidOptionError('the name is taken')
      })
      const { origin } = data
      return more({ assumptions: { ...data.assumptions, [name]: { ...options, origin } } })
    },
    collection(name: string, options: Options) {
      const unique = [(options as Options | undefined)?.['unique'] ?? []]
        .flat()
        .map((fields) => [fields].flat())
      about(`the collection ${name}`, () => {
        checkOptions(collectionSchema, options)
        checkName(name, [...kinds, ...MEMBERS])
        if (nouns.has(String(options['one'])))
          throw new InvalidOptionError('must not be the noun of another collection', 'one')
        const fields = onlyFieldNames(recordDescription(options['schema'] as StandardSchema))
        for (const field of unique.flat()) checkField(fields, field, 'unique')
        for (const [field, kind] of Object.entries(options['references'] ?? {})) {
          checkField(fields, field, 'references')
          checkKind(String(kind), [...kinds, name])
        }
      })
      const collection = { references: {}, ...options, name, unique } as never
      return more({ collections: [...data.collections, collection] })
    },
    operation(name: string, request: string, options: Options, answer: unknown) {
      let own!: OwnOperation
      let replaced = data.replaced
      let kept = data.operations
      about(`the operation ${name}`, () => {
        checkOptions(operationSchema, options)
        if (!isFunction(answer)) throw new InvalidOptionError('its answer must be a function')
        const { method, path } = splitRequest(request, api)
        const { replaces = false, params = {}, pages, scope, ...rest } = options
        if (pages !== undefined) checkKind(pages as string, kinds)
        const scopes = [...data.operations.map((each) => each.scope), scope].filter(
          (each) => each !== undefined,
        )
        const [taken] = check(scopeNamesSchema(compile(api)), scopes).issues
        if (taken) throw new InvalidOptionError(taken.message, 'scope')
        own = {
          replies: [200],
          refuses: [],
          readOnly: method === 'GET',
          ...rest,
          ...(scope !== undefined && { scope }),
          ...(pages !== undefined && { pages }),
          name,
          origin: data.origin,
          method,
          path,
          params: readParams(params as Options, path, kinds, describeKind),
          answer,
          place: placeInCode(new Error()),
        } as object as OwnOperation
        checkExample(own)
        const ofApi = Object.values(api.operations)
          .map(({ id, method: of, path: at }) => ({ name: id, method: of, path: at }))
          .filter((each) => !data.replaced.includes(each.name))
        const known = [...ofApi, ...kept]
        const same = known.filter((each) => each.name === name || isSame(each, own))
        if (replaces && same.length === 0)
          throw new InvalidOptionError(
            `is set, but there is no operation ${name} and no ${method} ${path}`,
            'replaces',
          )
        if (replaces) {
          // By the operations themselves: the new one may have the name of one that it replaces.
          kept = kept.filter((each) => !same.includes(each))
          replaced = [...replaced, ...same.map((each) => each.name)]
        } else if (same[0])
          throw new InvalidOptionError(
            `${same[0].name === name ? `the name` : describeOperation(same[0])} is taken; to replace that operation, set replaces: true`,
          )
        const others = known.map((each) => each.name).filter((each) => each !== name)
        checkName(name, ['token', ...others])
      })
      return more({ operations: [...kept, own], replaced })
    },
  }
  return withData(chain, data) as AnyExtension
}

/** Returns an extension of an API that adds nothing yet. */
export function extendApi(api: Api, options: { readonly origin?: string | undefined }): AnyExtension {
  const origin = readOrigin(options)
  return createExtension(api, { origin, collections: [], operations: [], assumptions: {}, replaced: [] })
}
