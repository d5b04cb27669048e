import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Button } from '../../parts/button.js'
import { linkTo } from '../../state/location.js'
import { addFault } from './fault-requests.js'
import type { Fault, Target } from './fault-texts.js'

interface QuickFaultProps {
  readonly label: string
  readonly target: Target
  /** Returns the fault for the number in the field. */
  readonly fault: (number: number) => Fault
  /** A field for a number, with its first value. */
  readonly field?: { readonly label: string; readonly value: string }
  readonly children?: ComponentChildren
}

/** A button that adds a fault. Enter in its field adds it, too. */
function QuickFault({ label, target, fault, field, children }: QuickFaultProps) {
  const [text, setText] = useState(field?.value ?? '')
  const add = () => addFault({ ...(target !== 'all' && { operation: target }), ...fault(parseFloat(text)) })
  return (
    <li>
      <form class="inline-field">
        <Button type="submit" onClick={add}>
          {label}
        </Button>
        {field && (
          <input
            type="number"
            aria-label={field.label}
            value={text}
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
        )}
        {children}
      </form>
    </li>
  )
}

const once = { when: { first: 1 } }

/** The faults without a number. */
const plain: readonly { readonly label: string; readonly fault: Fault }[] = [
  // Not only the next one, because browsers send a GET request again if its connection was dropped.
  { label: 'Drop connections', fault: { effect: { dropConnection: true } } },
  { label: 'Invalid JSON once', fault: { ...once, effect: { invalidJson: true } } },
  { label: 'Never answer', fault: { effect: { hang: true } } },
]

export function QuickFaults({ target }: { readonly target: Target }) {
  const [isOnce, setOnce] = useState(true)
  return (
    <ul class="plain toolbar quick-faults">
      <QuickFault
        label="Fail"
        target={target}
        field={{ label: 'Status to fail with', value: '503' }}
        fault={(status) => ({ ...(isOnce && once), effect: { status } })}
      >
        <select
          aria-label="How often to fail"
          onChange={({ currentTarget }) => setOnce(currentTarget.value === 'once')}
        >
          <option>once</option>
          <option>always</option>
        </select>
      </QuickFault>
      <QuickFault
        label="Slow"
        target={target}
        field={{ label: 'Milliseconds to wait', value: '800' }}
        fault={(delay) => ({ effect: { delay } })}
      >
        ms
      </QuickFault>
      {plain.map(({ label, fault }) => (
        <QuickFault key={label} label={label} target={target} fault={() => fault} />
      ))}
      <li>
        <a href={linkTo('assumptions', { section: 'rateLimit' })}>Rate limit</a>
      </li>
    </ul>
  )
}
