import { useState } from 'preact/hooks'
import { messageOf } from '../../admin/problem.js'
import { Button } from '../../parts/button.js'
import { TextField } from '../../parts/field.js'
import { Failed } from '../../parts/page.js'
import { announce } from '../../state/messages.js'
import { dateText, differenceText, parseSeconds, spanText } from './expiry.js'
import { advanceClock, type SandboxTime } from './sandbox-time.js'

const presets = [
  { label: '1 min', value: '60' },
  { label: '1 h', value: '3600' },
  { label: '1 day', value: '86400' },
] as const

function Time({ clock: { data, error, reload }, time }: SandboxTime) {
  if (error) return <Failed error={error} reload={reload} />
  const now = time.value
  if (now === undefined || !data) return <p class="clock-time">…</p>
  return (
    <p>
      <time class="clock-time" dateTime={new Date(now).toISOString()}>
        {dateText(now)}
      </time>
      <span class="hint">
        {data.isStill ? 'Fixed clock (option now)' : differenceText(data.now - data.readAt)}
      </span>
    </p>
  )
}

export function ClockCard(props: SandboxTime) {
  const [seconds, setSeconds] = useState('60')
  const [error, setError] = useState<string>()

  async function advance(): Promise<void> {
    setError(undefined)
    try {
      const count = parseSeconds(seconds)
      await advanceClock(count)
      announce(`Advanced the clock by ${spanText(count)}.`)
    } catch (problem) {
      setError(messageOf(problem))
    }
  }

  return (
    <form class="clock card spread" aria-labelledby="clock-title">
      <div>
        <h2 id="clock-title">Clock of the sandbox</h2>
        <Time {...props} />
      </div>
      <TextField
        label="Advance by (seconds)"
        hint="Tokens, cursors and the rate limit use this clock. Only a reset of the sandbox sets it back."
        error={error}
        value={seconds}
        onChange={setSeconds}
        inputMode="decimal"
        presets={presets}
      />
      <Button type="submit" onClick={advance}>
        Advance the clock
      </Button>
    </form>
  )
}
