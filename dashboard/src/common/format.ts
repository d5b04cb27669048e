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

export function numberText(value: number): string {
  return value.toLocaleString('en')
}

export function getMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
