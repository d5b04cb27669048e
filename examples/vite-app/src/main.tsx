import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App'

// Without a URL of the API, a service worker answers the requests. A production build does not contain it.
if (import.meta.env.DEV && !import.meta.env.VITE_API_URL) {
  const { worker } = await import('./mocks')
  await worker.start()
}

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
