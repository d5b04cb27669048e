// Times mocks of one size. Prints µs, and bytes of heap, as JSON. Run with --expose-gc.
import { createMock } from 'conmock'

const size = Number(process.argv[2])
const ROUNDS = 41
const origin = 'http://conmock.test'
const init = { headers: { authorization: 'Bearer mock-all-scopes' } }
const firstPage = '/api/v0/roles'
// Mocks with the same seed share their records, so each new mock needs another seed.
let seed = 1

async function read(mock, path) {
  const response = await mock.fetch(origin + path, init)
  if (response.status !== 200) throw new Error(`${path}: ${response.status}`)
  return response.text()
}

/** Finds the path of the last page, which is the same for every seed. */
async function findLastPage() {
  const mock = createMock({ volunteers: size, roles: size, seed })
  let cursor = ''
  for (let passed = 0; passed < size - 100;) {
    const step = Math.min(1000, size - 100 - passed)
    const page = JSON.parse(await read(mock, `/api/v0/roles?limit=${step}${cursor && `&nextPage=${cursor}`}`))
    cursor = page.nextPage
    passed += step
  }
  return cursor === '' ? firstPage : `/api/v0/roles?nextPage=${cursor}`
}

async function microseconds(run) {
  const start = performance.now()
  await run()
  return (performance.now() - start) * 1000
}

function median(values) {
  return values.toSorted((a, b) => a - b)[values.length >> 1]
}

const lastPage = await findLastPage()
// A user in the middle: generated users begin at 1001, and the first of each ten has a record.
const user = 1001 + Math.floor(size / 20) * 10

/** The timed steps, in this order, with a mock that has not answered any request before. */
const steps = {
  create: (mocks) => {
    mocks.a = createMock({ volunteers: size, roles: size, seed: ++seed })
  },
  lookup: ({ a }) => read(a, `/api/v0/users/${user}/volunteer`),
  page: ({ a }) => read(a, firstPage),
  lastPage: ({ a }) => read(a, lastPage),
  lookupAgain: ({ a }) => read(a, `/api/v0/users/${user}/volunteer`),
  pageAgain: ({ a }) => read(a, firstPage),
  lastPageAgain: ({ a }) => read(a, lastPage),
  change: ({ a }) => a.roles.update('1', { name: `changed-${seed}` }),
  pageAfterChange: ({ a }) => read(a, firstPage),
  lastPageAfterChange: ({ a }) => read(a, lastPage),
  reset: ({ a }) => a.reset(),
}

async function round() {
  const times = {}
  const mocks = {}
  for (const [name, run] of Object.entries(steps)) times[name] = await microseconds(() => run(mocks))
  return times
}

// Warm-up: the compiler optimizes all steps before they are measured.
for (let i = 0; i < 200; i++) await round()

const rounds = []
for (let i = 0; i < ROUNDS; i++) rounds.push(await round())

globalThis.gc()
const before = process.memoryUsage().heapUsed
const kept = Array.from({ length: 20 }, () => createMock({ volunteers: size, roles: size, seed: ++seed }))
globalThis.gc()
const heap = (process.memoryUsage().heapUsed - before) / kept.length

const medians = Object.keys(steps).map((name) => [name, median(rounds.map((times) => times[name]))])
process.stdout.write(JSON.stringify({ size, heap, ...Object.fromEntries(medians) }))
