import type { ComponentChildren } from 'preact'
import { Button } from './button.js'
import { Text } from './text.js'

interface PageProps {
  readonly title: string
  readonly about?: ComponentChildren
  readonly actions?: ComponentChildren
  readonly children: ComponentChildren
}

export function Page({ title, about, actions, children }: PageProps) {
  return (
    <section class="page" aria-labelledby="page-title">
      <header class="page-header spread">
        <div>
          <h1 id="page-title" data-heading tabIndex={-1}>
            {title}
          </h1>
          {about && <p class="about">{about}</p>}
        </div>
        {actions && <div class="actions">{actions}</div>}
      </header>
      {children}
    </section>
  )
}

export function Empty({
  title,
  children,
}: {
  readonly title: string
  readonly children?: ComponentChildren
}) {
  return (
    <div class="empty">
      <p>{title}</p>
      {children}
    </div>
  )
}

export function Failed({ error, reload }: { readonly error: string; readonly reload?: () => unknown }) {
  return (
    <div class="note failed spread" role="alert">
      <p>
        <Text of={error} max={2000} />
      </p>
      {reload && <Button onClick={reload}>Try again</Button>}
    </div>
  )
}

export function Loading() {
  return (
    <p class="loading" role="status">
      Loading …
    </p>
  )
}
