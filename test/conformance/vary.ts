import { describe, expect, it } from 'vitest'
import {
  assumptions,
  createMock,
  personas,
  schemas,
  type AssumptionName,
  type MockOptions,
} from '../../src/index.js'
import { connect, idsOf, pagePath, ROLES, volunteerPath } from './client.js'
import { lists } from './operations.js'
import { inProcess, type Transport } from './transports.js'

/** Every list is empty and departments have names, so that each documented assumption changes a response. */
const options = {
  vary: 'documented',
  data: { volunteers: Object.values(personas).flatMap(({ volunteer }) => volunteer ?? []) },
} as const satisfies MockOptions

const paths = [
  ROLES,
  volunteerPath(personas.noPreferredName.user.id),
  volunteerPath(personas.unnamedDepartment.user.id),
  pagePath('garbage'),
  ...lists.map(({ path }) => path).filter((path) => path !== ROLES),
]

const REQUESTS = 20 * paths.length

const documented = Object.entries(assumptions).flatMap(([name, { status, variants }]) =>
  status === 'documented' && variants.kind === 'choice'
    ? [{ name: name as AssumptionName, options: variants.options }]
    : [],
)

interface Received {
  readonly path: string
  readonly status: number
  readonly type: string | null
  readonly header: string | null
  readonly body: unknown
}

async function askMany({ get }: Pick<Awaited<ReturnType<typeof connect>>, 'get'>): Promise<Received[]> {
  const received: Received[] = []
  for (let number = 0; number < REQUESTS; number++) {
    const path = paths[number % paths.length]!
    const response = await get(path)
    received.push({
      path,
      status: response.status,
      type: response.headers.get('content-type'),
      header: response.headers.get('conmock-assumed'),
      body: await response.json(),
    })
  }
  return received
}

/** The varied assumptions and their values, according to the header. */
function variedIn({ header }: Received): Record<string, string> {
  const pairs = (header ?? '').split(', ').filter((part) => part.includes('='))
  return Object.fromEntries(pairs.map((part) => part.split('=', 2) as [string, string]))
}

/** The assumptions that the header names without a value. */
function plainIn({ header }: Received): string[] {
  return (header ?? '').split(', ').filter((part) => !part.includes('='))
}

interface Body {
  readonly nextPage?: unknown
  readonly data?: unknown
  readonly departments?: readonly { readonly id: string; readonly name?: string }[]
  readonly user?: { readonly id: string; readonly preferredName?: string | null }
}

/** Users whose records have no preferred name. */
const nameless = new Set(
  createMock(options)
    .volunteers.findMany(({ user }) => user.preferredName === undefined)
    .map(({ user }) => user.id),
)

/** The varied assumptions and their values, according to the response itself. */
function shownBy({ path, status, type, body }: Received): Record<string, string> {
  const { data, user, departments, ...rest } = body as Body
  if (status === 400) return { 'errors.contentType': String(type) }
  const list = lists.find((operation) => operation.path === path)?.list
  if (list !== undefined) {
    return {
      [`${list}.lastPage`]: 'nextPage' in rest ? 'null' : 'absent',
      [`${list}.empty`]: data === undefined ? 'absent' : data === null ? 'null' : 'array',
    }
  }
  const named = departments!.some(({ name }) => name !== undefined)
  return {
    ...(nameless.has(user!.id)
      ? { 'user.preferredNameUnset': 'preferredName' in user! ? 'null' : 'absent' }
      : {}),
    ...(departments!.length > 0 ? { 'department.name': named ? 'present' : 'absent' } : {}),
  }
}

