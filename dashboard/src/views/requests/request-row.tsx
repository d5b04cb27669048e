import { Status, Tag } from '../../parts/badges.js'
import { Text } from '../../parts/text.js'
import type { JournalEntry } from '../../control/events.js'
import { pathWithQuery } from './copy-request.js'

/** Formats a duration in a way that fits into a column. */
export function durationText(milliseconds: number): string {
  if (milliseconds < 0.05) return '< 0.1 ms'
  if (milliseconds < 10) return `${milliseconds.toFixed(1)} ms`
  return milliseconds < 10_000 ? `${Math.round(milliseconds)} ms` : `${Math.round(milliseconds / 1000)} s`
}

/** The time of the day at which a request arrived, in the time zone of the user. */
export function timeText(time: number): string {
  return new Date(time).toLocaleTimeString('en-GB')
}

/** One row of the list. */
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
            <Tag look="fault">fault</Tag>
            <Text of={fault} max={60} />
          </>
        ) : (
          <Text of={refusal?.code ?? refusal?.detail ?? note ?? ''} max={60} />
        )}
      </span>
      <span class="duration">{durationText(durationMs)}</span>
      <span class="time">{timeText(time)}</span>
    </>
  )
}
