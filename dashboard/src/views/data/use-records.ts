import { useEffect, useRef, useState } from 'preact/hooks'
import { useResource } from '../../state/resource.js'
import type { KindName } from '../../admin/record-kinds.js'
import { listRecords, type RecordPage } from './records-api.js'

export const PAGE_SIZE = 50

/** A page of a list, while a search may still read the rest of the list. */
export interface ShownPage extends RecordPage {
  /** The last id that the search has read. `undefined` if it is done. */
  readonly reached?: string
}

interface Records {
  /** `undefined` until the first response. While another page is read, the one before stays. */
  readonly page: ShownPage | undefined
  readonly isCurrent: boolean
  readonly error: string | undefined
  readonly reload: () => void
}

export function useRecords(kind: KindName, search: string, after: string | undefined): Records {
  const key = JSON.stringify([kind, search, after])
  const wanted = useRef<string | undefined>(key)
  wanted.current = key
  useEffect(() => () => void (wanted.current = undefined), [])
  const [partial, setPartial] = useState<{ readonly key: string; readonly page: ShownPage }>()

  /** Searches until the page is full. In a long list, each response only covers a part of the list. */
  async function read(sandbox: string): Promise<ShownPage> {
    const records: RecordPage['records'][number][] = []
    for (let from = after; ;) {
      const page = await listRecords(sandbox, kind, {
        ...(search === '' ? {} : { search }),
        ...(from === undefined ? {} : { after: from }),
        limit: PAGE_SIZE - records.length,
      })
      records.push(...page.records)
      const isDone = page.next === undefined || records.length >= PAGE_SIZE
      if (isDone || wanted.current !== key) return { ...page, records }
      from = page.next!
      setPartial({ key, page: { records: [...records], reached: from } })
    }
  }

  const { data, error, reload } = useResource(key, read, {
    changes: ['records'],
    // A search may read the whole list.
    pause: search === '' ? 100 : 1000,
  })
  const current = data ?? (partial?.key === key ? partial.page : undefined)
  const before = useRef<ShownPage>(undefined)
  if (current) before.current = current
  return { page: current ?? before.current, isCurrent: current !== undefined, error, reload }
}
