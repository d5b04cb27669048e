import { isSimilar, suggestion } from '../common/text.js'
import type { ListSettings } from '../contract/list.js'
import type { Refusal } from '../contract/operation.js'
import { invalidLimit, unknownParameter } from './refusal.js'

export interface ListQuery {
  readonly cursors: readonly string[]
  readonly size: number
  readonly assumed: readonly string[]
  readonly note?: string
}

export const MAX_LIMIT = 1000

/** The names of the parameters in other APIs. */
const synonyms = {
  nextPage:
    /cursor|page[-_]?token|continuation|^(page([-_]?(number|no|index))?|next|after|starting[-_]?after|offset|skip)$/i,
  limit: /page[-_]?size|per[-_]?page|^(size|count|top|first|take|max[-_]?(results|items))$/i,
}

function parseLimit(values: readonly string[]): number | undefined {
  const [text = ''] = values
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0
  return values.length === 1 && limit >= 1 && limit <= MAX_LIMIT ? limit : undefined
}

export function readListQuery(text: string, list: string, settings: ListSettings): ListQuery | Refusal {
  const parameters = new URLSearchParams(text)
  const [cursors, limits] = [parameters.getAll('nextPage'), parameters.getAll('limit')]
  const others = [...parameters.keys()].filter((name) => name !== 'nextPage' && name !== 'limit')
  const [other] = others
  const applies = settings.limit === 'applied'
  const known = applies ? (['nextPage', 'limit'] as const) : (['nextPage'] as const)
  const meant = known.find((name) =>
    others.some((each) => isSimilar(each, name) || synonyms[name].test(each)),
  )
  if (other !== undefined && settings.unknownQuery === 'rejected') {
    return unknownParameter(
      parameters.get(other) === '' && meant === undefined ? undefined : other,
      list,
      meant,
    )
  }
  const assumed: string[] = others.length > 0 ? [`${list}.unknownQuery`] : []
  let size = settings.pageSize
  if (limits.length > 0) {
    assumed.push(`${list}.limit`)
    const limit = parseLimit(limits)
    if (applies && limit === undefined) return invalidLimit(MAX_LIMIT, list)
    if (applies) size = limit!
  }
  const ignored = others.length > 0 || (limits.length > 0 && !applies)
  if (!ignored) return { cursors, size, assumed }
  const note = `Query parameters other than ${known.join(' and ')} are ignored${suggestion(meant)} (${assumed.join(', ')}).`
  return { cursors, size, assumed, note }
}
