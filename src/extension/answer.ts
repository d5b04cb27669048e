import { createPage } from '../api/list-pages.js'
import { issueCursor, readCursor } from '../api/cursor.js'
import { MAX_LIMIT } from '../api/list-query.js'
import { invalidCursor, invalidLimit } from '../api/refusal.js'
import { ConflictError, DataError, RecordNotFoundError } from '../common/errors.js'
import { formatPath } from '../common/json-path.js'
import { isObject } from '../common/plain-object.js'
import { capitalized, preview } from '../common/text.js'
import type { Kind } from '../contract/kind.js'
import { listSettings } from '../contract/list.js'
import type {
  OperationAnswer,
  OperationRequest,
  RecordChange,
  Refusal,
  Rows,
  Success,
} from '../contract/operation.js'
import type { Settings } from '../contract/assumption.js'
import { presentCopies } from '../dataset/copies.js'
import { describeFirst } from '../dataset/rules.js'
import { createTest } from '../dataset/where.js'
import { checkWith } from './checked-schema.js'
import type { OwnOperation } from './extension-data.js'
import { openReading, shown } from './reading.js'
import type { ReplyProblem, Writing } from './types.js'

/** What the answers of an extension depend on, beside the request. */
interface AnswerParts {
  readonly kinds: { readonly [name: string]: Kind }
  /** The names of the extension's assumptions. */
  readonly assumptionNames: readonly string[]
  /** The list of the API whose assumptions the pages have. */
  readonly pageForm: string
}

/** What `page`, `reply` and `refuse` return. */
class Replied {
  readonly result: Success | Refusal
  constructor(result: Success | Refusal) {
    this.result = result
  }
}

/** A mistake in the code of the team. */
class Mistake extends Error {}

/** Returns the code of a refusal with a status that the operation declares. */
export function refusalCode(status: number): string {
  return `refused_${status}`
}

/** Returns where in the code of a team an error was thrown. */
function placeOf({ stack = '' }: Error): string {
  const line = stack.split('\n').find((each) => /^\s+at /.test(each) && !/node_modules|node:/.test(each))
  return line === undefined ? '' : ` (${line.trim()})`
}

