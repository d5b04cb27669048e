import { Tag } from '../parts/badges.js'
import { knownApi } from '../state/api.js'
import { linkTo, view, views, type View } from '../state/location.js'
import { useResource } from '../state/resource.js'
import { useSettings } from '../state/settings.js'
import { nearestProfile } from '../views/assumptions/profile.js'
import { viewsByName } from '../views/views.js'

/** How many faults and changes there are. Otherwise nothing would say why each response is slow or refused. */
function useCounts(): Partial<Record<View, number>> {
  const { data: faults } = useResource('faults', (mock) => mock.faults.all, { changes: ['faults'] })
  const { data: settings } = useSettings()
  return {
    faults: faults?.length ?? 0,
    assumptions: settings && knownApi.value ? nearestProfile(knownApi.value, settings).changed.length : 0,
  }
}

export function Navigation() {
  const counts = useCounts()
  return (
    <nav class="views" aria-label="Views">
      <ul class="plain">
        {views.map((name) => (
          <li key={name}>
            <a class="spread" href={linkTo(name)} aria-current={name === view.value ? 'page' : undefined}>
              {viewsByName[name].label}
              {counts[name] ? <Tag look="refused">{counts[name]}</Tag> : null}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
