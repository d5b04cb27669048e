import { isPlainObject } from '../common/plain-object.js'
import type { OperationHandler } from './operation-handler.js'

/** Returns a body without some fields. Their paths have no indexes: `departments.name` is in every element. */
function leaveOut(body: unknown, fields: readonly string[]): unknown {
  if (Array.isArray(body)) return body.map((item) => leaveOut(item, fields))
  if (!isPlainObject(body)) return body
  const entries = Object.entries(body).flatMap(([name, value]) => {
    if (fields.includes(name)) return []
    const start = `${name}.`
    const below = fields.flatMap((field) => (field.startsWith(start) ? [field.slice(start.length)] : []))
    return [[name, below.length === 0 ? value : leaveOut(value, below)] as const]
  })
  return Object.fromEntries(entries)
}

/** Leaves fields out of the successful responses of an operation. It only runs for `conmock needs`, so it may be slow. */
export function leavingOut(handler: OperationHandler, fields: readonly string[]): OperationHandler {
  return {
    answer(request) {
      const answer = handler.answer(request)
      if ('detail' in answer) return answer
      const { body } = answer
      const parsed: unknown = JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body))
      return { ...answer, body: JSON.stringify(leaveOut(parsed, fields)) }
    },
  }
}
