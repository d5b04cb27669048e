import { fieldNames } from '../common/description.js'
import { ConflictError, DataError } from '../common/errors.js'
import { formatPath } from '../common/json-path.js'
import { isObject, isPlainObject } from '../common/plain-object.js'
import { capitalized, preview } from '../common/text.js'
import type { Kind, Rows } from '../contract/kind.js'
import {
  filterCase,
  type OperationAnswer,
  type OperationRequest,
  type RecordChange,
  type Refusal,
  type Success,
} from '../contract/operation.js'
import type { Settings } from '../contract/assumption.js'
import { presentCopies } from '../dataset/copies.js'
import { describeFirst } from '../dataset/rules.js'
import { jsonSchemaOf } from './checked-schema.js'
import { kindsOf, type OwnOperation } from './extension-data.js'
import { replyWithPage, type PageInput } from './page.js'
import { placeInCode } from './place-in-code.js'
import { openReading, shown } from './reading.js'
import { Mistake, refusalCode, Replied } from './reply.js'
import { checkResult } from './result.js'
import type { ReplyProblem } from './types.js'

/** What the answers of an extension depend on, beside the request. */
interface AnswerParts {
  readonly kinds: { readonly [name: string]: Kind }
  /** The names of the extension's assumptions. */
  readonly assumptionNames: readonly string[]
  /** The list of the API whose assumptions the pages have. */
  readonly pageForm: string
}

/** How one request reads and changes records. */
interface Access {
  readonly rowsOf: (kind: string) => Rows
  readonly change?: RecordChange
}

type Fields = { readonly [name: string]: unknown }

/** Returns a class with a lazy member for each name, which is created once for each object. */
function lazyMembers<Source>(names: readonly string[], read: (source: Source, name: string) => unknown) {
  class Members {
    readonly #source: Source
    readonly #known = new Map<string, unknown>()
    constructor(source: Source) {
      this.#source = source
    }
    static {
      for (const name of names) {
        Object.defineProperty(this.prototype, name, {
          enumerable: true,
          get(this: Members) {
            if (!this.#known.has(name)) this.#known.set(name, read(this.#source, name))
            return this.#known.get(name)
          },
        })
      }
    }
  }
  return Members
}

/** What the form of pages has, and no filter is. */
const PAGING = new Set(['nextPage', 'limit'])

/** Returns the names of the filters in a body, such as `filter.email`. */
export function filtersIn(body: unknown): string[] {
  if (!isPlainObject(body)) return []
  return Object.entries(body).flatMap(([name, value]) =>
    isPlainObject(value) ? Object.keys(value).map((inner) => `${name}.${inner}`) : [name],
  )
}

/** A query that notes which of its parameters the answer reads. */
class NotedQuery extends URLSearchParams {
  readonly #read: Set<string>
  constructor(text: string, read: Set<string>) {
    super(text)
    this.#read = read
  }
  #note(name: string): void {
    if (super.has(name)) this.#read.add(name)
  }
  override get(name: string): string | null {
    this.#note(name)
    return super.get(name)
  }
  override getAll(name: string): string[] {
    this.#note(name)
    return super.getAll(name)
  }
  #noteAll(): void {
    for (const name of super.keys()) this.#read.add(name)
  }
  override [Symbol.iterator](): URLSearchParamsIterator<[string, string]> {
    this.#noteAll()
    return super[Symbol.iterator]()
  }
  override entries(): URLSearchParamsIterator<[string, string]> {
    this.#noteAll()
    return super.entries()
  }
  override keys(): URLSearchParamsIterator<string> {
    this.#noteAll()
    return super.keys()
  }
  override values(): URLSearchParamsIterator<string> {
    this.#noteAll()
    return super.values()
  }
  override forEach(...given: Parameters<URLSearchParams['forEach']>): void {
    this.#noteAll()
    super.forEach(...given)
  }
  override toString(): string {
    this.#noteAll()
    return super.toString()
  }
  override has(name: string, value?: string): boolean {
    this.#note(name)
    return super.has(name, value)
  }
}

function isWrittenAs(value: unknown, text: string): boolean {
  return value === text || (['number', 'boolean'].includes(typeof value) && String(value) === text)
}

