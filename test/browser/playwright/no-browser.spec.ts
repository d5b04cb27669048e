import { apiUrl, expect, test } from './test.js'

// The browser cannot start.
test.use({ launchOptions: { executablePath: '/missing/chromium' } })

test('a test without a page starts no browser', async ({ mock }) => {
  const headers = { authorization: 'Bearer mock-all-scopes' }
  expect((await mock.fetch(`${apiUrl}/api/v0/roles`, { headers })).status).toBe(200)
})
