import { isPlainObject } from '../../../../src/common/plain-object.js'
import { recordKinds, type KindName } from '../../admin/record-kinds.js'
import { Button } from '../../parts/button.js'
import type { Exchange } from './api-request.js'
import { numberText } from '../../common/format.js'

export interface ListPage {
  readonly kind: KindName
  readonly count: number
  readonly next: string | undefined
  /** How the response says that it is the last page. */
  readonly end: string
}

export function pageOf(kind: KindName, { response, json }: Exchange): ListPage | undefined {
  if (response?.status !== 200 || !isPlainObject(json)) return undefined
  const { data, nextPage } = json
  return {
    kind,
    count: Array.isArray(data) ? data.length : 0,
    next: typeof nextPage === 'string' ? nextPage : undefined,
    end: nextPage === undefined ? 'nextPage is absent' : 'nextPage is null',
  }
}

interface PagesProps {
  readonly page: ListPage
  /** `undefined` if the user has entered a cursor of another list. */
  readonly number: number | undefined
  readonly onGo: (cursor: string) => Promise<void>
}

export function Pages({ page: { kind, count, next, end }, number, onGo }: PagesProps) {
  return (
    <div class="pages note toolbar" role="group" aria-label="Pages">
      <p>
        <strong>{number === undefined ? 'A page' : `Page ${number}`}</strong>
        {` · ${numberText(count)} ${count === 1 ? recordKinds[kind].noun : kind}`}
        {next === undefined && ` · This is the last page: ${end}.`}
      </p>
      <Button disabled={number === 1} onClick={() => onGo('')}>
        First page
      </Button>
      <Button disabled={next === undefined} onClick={() => onGo(next!)}>
        Next page
      </Button>
    </div>
  )
}
