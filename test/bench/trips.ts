// Counts the files and the named functions of src/ that run during three trips: the first page of roles, a record that is created
// over the admin API, and one interaction of a verification. With --list, prints them.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { verifyPacts } from '../../src/pact.js'
import { startServer } from '../../src/server.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const session = new Session()
session.connect()
await session.post('Profiler.enable')
await session.post('Profiler.startPreciseCoverage', { callCount: true })

/** Runs a trip, and counts what V8 has seen since the last count. */
async function count(name: string, run: () => Promise<unknown>): Promise<void> {
  await session.post('Profiler.takePreciseCoverage')
  await run()
  const { result } = await session.post('Profiler.takePreciseCoverage')
  const files = result.flatMap(({ url, functions }) => {
    const file = path.relative(root, url.replace('file://', ''))
    const ran = functions.filter(
      ({ ranges: [range] }) => range!.count > 0 && range!.endOffset > range!.startOffset,
    )
    const names = ran.flatMap(({ functionName, ranges: [range] }) =>
      functionName !== '' && range!.startOffset > 0 ? [functionName] : [],
    )
    return file.startsWith('src/') && ran.length > 0 ? [{ file, names }] : []
  })
  const named = files.reduce((sum, { names }) => sum + names.length, 0)
  process.stdout.write(`${name}: ${files.length} files, ${named} functions\n`)
  if (process.argv.includes('--list'))
    for (const { file, names } of files) process.stdout.write(`  ${file}: ${names.join(' ')}\n`)
}

const headers = { authorization: 'Bearer mock-all-scopes' }
const server = await startServer({ port: 0 })
const get = async (place: string) => (await fetch(server.url + place, { headers })).text()
await get('/api/v0/users/1/volunteer')
await count('first page of roles', () => get('/api/v0/roles'))
await count('the same page again', () => get('/api/v0/roles'))

const create = {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: '[{"user":{"preferredName":null}}]',
}
const post = async () => (await fetch(`${server.url}/__conmock/v1/default/volunteers.create`, create)).text()
await post()
await count('create over the admin API', post)
await server.close()

const folder = mkdtempSync(path.join(tmpdir(), 'conmock-trips-'))
const pacts = path.join(folder, 'pact.json')
const interaction = {
  description: 'a request',
  providerStates: [{ name: 'a volunteer exists', params: { userId: '42' } }],
  request: { method: 'GET', path: '/api/v0/users/42/volunteer', headers },
  response: { status: 200 },
}
const parties = { consumer: { name: 'app' }, provider: { name: 'service' } }
writeFileSync(
  pacts,
  JSON.stringify({
    ...parties,
    interactions: [interaction],
    metadata: { pactSpecification: { version: '3.0.0' } },
  }),
)
await verifyPacts({ pacts })
await count('one interaction of a verification', () => verifyPacts({ pacts }))
rmSync(folder, { recursive: true })
