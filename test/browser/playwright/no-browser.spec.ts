import { apiUrl, expect, test } from './test.js'

// The browser cannot start.
test.use({ launchOptions: { executablePath: '/missing/chromium' } })

test('a test without a page starts no browser', async ({ mock }) => {
  const headers = { authorization: 'Bearer mock-all-scopes' }
  for (const base of ['', apiUrl])
    expect((await mock.fetch(`${base}/api/v0/roles`, { headers })).status).toBe(200)
})

test('a condition is no function, with and without a server', async ({ mock }) => {
  await expect(mock.roles.findMany((() => true) as never)).rejects.toThrow(
    'is a function, so it cannot be sent to the server',
  )
  await expect(mock.requests.count((() => true) as never)).rejects.toThrow(
    'is a function, so it cannot be sent to the server',
  )
  expect(await mock.roles.count({ name: 'nobody' })).toBe(0)
})
