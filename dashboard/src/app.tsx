import { useEffect, useErrorBoundary } from 'preact/hooks'
import { needsControlToken, controlToken } from './control/control-token.js'
import { Button } from './parts/button.js'
import { Failed } from './parts/page.js'
import { Messages } from './parts/messages.js'
import { ControlTokenForm } from './shell/control-token-form.js'
import { Header } from './shell/header.js'
import { Navigation } from './shell/navigation.js'
import { connect } from './state/connection.js'
import { space, view } from './state/location.js'
import { followRequests } from './state/requests.js'
import { followSpaces, spaces } from './state/spaces.js'
import { viewsByName } from './views/views.js'

/** The selected view. An error in one view leaves the others usable. */
function CurrentView() {
  const [error, retry] = useErrorBoundary()
  const { View } = viewsByName[view.value]
  if (error !== undefined) return <Failed error={`This view failed: ${String(error)}`} reload={retry} />
  return <View />
}

function UnknownSpace() {
  return (
    <div class="page">
      <Failed error={`The server has no space with this name: ${space.value}`} />
      <Button onClick={() => (location.hash = `#/${view.value}`)}>Show the space default</Button>
    </div>
  )
}

/** The whole page. */
export function App() {
  useEffect(() => {
    // The requests and the spaces are read as soon as the page is connected.
    const ends = [followRequests(), followSpaces(), connect()]
    return () => ends.forEach((end) => end())
  }, [controlToken.value])

  useEffect(() => {
    document.title = `${viewsByName[view.value].label} · conmock`
  }, [view.value])

  if (needsControlToken.value) return <ControlTokenForm />
  return (
    <div class="shell">
      <a class="skip" href="#main" onClick={skipToContent}>
        Skip to the content
      </a>
      <Header />
      <Navigation />
      <main id="main" tabIndex={-1}>
        {spaces.value.includes(space.value) ? (
          <CurrentView key={`${view.value} ${space.value}`} />
        ) : (
          <UnknownSpace />
        )}
      </main>
      <Messages />
    </div>
  )
}

/** The fragment of the URL belongs to the views, so the link only moves the focus. */
function skipToContent(event: MouseEvent): void {
  event.preventDefault()
  document.querySelector<HTMLElement>('#main')?.focus()
}