export function varySuite(transport: Transport): void {
  describe('vary: documented', () => {
    it('gives only valid responses, and names the varied assumptions in Conmock-Assumed', async () => {
      for (const received of await askMany(await connect(transport, options))) {
        expect({ ...received, varied: variedIn(received) }).toEqual({
          ...received,
          varied: shownBy(received),
        })
        if (received.status === 400) continue
        const schema = schemas[lists.find(({ path }) => path === received.path)?.response ?? 'Volunteer']
        // parse() removes fields that the schema does not know.
        expect(schema.parse(received.body)).toEqual(received.body)
      }
    })

    it('names other assumptions as usual', async () => {
      const [list, record, , refusal] = await askMany(await connect(transport, options))
      expect(plainIn(list!)).toEqual(['roles.pageSize', 'roles.order'])
      expect(plainIn(record!)).toEqual([])
      expect(plainIn(refusal!)).toEqual(['cursor.invalid', 'errors.body'])
    })

    it.each([1, 2, 3, 99])(
      `uses every documented variant within ${REQUESTS} requests, with seed %i`,
      async (seed) => {
        const all = (await askMany(await connect(transport, { ...options, seed }))).map(variedIn)
        for (const { name, options: variants } of documented) {
          const used = new Set(all.flatMap((varied) => varied[name] ?? []))
          expect({ name, used }).toEqual({ name, used: new Set(variants) })
        }
      },
    )

    it('depends only on the seed and the number of the request', async () => {
      const client = await connect(transport, { ...options, seed: 5 })
      const received = await askMany(client)
      expect(await askMany(await connect(inProcess, { ...options, seed: 5 }))).toEqual(received)
      expect((await askMany(client)).map(variedIn)).not.toEqual(received.map(variedIn))
      await client.mock.reset()
      expect(await askMany(client)).toEqual(received)
    })

    it('gives another sequence with another seed', async () => {
      const [one, other] = [
        await askMany(await connect(transport, { ...options, seed: 1 })),
        await askMany(await connect(transport, { ...options, seed: 2 })),
      ]
      expect(one.map(variedIn)).not.toEqual(other.map(variedIn))
    })

    it('gives the same sequence without the header', async () => {
      const received = await askMany(await connect(transport, options))
      const withoutHeader = await askMany(await connect(inProcess, { ...options, assumedHeader: false }))
      expect(withoutHeader).toEqual(received.map((each) => ({ ...each, header: null })))
    })

    it('does not change the settings or other assumptions', async () => {
      const { mock, get } = await connect(transport, {
        ...options,
        assumptions: { 'volunteer.unknownUser': '200-null' },
      })
      for (let i = 0; i < 20; i++) expect((await get(volunteerPath('4711471147'))).status).toBe(200)
      const plain = createMock({ assumptions: { 'volunteer.unknownUser': '200-null' } })
      expect(mock.settings).toEqual(plain.settings)
      mock.assume({ 'volunteer.unknownUser': '404' })
      expect((await get(volunteerPath('4711471147'))).status).toBe(404)
    })

    it('does not vary assumptions that are set in the options', async () => {
      const received = await askMany(await connect(inProcess, options))
      const choice = { assumptions: { 'roles.empty': 'null' } } as const
      const chosen = await askMany(await connect(transport, { ...options, ...choice }))
      const shown = chosen.filter(({ path }) => path === ROLES).map(({ body }) => (body as Body).data)
      expect(new Set(shown)).toEqual(new Set([null]))
      const rest = received.map(variedIn)
      for (const varied of rest) delete varied['roles.empty']
      expect(chosen.map(variedIn)).toEqual(rest)
    })

    it('does not vary assumptions that are set with assume(), until reset()', async () => {
      const client = await connect(transport, options)
      const before = await askMany(client)
      client.mock.assume({ 'errors.contentType': 'application/json' })
      const meanwhile = (await askMany(client)).filter(({ status }) => status === 400)
      expect(new Set(meanwhile.map(({ type }) => type))).toEqual(new Set(['application/json']))
      expect(meanwhile.map(variedIn)).toEqual(meanwhile.map(() => ({})))
      await client.mock.reset()
      expect(await askMany(client)).toEqual(before)
    })

    it.each([1, 2, 3, 4, 5, 6])('lets a client see every role once, with seed %i', async (seed) => {
      const { walk, mock } = await connect(transport, {
        seed,
        vary: 'documented',
        assumptions: { 'roles.pageSize': 7 },
      })
      for (let i = 0; i < 3; i++) {
        const pages = await walk()
        expect(pages).toHaveLength(36)
        expect(idsOf(pages)).toEqual(mock.roles.findMany().map(({ id }) => id))
      }
    })

    it('is off by default', async () => {
      const received = await askMany(await connect(transport, { roles: 0 }))
      expect(received.map(variedIn)).toEqual(received.map(() => ({})))
      expect(new Set(received.map((each) => JSON.stringify(each))).size).toBe(paths.length)
    })
  })
}
