import { linkTo, view, views } from '../state/location.js'
import { viewsByName } from '../views/views.js'

/** The links to the views. */
export function Navigation() {
  return (
    <nav class="views" aria-label="Views">
      <ul>
        {views.map((name) => (
          <li key={name}>
            <a href={linkTo(name)} aria-current={name === view.value ? 'page' : undefined}>
              {viewsByName[name].label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