/** Returns the record that has these texts, or what they write, in its fields. */
function findRecord(rows: Rows, wanted: readonly (readonly [field: string, text: string])[]) {
  const [, id] = wanted.find(([field]) => field === 'id') ?? []
  const byId = id === undefined ? undefined : rows.get(id)
  const having = (field: string, text: string) => [
    ...rows.having(field, text),
    ...rows.having(field, Number(text)),
    ...rows.having(field, text === 'true'),
  ]
  // An index of all ids would make all records.
  const found = id === undefined ? having(...wanted[0]!) : byId ? [byId] : []
  return found.find((record) =>
    wanted.every(([field, text]) => isWrittenAs((record as object as Fields)[field], text)),
  )
}

function writes(kindName: string, kind: Kind, change: RecordChange | undefined) {
  const open = () => {
    if (change) return change
    throw new Mistake(`it changes ${kindName}, but is readOnly`)
  }
  return {
    create: (given: object = {}) => shown(kind, open().create(kindName, given)),
    update: (id: string, changes: object) => shown(kind, open().update(kindName, id, changes)),
    delete: (id: string) => open().delete(kindName, id),
  }
}

function unknownRecord(kind: Kind, rows: Rows, wanted: readonly (readonly [string, string])[]): Refusal {
  const text = wanted.map(([field, value]) => `${field} "${preview(value)}"`).join(' and ')
  return {
    status: 404,
    code: 'unknown_record',
    detail: `There is no ${kind.one} with ${text}.`,
    hint: `${capitalized(describeFirst(kind, rows, wanted[0]![0]))}.`,
  }
}

