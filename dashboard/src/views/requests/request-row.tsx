import { Status, Tag } from '../../parts/badges.js'
import { Text } from '../../parts/text.js'
import type { JournalEntry } from '../../control/events.js'
import { durationText, timeText } from '../../common/format.js'
import { pathWithQuery } from './copy-request.js'

export function RequestRow({ entry }: { readonly entry: JournalEntry }) {
  const { method, status, durationMs, refusal, fault, note, time } = entry
  return (
    <>
      <Status of={status} />
      <span class={`method ${method}`}>
        <Text of={method} max={12} />
      </span>
      <span class="path">
        <Text of={pathWithQuery(entry)} />
      </span>
      <span class="reason">
        {fault ? (
          <>
            <Tag>fault</Tag> <Text of={fault} max={60} />
          </>
        ) : (
          <Text of={refusal?.detail ?? note ?? ''} max={100} />
        )}
      </span>
      <span class="duration">{durationText(durationMs)}</span>
      <span class="time">{timeText(time)}</span>
    </>
  )
}
