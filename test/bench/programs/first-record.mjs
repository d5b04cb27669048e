// Measures the first record of a test file. Prints the ms for importing msw, and the ms after that.
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const [, , way, peers] = process.argv
const url = 'https://reg.example.com/api/v0/users/42/volunteer'
const init = { headers: { authorization: 'Bearer mock-all-scopes' } }

/** Imports a package that is installed with the peers. */
function peer(name) {
  return import(pathToFileURL(createRequire(join(peers, 'package.json')).resolve(name)).href)
}

const ways = {
  async conmock() {
    const { createMock } = await import('conmock')
    const mock = createMock()
    await mock.volunteers.create({ user: { id: '42' } })
    return mock.fetch(url, init)
  },
  /** The same work by hand: a volunteer with a user, two departments, two contact methods and two options. */
  async mswjsData({ http, HttpResponse, getResponse }) {
    const { factory, oneOf, primaryKey } = await peer('@mswjs/data')
    const { faker } = await peer('@faker-js/faker')
    const db = factory({
      user: {
        id: primaryKey(String),
        firstName: () => faker.person.firstName(),
        lastName: () => faker.person.lastName(),
        username: () => faker.internet.username(),
        phone: () => faker.phone.number({ style: 'international' }),
        email: () => faker.internet.exampleEmail(),
      },
      volunteer: {
        id: primaryKey(() => faker.string.uuid()),
        createdAt: () => faker.date.past().toISOString(),
        updatedAt: () => faker.date.recent().toISOString(),
        contactMethods: () => [{ name: 'email', isPrimary: true, value: faker.internet.exampleEmail() }],
        departments: () => [{ id: '1', states: ['interest'], name: faker.commerce.department() }],
        options: () => [{ name: 'Experience', type: 'text', value: faker.lorem.sentence() }],
        user: oneOf('user'),
      },
    })
    db.volunteer.create({ user: db.user.create({ id: '42' }) })
    const handler = http.get('https://reg.example.com/api/v0/users/:id/volunteer', ({ params, request }) => {
      if (request.headers.get('authorization') !== init.headers.authorization)
        return HttpResponse.json({}, { status: 401 })
      return HttpResponse.json(db.volunteer.findFirst({ where: { user: { id: { equals: params.id } } } }))
    })
    return getResponse([handler], new Request(url, init))
  },
}

const start = performance.now()
const msw = await import('msw')
await import('msw/node')
const loaded = performance.now()
const response = await ways[way](msw)
const { user } = await response.json()
const end = performance.now()
if (user.id !== '42') throw new Error('a wrong answer')
process.stdout.write(JSON.stringify({ msw: loaded - start, more: end - loaded }))
