import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App'

// Without an address of the API, the page answers its own requests. A build has none of this.
if (import.meta.env.DEV && !import.meta.env.VITE_API_URL) {
  const { worker } = await import('./mocks')
  await worker.start()
}

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
