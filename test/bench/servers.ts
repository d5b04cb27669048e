import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createMock, type RoleList, type Volunteer } from '../../src/index.js'

/** The resources that the benchmark requests. */
export const targets = ['volunteer', 'roles'] as const
export type Target = (typeof targets)[number]

type Paths = Readonly<Record<Target, string>>

const apiPaths: Paths = { volunteer: '/api/v0/users/1/volunteer', roles: '/api/v0/roles' }

const TOKEN = 'Authorization: Bearer mock-all-scopes'

/** The peer with the fastest start, and the most requests per second. */
const PEER = { name: 'json-server', version: '1.0.0-beta.15' }
const SANDBOX = 'w3'

/** A server that is measured. */
export interface MeasuredServer {
  readonly name: string
  /** The arguments for Node that start the server, without the port, which comes last. */
  readonly args: readonly string[]
  readonly paths: Paths
  readonly headers: readonly string[]
  /** The sandbox that the requests are for. */
  readonly sandbox: string | undefined
}

function pathOf(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url))
}

/** Installs the peer outside the package, unless it is installed already. Returns the path of its program. */
function installPeer(): string {
  const wanted = `${PEER.name}@${PEER.version}`
  const folder = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'conmock-bench', wanted)
  const program = join(folder, 'node_modules/json-server/lib/bin.js')
  if (!existsSync(program)) {
    // It demands a newer Node than it needs. The benchmark checks its responses before it measures them.
    const flags =
      '--engine-strict=false --prefer-offline --ignore-scripts --no-audit --no-fund --loglevel=error'
    execFileSync('npm', ['install', '--prefix', folder, ...flags.split(' '), wanted], { stdio: 'inherit' })
  }
  return program
}

/** The bodies of conmock's responses. */
export async function readBodies(): Promise<Paths> {
  const mock = createMock()
  async function read(target: Target): Promise<string> {
    const headers = { authorization: TOKEN.slice('Authorization: '.length) }
    return (await mock.fetch(`http://conmock.test${apiPaths[target]}`, { headers })).text()
  }
  return { volunteer: await read('volunteer'), roles: await read('roles') }
}

/** The records in a body. json-server finds a record by its own id, so there the volunteer has the id of the user. */
export function recordsIn(body: string): unknown {
  const parsed = JSON.parse(body) as RoleList | Volunteer
  return 'data' in parsed ? parsed.data : { ...parsed, id: '' }
}

/** All servers by a short name. Writes their input files into a folder. */
export function createServers(folder: string, bodies: Paths) {
  function write(name: string, value: unknown): string {
    const file = join(folder, name)
    writeFileSync(file, JSON.stringify(value))
    return file
  }
  function server(name: string, args: readonly string[], more: Partial<MeasuredServer> = {}): MeasuredServer {
    return { name, args, paths: apiPaths, headers: [TOKEN], sandbox: undefined, ...more }
  }
  function conmock(what: string, flags = '--quiet', more: Partial<MeasuredServer> = {}): MeasuredServer {
    const args = [pathOf('../../dist/cli/bin.js'), 'serve', ...flags.split(' ').filter(Boolean), '--port']
    return server(`conmock ${version}${what}`, args, more)
  }

  const { version } = JSON.parse(readFileSync(pathOf('../../package.json'), 'utf8')) as { version: string }
  const texts = Object.fromEntries(targets.map((target) => [apiPaths[target], bodies[target]]))
  const volunteer = JSON.parse(bodies.volunteer) as Volunteer
  const { data: roles = [] } = JSON.parse(bodies.roles) as RoleList
  // Twice as many roles as a page has, so that json-server divides the list, too.
  const more = (roles ?? []).map(({ id, name }) => ({ id: `${id}-again`, name: `${name}-again` }))
  const database = { volunteers: [{ ...volunteer, id: '1' }], roles: [...(roles ?? []), ...more] }
  const sandbox = SANDBOX
  const inPath = { volunteer: `/~${SANDBOX}${apiPaths.volunteer}`, roles: `/~${SANDBOX}${apiPaths.roles}` }
  return {
    floor: server('floor: node:http, constant body', [
      pathOf('programs/floor.mjs'),
      write('bodies.json', texts),
    ]),
    conmock: conmock(''),
    inPath: conmock(', sandbox in the path', '--quiet', { sandbox, paths: inPath }),
    inHeader: conmock(', sandbox in the header', '--quiet', {
      sandbox,
      headers: [TOKEN, `Conmock-Sandbox: ${SANDBOX}`],
    }),
    hundred: conmock(', a hundred roles', '--quiet --role-count 100'),
    million: conmock(', a million roles', '--quiet --role-count 1000000'),
    printing: conmock(', printing each request', ''),
    handler: conmock(', a custom handler', `--quiet --config ${pathOf('programs/handlers.mjs')}`),
    peer: server(
      `${PEER.name} ${PEER.version}`,
      [installPeer(), write('database.json', database), '--port'],
      {
        paths: { volunteer: '/volunteers/1', roles: '/roles?_page=1&_per_page=100' },
      },
    ),
  }
}

export type ServerName = keyof ReturnType<typeof createServers>
