import type { Answer } from '../api/answer.js'
import { isPlainObject } from '../common/plain-object.js'
import { pathsBelow } from '../contract/fields.js'

/** What is used of `node:fs`. */
export interface NodeFs {
  mkdirSync(folder: string, options: { readonly recursive: true }): void
  readdirSync(folder: string): readonly string[]
  readFileSync(file: string, encoding: 'utf8'): string
  rmSync(file: string, options: { readonly force: true }): void
  writeFileSync(file: string, text: string): void
}

export interface NodeProcess {
  readonly pid: number
  readonly ppid: number
  readonly send?: unknown
  readonly env: { readonly [name: string]: string | undefined }
  readonly hrtime: { bigint(): bigint }
  getBuiltinModule?(name: 'fs'): NodeFs
}

/** Returns what is used of Node. `undefined` in browsers: the modules that use it run there, too. */
export function nodeProcess(): NodeProcess | undefined {
  return (globalThis as { readonly process?: NodeProcess }).process
}

/** The environment variable of `conmock needs`: JSON for the mocks in the process of the tests. */
export const NEEDS_VARIABLE = 'CONMOCK_NEEDS'

/** The JSON in the variable. */
export interface NeedsRun {
  /** Fields to leave out of responses, by operation, as in `contract/needs.ts`. */
  readonly leftOut: { readonly [operation: string]: readonly string[] | undefined }
  /** A file that each mock writes when it has sent a successful response. Without one, a run proves nothing. */
  readonly report: string
}

/** Whether `conmock needs` has started this process. Then nothing else is written. */
export function isNeedsRun(): boolean {
  return nodeProcess()?.env?.[NEEDS_VARIABLE] !== undefined
}

/** Returns a body without some fields. Their paths have no indexes: `departments.name` is in every element. */
function leaveOut(body: unknown, fields: readonly string[]): unknown {
  if (Array.isArray(body)) return body.map((item) => leaveOut(item, fields))
  if (!isPlainObject(body)) return body
  const entries = Object.entries(body).flatMap(([name, value]) => {
    if (fields.includes(name)) return []
    const below = pathsBelow(name, fields)
    return [[name, below.length === 0 ? value : leaveOut(value, below)] as const]
  })
  return Object.fromEntries(entries)
}

/** Returns a function that changes the successful answers of a mock. `undefined` without `conmock needs`. */
export function startNeedsRun(): ((answer: Answer) => Answer) | undefined {
  const node = nodeProcess()
  const variable = node?.env?.[NEEDS_VARIABLE]
  const fs = node?.getBuiltinModule?.('fs')
  if (variable === undefined || !fs) return undefined
  const { leftOut, report } = JSON.parse(variable) as NeedsRun
  let isReported = false
  return (answer) => {
    const { isFaulty, body, coverageKey } = answer
    const { endpoint, code, status } = coverageKey ?? {}
    const isSuccess = code === undefined && status !== undefined && status < 300 && endpoint !== 'token'
    if (isFaulty || body === null || endpoint === undefined || !isSuccess) return answer
    if (!isReported) fs.writeFileSync(report, '')
    isReported = true
    const parsed: unknown = JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body))
    return { ...answer, body: JSON.stringify(leaveOut(parsed, leftOut[endpoint] ?? [])) }
  }
}
