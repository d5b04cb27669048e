import { Button } from '../../parts/button.js'
import { linkTo } from '../../state/location.js'
import { addFault } from './fault-requests.js'
import { describeFault, type Fault, type Target } from './fault-texts.js'

const quick: readonly (Fault & { readonly label: string })[] = [
  { label: '500 once', when: { first: 1 }, effect: { status: 500 } },
  { label: '503 once, with Retry-After', when: { first: 1 }, effect: { status: 503, retryAfter: 1 } },
  // Not only the next one, because browsers send a GET request again if its connection was dropped.
  { label: 'Drop connections', effect: { dropConnection: true } },
  { label: 'Invalid JSON once', when: { first: 1 }, effect: { invalidJson: true } },
  { label: 'Slow (2 s)', effect: { delay: 2000 } },
  { label: 'Never answer', effect: { hang: true } },
]

export function QuickFaults({ target }: { readonly target: Target }) {
  return (
    <ul class="plain toolbar">
      {quick.map(({ label, ...rest }) => {
        const fault = target === 'all' ? rest : { operation: target, ...rest }
        return (
          <li key={label}>
            <Button title={describeFault(fault)} onClick={() => addFault(fault)}>
              {label}
            </Button>
          </li>
        )
      })}
      <li>
        <a href={linkTo('assumptions', { section: 'rateLimit' })}>Rate limit</a>
      </li>
    </ul>
  )
}
