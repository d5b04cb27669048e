import { Button } from '../../parts/button.js'
import { exampleRateLimit, type SpaceSettings } from '../../state/settings.js'
import { addFault } from './fault-requests.js'
import { describeFault, type Fault, type Target } from './fault-texts.js'
import { numberText } from '../../common/format.js'

const quick: readonly (Fault & { readonly label: string })[] = [
  { label: '500 once', when: { first: 1 }, effect: { status: 500 } },
  { label: '503 once, with Retry-After', when: { first: 1 }, effect: { status: 503, retryAfter: 1 } },
  // Not only the next one, because browsers send a GET request again if its connection was dropped.
  { label: 'Drop connections', effect: { dropConnection: true } },
  { label: 'Invalid JSON once', when: { first: 1 }, effect: { invalidJson: true } },
  { label: 'Slow (2 s)', effect: { delay: 2000 } },
  { label: 'Never answer', effect: { hang: true } },
]

interface QuickFaultsProps extends Pick<SpaceSettings, 'settings' | 'assume'> {
  readonly target: Target
}

export function rateText({ requests, perSeconds }: typeof exampleRateLimit): string {
  return `At most ${numberText(requests)} requests in any ${numberText(perSeconds)} s. All others get 429.`
}

export function QuickFaults({ target, settings, assume }: QuickFaultsProps) {
  const limit = settings?.rateLimit ?? 'none'
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
        <Button
          aria-pressed={limit !== 'none'}
          disabled={!settings}
          title={`${rateText(limit === 'none' ? exampleRateLimit : limit)} For all operations together.`}
          onClick={() => assume({ rateLimit: limit === 'none' ? exampleRateLimit : 'none' })}
        >
          Rate limit
        </Button>
      </li>
    </ul>
  )
}
