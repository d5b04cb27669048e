import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { apiPaths, hasSameRecords, type Bodies, type ServerData, type Target } from './answers.js'
import { versionOf, type Peers } from './peers.js'

/** A server that is measured. */
export interface MeasuredServer {
  readonly name: string
  /** What the server is to conmock. */
  readonly kind: 'floor' | 'conmock' | 'peer'
  /** The arguments for Node that start the server at a port. */
  readonly args: (port: number) => readonly string[]
  readonly paths: Readonly<Record<Target, string>>
  readonly headers?: readonly string[]
  /** The sandbox that the requests are for. */
  readonly sandbox?: string
  /** Whether a body is the expected one. */
  readonly accepts: (target: Target, body: string) => boolean
}

function path(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url))
}

const SANDBOX = 'w3'

/** All servers: first the floor, then conmock, then the others. */
export function createServers(bodies: Bodies, data: ServerData, peers: Peers): readonly MeasuredServer[] {
  const isEqual = (target: Target, body: string) => body === bodies[target]
  const isSame = (target: Target, body: string) => hasSameRecords(bodies, target, body)

  function conmock(what: string, more: Partial<MeasuredServer> = {}, flags = ['--quiet']): MeasuredServer {
    return {
      name: `conmock ${versionOf(path('../..'))}${what}`,
      kind: 'conmock',
      args: (port) => [path('../../dist/cli/bin.js'), 'serve', '--port', String(port), ...flags],
      paths: apiPaths,
      accepts: isEqual,
      ...more,
    }
  }
  function peer(name: string, args: MeasuredServer['args'], paths = apiPaths): MeasuredServer {
    return { name: `${name} ${peers.version(name)}`, kind: 'peer', args, paths, accepts: isSame }
  }
  const peerFile = (name: string) => join(peers.folder, 'node_modules', name)
  const withSandbox = {
    volunteer: `/~${SANDBOX}${apiPaths.volunteer}`,
    roles: `/~${SANDBOX}${apiPaths.roles}`,
  }
  return [
    {
      name: `floor: node:http, constant body, Node ${process.version.slice(1)}`,
      kind: 'floor',
      args: (port) => [path('programs/floor.mjs'), data.bodies, String(port)],
      paths: apiPaths,
      accepts: isEqual,
    },
    conmock(''),
    conmock(', sandbox in the path', { sandbox: SANDBOX, paths: withSandbox }),
    conmock(', sandbox in the header', { sandbox: SANDBOX, headers: [`Conmock-Sandbox: ${SANDBOX}`] }),
    conmock(', printing each request', {}, []),
    conmock(', a handler of the user', {}, ['--quiet', '--config', path('programs/handlers.mjs')]),
    peer('@mswjs/http-middleware', (port) => [
      path('programs/http-middleware.mjs'),
      String(port),
      peers.folder,
    ]),
    peer(
      'json-server',
      (port) => [peerFile('json-server/lib/bin.js'), data.database, '--port', String(port)],
      { volunteer: '/volunteers/1', roles: '/roles?_page=1&_per_page=100' },
    ),
    peer('@stoplight/prism-cli', (port) => [
      peerFile('@stoplight/prism-cli/dist/index.js'),
      'mock',
      '--port',
      String(port),
      '--verboseLevel',
      'silent',
      data.openapi,
    ]),
  ]
}
