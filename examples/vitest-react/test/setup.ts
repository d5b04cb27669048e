import '@testing-library/jest-dom/vitest'
import { cleanup } from '@testing-library/react'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { mock, server } from './convention'

beforeAll(() => server.listen(mock.listenOptions))
afterEach(async () => {
  cleanup()
  server.resetHandlers()
  // Resets records, tokens and assumptions.
  await mock.reset()
})
afterAll(() => server.close())