function refused(code: string, status: number, details: Omit<Refusal, 'code' | 'status'>): Refusal {
  return { status, code, ...details }
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

function unknownRecord(kind: Kind, rows: Rows, wanted: string): Refusal {
  return refused('unknown_record', 404, {
    detail: `There is no ${kind.one} with ${wanted}.`,
    hint: `${capitalized(describeFirst(kind, rows))}.`,
  })
}

/** Creates the answer of one operation. */
export function createAnswer(operation: OwnOperation, parts: AnswerParts): OperationAnswer {
  const { name, params, pages, response, readOnly, answer } = operation
  const { kinds, assumptionNames, pageForm } = parts
  /** The parameters that name a record of each kind together. */
  const named = new Map<string, (readonly [parameter: string, field: string])[]>()
  for (const [parameter, { kind, field }] of Object.entries(params)) {
    named.set(kind, [...(named.get(kind) ?? []), [parameter, field]])
  }
  const replies = new Set<number>([200, ...operation.replies])
  const refuses: readonly number[] = operation.refuses

  /** Finds the records that the parameters name. */
  function findNamed(request: OperationRequest, rowsOf: (kind: string) => Rows): object | Refusal {
    const found: Record<string, unknown> = {}
    for (const [kindName, fields] of named) {
      const kind = kinds[kindName]!
      const rows = rowsOf(kindName)
      const wanted = fields.map(([parameter, field]) => [field, request.params[parameter]!] as const)
      const [[field, value]] = wanted as [readonly [string, string]]
      let record
      for (const each of rows.having(field, value)) {
        if (
          wanted.every(([key, text]) => (each as object as { readonly [key: string]: unknown })[key] === text)
        ) {
          record = each
          break
        }
      }
      if (!record) {
        const text = wanted.map(([key, is]) => `${key} "${preview(is)}"`).join(' and ')
        return unknownRecord(kind, rows, text)
      }
      found[kind.one] = shown(kind, record)
    }
    return found
  }

  function success(status: number, body: unknown, settings: Settings, assumed: readonly string[]): Replied {
    if (body === undefined && status === 204) return new Replied({ status, body: null, cases: [], assumed })
    if (response) {
      const [issue] = checkWith(response, body, false).issues
      if (issue)
        throw new Mistake(`its response does not fit the schema: ${formatPath(issue.path)}: ${issue.message}`)
    }
    const text = JSON.stringify(presentCopies(body, settings)) as string | undefined
    if (text === undefined)
      throw new Mistake(`it returned ${body === undefined ? 'undefined' : `a ${typeof body}`}`)
    return new Replied({ status, body: text, cases: [], assumed })
  }

  function createPageReply(request: OperationRequest, settings: Settings, rowsOf: (kind: string) => Rows) {
    return ({ where, limit, each = (record: unknown) => record }: PageInput = {}) => {
      if (pages === undefined) throw new Mistake('it calls page, but has no "pages"')
      const form = listSettings(settings, pageForm)
      const list = `${name} by id`
      const kind = kinds[pages]!
      const size = limit ?? form.pageSize
      if (!Number.isInteger(size) || size < 1 || size > Math.max(MAX_LIMIT, form.pageSize))
        return new Replied(invalidLimit(MAX_LIMIT, pageForm))
      const { body } = request
      const cursor: string | number | null | undefined =
        isObject(body) && 'nextPage' in body
          ? (body as { readonly nextPage?: string | number | null }).nextPage
          : new URLSearchParams(request.query).get('nextPage')
      const after = cursor === null || cursor === undefined ? undefined : readCursor(list, String(cursor))
      const isInvalid = cursor !== null && cursor !== undefined && after === undefined
      const invalid = settings['cursor.invalid']
      if (isInvalid && invalid === '400')
        return new Replied(invalidCursor('is not a cursor that this mock issued'))
      const test = createTest((where ?? {}) as never)
      const records = []
      let more = false
      if (!isInvalid || invalid === 'first-page') {
        for (const record of rowsOf(pages).from(after)) {
          if (!test(record as never)) continue
          more = records.length === size
          if (more) break
          records.push(shown(kind, record))
        }
      }
      const isEmpty = records.length === 0 && after === undefined && !isInvalid
      const elements = records.map((record) => each(record))
      if (response) {
        for (const [index, element] of elements.entries()) {
          const [issue] = checkWith(response, element, false).issues
          if (issue)
            throw new Mistake(
              `an element of its page does not fit the schema: ${formatPath([index, ...issue.path])}: ${issue.message}`,
            )
        }
      }
      const next = more ? issueCursor(list, records.at(-1)!.id) : undefined
      const hasMore = settings['extras.hasMore']
      const page = createPage(presentCopies(elements, settings) as unknown[], next, isEmpty, form, hasMore)
      const isFirst = after === undefined
      const place = isFirst ? (more ? 'page.first' : 'page.only') : more ? 'page.middle' : 'page.last'
      return new Replied({
        body: JSON.stringify(page),
        cases: [`${name}.${place}`],
        assumed: [
          ...(limit === undefined ? [`${pageForm}.pageSize`] : []),
          ...(more ? [] : [`${pageForm}.lastPage`]),
          ...(isEmpty ? [`${pageForm}.empty`] : []),
          ...(isInvalid ? ['cursor.invalid'] : []),
          ...(hasMore === 'present' ? ['extras.hasMore'] : []),
        ],
      })
    }
  }

  function openRecords(rowsOf: (kind: string) => Rows, change: RecordChange | undefined): object {
    const records = {}
    for (const [kindName, kind] of Object.entries(kinds)) {
      let opened: Writing<never> | undefined
      Object.defineProperty(records, kindName, {
        enumerable: true,
        get: () =>
          (opened ??= {
            ...openReading(kind, () => rowsOf(kindName)),
            ...writes(kindName, kind, change),
          } as never),
      })
    }
    return records
  }

  /** The variants of the own assumptions. Notes which ones the answer reads. */
  function openAssumptions(settings: Settings, read: Set<string>): object {
    const assumptions = {}
    for (const each of assumptionNames) {
      Object.defineProperty(assumptions, each, {
        enumerable: true,
        get() {
          read.add(each)
          return settings[each]
        },
      })
    }
    return assumptions
  }

  function respond(
    request: OperationRequest,
    settings: Settings,
    now: () => number,
    rowsOf: (kind: string) => Rows,
    change?: RecordChange,
  ): Success | Refusal {
    const found = findNamed(request, rowsOf)
    if ('detail' in found) return found
    const read = new Set<string>()
    const records = openRecords(rowsOf, change)
    try {
      const returned = answer({
        params: request.params,
        found,
        get query() {
          return new URLSearchParams(request.query)
        },
        body: request.body,
        get now() {
          return now()
        },
        records,
        assumptions: openAssumptions(settings, read),
        page: createPageReply(request, settings, rowsOf),
        reply(status: number, body?: unknown) {
          if (!replies.has(status)) throw new Mistake(`it replies ${status}, which is not in "replies"`)
          return success(status, body, settings, [])
        },
        refuse(status: number, problem: string | ReplyProblem) {
          if (!refuses.includes(status))
            throw new Mistake(`it refuses with ${status}, which is not in "refuses"`)
          const { message, kind, code } = typeof problem === 'string' ? { message: problem } : problem
          const envelope = { ...(kind !== undefined && { kind }), ...(code !== undefined && { code }) }
          return new Replied(refused(refusalCode(status), status, { detail: message, envelope }))
        },
      })
      if (returned instanceof Promise) {
        returned.catch(() => undefined)
        throw new Mistake('it returned a promise, but an answer is synchronous')
      }
      if (returned instanceof Response)
        return { body: null, cases: [], assumed: [...read], response: returned }
      const { result } = returned instanceof Replied ? returned : success(200, returned, settings, [])
      if ('detail' in result) return read.size === 0 ? result : { ...result, assumed: [...read] }
      return read.size === 0 ? result : { ...result, assumed: [...result.assumed, ...read] }
    } catch (error) {
      return failed(error)
    }
  }

  /** Refuses a change that breaks a rule of a collection. Everything else is a mistake of the team. */
  function failed(error: unknown): Refusal {
    if (error instanceof ConflictError || error instanceof DataError || error instanceof RecordNotFoundError)
      return refused('broken_rule', 409, { detail: error.message })
    const { message } = error as Error
    return refused('internal_error', 500, {
      detail: `The answer of ${name} failed.`,
      hint: 'The log has the error.',
      logged: `the answer of ${name} failed: ${error instanceof Error ? message + placeOf(error) : String(error)}`,
    })
  }

  if (readOnly) {
    return {
      open: ({ data, settings, now }) => ({
        handle: (request) => respond(request, settings, now, (kind) => data.stores[kind]!),
      }),
    }
  }
  return {
    change: ({ settings, now, records, ...request }) =>
      respond(request, settings, now, (kind) => records.rows(kind), records),
  }
}

interface PageInput {
  readonly where?: unknown
  readonly limit?: number | undefined
  readonly each?: (record: unknown) => unknown
}