/** Creates the answer of one operation. */
export function createAnswer(operation: OwnOperation, parts: AnswerParts): OperationAnswer {
  const { name, params, pages, response, replies, readOnly, answer } = operation
  const { kinds, assumptionNames, pageForm } = parts
  const named = kindsOf(operation)
  const bodyFields = operation.body && fieldNames(jsonSchemaOf(operation.body, 'input') ?? {})
  const hasCursor = bodyFields?.includes('nextPage') ?? false

  /** Finds the records that the parameters name. */
  function findNamed({ params: given }: OperationRequest, { rowsOf }: Access): Fields | Replied {
    const found: Record<string, unknown> = {}
    for (const kindName of named) {
      const kind = kinds[kindName]!
      const rows = rowsOf(kindName)
      const wanted = Object.entries(params).flatMap(([parameter, { kind: of, field }]) =>
        of === kindName ? [[field, given[parameter]!] as const] : [],
      )
      const record = findRecord(rows, wanted)
      if (!record) return new Replied(unknownRecord(kind, rows, wanted))
      found[kind.one] = shown(kind, record)
    }
    return found
  }

  /** @throws Mistake If a result is not what the operation declares. @param kind The collection, for an element of a page. */
  function requireResult(value: unknown, path: readonly PropertyKey[], kind?: Kind): void {
    const [issue] = checkResult(operation, kind, value)
    if (!issue) return
    const ofRecord = kind ? `its page has other elements than ${pages}, so set "response"` : 'its response'
    const what = response ? 'its response does not match its schema' : ofRecord
    throw new Mistake(`${what}: ${formatPath([...path, ...issue.path])} ${issue.message}`)
  }

  function checkStatus(status: number): void {
    if (!(replies as readonly number[]).includes(status))
      throw new Mistake(`it replies ${status}, which is not in "replies": ${replies.join(', ')}`)
  }

  function success(status: number, body: unknown, settings: Settings): Replied {
    checkStatus(status)
    if (status === 204 && body !== undefined) throw new Mistake('it replies 204 with a body')
    if (body === undefined && (status === 204 || !response))
      return new Replied({ status, body: null, cases: [], assumed: [] })
    requireResult(body, [])
    return new Replied({
      status,
      body: JSON.stringify(presentCopies(body, settings)),
      cases: [],
      assumed: [],
    })
  }

  function toReplied(returned: unknown, settings: Settings): Replied {
    if (returned instanceof Replied) return returned
    if (returned === undefined) throw new Mistake('it returned undefined')
    if (isObject(returned) && 'then' in returned) {
      void Promise.resolve(returned).catch(() => undefined)
      throw new Mistake('it returned a promise, but must be synchronous')
    }
    if (!(returned instanceof Response)) return success(200, returned, settings)
    checkStatus(returned.status)
    if (returned.bodyUsed) throw new Mistake('the body of its Response was already read')
    return new Replied({ body: null, cases: [], assumed: [], response: returned })
  }

  const Records = lazyMembers(Object.keys(kinds), ({ rowsOf, change }: Access, kindName) => {
    const kind = kinds[kindName]!
    return { ...openReading(kind, () => rowsOf(kindName)), ...writes(kindName, kind, change) }
  })

  /** The variants of the assumptions. The set gets the names of those that the answer reads. */
  const Assumptions = lazyMembers(
    assumptionNames,
    ({ settings, read }: { readonly settings: Settings; readonly read: Set<string> }, each) => {
      read.add(each)
      return settings[each]
    },
  )

  function respond(
    request: OperationRequest,
    settings: Settings,
    now: () => number,
    access: Access,
  ): Success | Refusal {
    const read = new Set<string>()
    const filters = new Set(readOnly ? filtersIn(request.body) : [])
    let isReturned = false
    let refused: Replied | undefined
    try {
      const found = findNamed(request, access)
      if (found instanceof Replied) return found.result
      const returned = answer({
        params: request.params,
        found,
        get query() {
          return new NotedQuery(request.query, filters)
        },
        body: request.body,
        get now() {
          return now()
        },
        records: new Records(access),
        assumptions: new Assumptions({ settings, read }),
        page(input: PageInput = {}) {
          if (pages === undefined) throw new Mistake('it calls page, but has no "pages"')
          checkStatus(200)
          const kind = kinds[pages]!
          const page = {
            name,
            kind,
            pageForm,
            isInBody: hasCursor,
            settings,
            ...((response ?? input.each) && {
              checkElement: (element: unknown, index: number) =>
                requireResult(element, ['data', index], kind),
            }),
          }
          return replyWithPage(page, request, access.rowsOf(pages), input)
        },
        reply: (status: number, body?: unknown) => success(status, body, settings),
        refuse(status: number, problem: string | ReplyProblem) {
          if (!(operation.refuses as readonly number[]).includes(status))
            throw new Mistake(`it refuses with ${status}, which is not in "refuses"`)
          const { message, ...envelope } = typeof problem === 'string' ? { message: problem } : problem
          return (refused = new Replied({ status, code: refusalCode(status), detail: message, envelope }))
        },
      })
      isReturned = true
      if (refused && returned !== refused) throw new Mistake('it calls refuse; write "return refuse(…)"')
      const { result } = toReplied(returned, settings)
      if ('detail' in result) return read.size === 0 ? result : { ...result, assumed: [...read] }
      const used = [...filters].filter((filter) => !PAGING.has(filter)).toSorted()
      const cases = used.map((filter) => filterCase({ id: name }, filter))
      return { ...result, cases: [...result.cases, ...cases], assumed: [...result.assumed, ...read] }
    } catch (error) {
      // What is wrong with a result has no line of the team in its stack.
      return failed(error, isReturned ? operation.place : placeInCode(error))
    }
  }

  /** Refuses a change that breaks a rule of a collection. Everything else is a mistake of the team. */
  function failed(error: unknown, place: string | undefined): Refusal {
    const isRule = error instanceof ConflictError || error instanceof DataError
    if (isRule && !readOnly) return { status: 409, code: 'broken_rule', detail: error.message }
    const what = error instanceof Error ? error.message : String(error)
    return {
      status: 500,
      code: 'internal_error',
      detail: `The answer of ${name} failed.`,
      hint: 'The request log has the error: mock.requests.last().refusal.detail, or the dashboard.',
      logged: `the answer of ${name} failed: ${what}${place === undefined ? '' : ` (${place})`}`,
    }
  }

  if (readOnly) {
    return {
      open: ({ data, settings, now }) => ({
        handle: (request) => respond(request, settings, now, { rowsOf: (kind) => data.stores[kind]! }),
      }),
    }
  }
  return {
    change: ({ settings, now, records, ...request }) =>
      respond(request, settings, now, { rowsOf: (kind) => records.rows(kind), change: records }),
  }
}
