import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App'

// A service worker answers the requests, unless the plugin of conmock or a server does. A production build does not contain it.
if (import.meta.env.DEV && import.meta.env.MODE !== 'plugin' && !import.meta.env.VITE_API_URL) {
  const { worker } = await import('./mocks')
  await worker.start()
}

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
