import { useEffect, useRef } from 'preact/hooks'
import { linkTo, view, views } from '../state/location.js'
import { viewsByName } from '../views/views.js'

export function Navigation() {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    // On narrow screens, the links are wider than the page.
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [view.value])
  return (
    <nav class="views" aria-label="Views">
      <ul ref={list} class="plain">
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
