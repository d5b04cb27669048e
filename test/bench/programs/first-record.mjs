// Measures the first record of a test file. Prints the ms for importing msw, and the ms after that.
const start = performance.now()
await import('msw')
await import('msw/node')
const loaded = performance.now()
const { createMock } = await import('conmock')
const mock = createMock()
await mock.volunteers.create({ user: { id: '42' } })
const response = await mock.fetch('https://reg.example.com/api/v0/users/42/volunteer', {
  headers: { authorization: 'Bearer mock-all-scopes' },
})
const { user } = await response.json()
const end = performance.now()
if (user.id !== '42') throw new Error('a wrong response')
process.stdout.write(JSON.stringify({ msw: loaded - start, conmock: end - loaded }))
