import { Tag } from '../parts/badges.js'
import { linkTo, view, views, type View } from '../state/location.js'
import { useResource } from '../state/resource.js'
import { useSettings } from '../state/settings.js'
import { nearestProfile } from '../views/assumptions/profile.js'
import { readFaults } from '../views/faults/fault-requests.js'
import { shiftText } from '../views/tokens/expiry.js'
import { useSandboxTime } from '../views/tokens/sandbox-time.js'
import { viewsByName } from '../views/views.js'

/** What is not as it was at the start. Otherwise nothing would say why each response is slow or refused. */
function useChanges(): Partial<Record<View, string | number>> {
  const { data: faults } = useResource('faults', readFaults, { changes: ['faults'] })
  const { settings, measured } = useSettings()
  const { data: clock } = useSandboxTime().clock
  return {
    faults: faults?.length ?? 0,
    assumptions: settings ? nearestProfile(settings, measured).changed.size : 0,
    tokens: clock ? shiftText(clock.now - clock.readAt) : '',
  }
}

export function Navigation() {
  const changes = useChanges()
  return (
    <nav class="views" aria-label="Views">
      <ul class="plain">
        {views.map((name) => (
          <li key={name}>
            <a class="spread" href={linkTo(name)} aria-current={name === view.value ? 'page' : undefined}>
              {viewsByName[name].label}
              {changes[name] ? <Tag look="refused">{changes[name]}</Tag> : null}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
