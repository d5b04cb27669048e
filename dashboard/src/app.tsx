import { useEffect, useErrorBoundary, useRef } from 'preact/hooks'
import { needsAdminToken } from './admin/admin-token.js'
import { Button } from './parts/button.js'
import { Failed, Loading, Page } from './parts/page.js'
import { Text } from './parts/text.js'
import { AdminTokenForm } from './shell/admin-token-form.js'
import { Header } from './shell/header.js'
import { Navigation } from './shell/navigation.js'
import { apiError, followApi, knownApi, reloadApi } from './state/api.js'
import { connect } from './state/connection.js'
import { linkTo, showSandbox, sandbox, view } from './state/location.js'
import { dismiss, message } from './state/messages.js'
import { followRequests } from './state/requests.js'
import { areSandboxesKnown, followSandboxes, sandboxes, sandboxesError } from './state/sandboxes.js'
import { viewsByName } from './views/views.js'

function CurrentView() {
  const [error, retry] = useErrorBoundary()
  const { View, label } = viewsByName[view.value]
  if (error === undefined) return <View />
  return (
    <Page title={label}>
      <Failed error={`This view failed: ${String(error)}`} reload={retry} />
    </Page>
  )
}

function UnknownSandbox() {
  return (
    <Page title="Sandbox not found">
      <p>
        The server has no sandbox{' '}
        <strong>
          <Text of={sandbox.value} max={40} />
        </strong>
        . It was removed, or it is not created yet. This page shows it as soon as it exists.
      </p>
      <div>
        <Button onClick={() => showSandbox('default')}>Show the default sandbox</Button>
      </div>
    </Page>
  )
}

function Content() {
  if (!knownApi.value) {
    return (
      <Page title={viewsByName[view.value].label}>
        {apiError.value === undefined ? <Loading /> : <Failed error={apiError.value} reload={reloadApi} />}
      </Page>
    )
  }
  if (sandboxes.value.includes(sandbox.value)) return <CurrentView key={`${view.value} ${sandbox.value}`} />
  if (areSandboxesKnown.value) return <UnknownSandbox />
  return sandboxesError.value === undefined ? <Loading /> : <Failed error={sandboxesError.value} />
}

function Messages() {
  return (
    <div class="messages" role="status" aria-live="polite">
      {message.value && (
        <div class={`message spread ${message.value.kind}`}>
          <p>
            <Text of={message.value.text} max={2000} />
          </p>
          <Button look="quiet" aria-label="Dismiss" onClick={dismiss}>
            ✕
          </Button>
        </div>
      )}
    </div>
  )
}

function Shell() {
  const shown = useRef(view.value)
  useEffect(() => {
    document.title = `${viewsByName[view.value].label} · conmock`
    if (shown.current === view.value) return
    shown.current = view.value
    // So that a screen reader reads the heading of the new view.
    document.querySelector<HTMLElement>('main h1')?.focus()
  }, [view.value])

  return (
    <div class="shell">
      <a class="skip" href={linkTo(view.value)} onClick={skipToContent}>
        Skip to the content
      </a>
      <Header />
      <Navigation />
      <main id="main" tabIndex={-1}>
        <Content />
      </main>
      <Messages />
    </div>
  )
}

export function App() {
  useEffect(() => {
    if (needsAdminToken.value) return undefined
    // The requests and the sandboxes are read as soon as the page is connected.
    const ends = [followApi(), followRequests(), followSandboxes(), connect()]
    return () => ends.forEach((end) => end())
  }, [needsAdminToken.value])

  return needsAdminToken.value ? <AdminTokenForm /> : <Shell />
}

/** The fragment of the URL belongs to the views, so the link only moves the focus. */
function skipToContent(event: MouseEvent): void {
  event.preventDefault()
  document.querySelector<HTMLElement>('#main')?.focus()
}
