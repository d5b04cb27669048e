import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { fileURLToPath } from 'node:url'
import { apiPaths, targets, type Bodies, type Target } from './answers.js'
import type { PeerData } from './peer-data.js'
import { versionOf, type Peers } from './peers.js'

/** A server that is measured. */
export interface Contestant {
  readonly name: string
  readonly version: string
  /** Whether this is the mock server of another project, which conmock is compared with. */
  readonly peer: boolean
  /** The arguments for Node that start the server at a port. */
  args(port: number): readonly string[]
  readonly paths: Readonly<Record<Target, string>>
  /** Whether a body is the expected one. */
  right(target: Target, body: string): boolean
}

function path(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url))
}

interface Answer {
  readonly data?: unknown
}

/** Whether a body holds the same records, in the format of the peer. */
function sameRecords(bodies: Bodies): Contestant['right'] {
  const volunteer = { ...(JSON.parse(bodies.volunteer) as object), id: '' }
  const { data } = JSON.parse(bodies.roles) as Answer
  return (target, body) => {
    const given = JSON.parse(body) as Answer
    // json-server finds a record by its own id, so there the volunteer has the id of the user.
    return target === 'roles'
      ? isDeepStrictEqual(given.data, data)
      : isDeepStrictEqual({ ...given, id: '' }, volunteer)
  }
}

/** All contestants: first the floor, then conmock, then the others. */
export function contestantsOf(bodies: Bodies, data: PeerData, peers: Peers): readonly Contestant[] {
  const conmock = versionOf(path('../..'))
  const exact = { paths: apiPaths, right: (target: Target, body: string) => body === bodies[target] }
  const same = { paths: apiPaths, right: sameRecords(bodies) }
  const peerFile = (name: string) => join(peers.folder, 'node_modules', name)
  const serve = (port: number, ...flags: string[]) => [
    path('../../dist/cli/bin.js'),
    'serve',
    '--port',
    String(port),
    ...flags,
  ]
  return [
    {
      name: 'floor: node:http, constant body',
      version: process.version,
      peer: false,
      args: (port) => [path('programs/floor.mjs'), data.bodies, String(port)],
      ...exact,
    },
    { name: 'conmock', version: conmock, peer: false, args: (port) => serve(port, '--quiet'), ...exact },
    {
      name: 'conmock, printing each request',
      version: conmock,
      peer: false,
      args: (port) => serve(port),
      ...exact,
    },
    {
      name: 'conmock with a handler of the user',
      version: conmock,
      peer: false,
      args: (port) => serve(port, '--quiet', '--config', path('programs/handlers.config.mjs')),
      ...exact,
    },
    {
      name: 'conmock without a journal',
      version: conmock,
      peer: false,
      args: (port) => serve(port, '--quiet', '--config', path('programs/no-journal.config.json')),
      ...exact,
    },
    ...[1, 999].map((count) => ({
      name: `conmock with ${count + 1} spaces`,
      version: conmock,
      peer: false,
      args: (port: number) => [path('programs/spaces.mjs'), String(count), String(port)],
      ...exact,
      paths: { volunteer: `/~measured${apiPaths.volunteer}`, roles: `/~measured${apiPaths.roles}` },
    })),
    {
      name: 'the same handlers behind @mswjs/http-middleware',
      version: peers.version('@mswjs/http-middleware'),
      peer: true,
      args: (port) => [path('programs/http-middleware.mjs'), String(port), peers.folder],
      ...exact,
    },
    {
      name: 'json-server',
      version: peers.version('json-server'),
      peer: true,
      args: (port) => [peerFile('json-server/lib/bin.js'), data.database, '--port', String(port)],
      paths: { volunteer: '/volunteers/1', roles: '/roles?_page=1&_per_page=100' },
      right: same.right,
    },
    {
      name: '@stoplight/prism-cli',
      version: peers.version('@stoplight/prism-cli'),
      peer: true,
      args: (port) => [
        peerFile('@stoplight/prism-cli/dist/index.js'),
        'mock',
        '--port',
        String(port),
        '--verboseLevel',
        'silent',
        data.openapi,
      ],
      ...same,
    },
    {
      name: '@mockoon/cli',
      version: peers.version('@mockoon/cli'),
      peer: true,
      args: (port) => [
        peerFile('@mockoon/cli/bin/run.js'),
        'start',
        '--port',
        String(port),
        '--data',
        data.mockoon,
        '--disable-log-to-file',
      ],
      ...same,
    },
    {
      name: '@scalar/mock-server',
      version: peers.version('@scalar/mock-server'),
      peer: true,
      args: (port) => [path('programs/scalar.mjs'), String(port), data.openapi, peers.folder],
      ...same,
    },
  ]
}

/** Finds the first target for which a contestant's response is wrong. */
export async function wrongAnswer(
  contestant: Contestant,
  ask: (path: string) => Promise<string>,
): Promise<Target | undefined> {
  const { paths } = contestant
  for (const target of targets) if (!contestant.right(target, await ask(paths[target]))) return target
  return undefined
}
