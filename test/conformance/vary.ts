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

interface Told {
  readonly path: string
  readonly status: number
  readonly type: string | null
  readonly header: string | null
  readonly body: unknown
}

async function askMany({ get }: Pick<Awaited<ReturnType<typeof connect>>, 'get'>): Promise<Told[]> {
  const told: Told[] = []
  for (let number = 0; number < REQUESTS; number++) {
    const path = paths[number % paths.length]!
    const response = await get(path)
    told.push({
      path,
      status: response.status,
      type: response.headers.get('content-type'),
      header: response.headers.get('conmock-assumed'),
      body: await response.json(),
    })
  }
  return told
}

/** What the header says was varied. */
function variedIn({ header }: Told): Record<string, string> {
  const pairs = (header ?? '').split(', ').filter((part) => part.includes('='))
  return Object.fromEntries(pairs.map((part) => part.split('=', 2) as [string, string]))
}

/** What the header names without a value. */
function plainIn({ header }: Told): string[] {
  return (header ?? '').split(', ').filter((part) => !part.includes('='))
}

interface Body {
  readonly nextPage?: unknown
  readonly data?: unknown
  readonly departments?: readonly { readonly id: string; readonly name?: string }[]
  readonly user?: { readonly id: string; readonly preferredName?: string | null }
}

/** Users whose records leave the preferred name out. */
const nameless = new Set(
  createMock(options)
    .volunteers.findMany(({ user }) => user.preferredName === undefined)
    .map(({ user }) => user.id),
)

/** What an answer itself shows to have been varied. */
function shownBy({ path, status, type, body }: Told): Record<string, string> {
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
    it('gives legal answers only, and says in Conmock-Assumed what of each is varied', async () => {
      for (const told of await askMany(await connect(transport, options))) {
        expect({ ...told, varied: variedIn(told) }).toEqual({ ...told, varied: shownBy(told) })
        if (told.status === 400) continue
        const schema = schemas[lists.find(({ path }) => path === told.path)?.response ?? 'Volunteer']
        // What the schema does not know would be missing.
        expect(schema.parse(told.body)).toEqual(told.body)
      }
    })

    it('names what is not varied as ever', async () => {
      const [list, record, , refusal] = await askMany(await connect(transport, options))
      expect(plainIn(list!)).toEqual(['roles.pageSize', 'roles.order'])
      expect(plainIn(record!)).toEqual([])
      expect(plainIn(refusal!)).toEqual(['cursor.invalid', 'errors.body'])
    })

    it.each([1, 2, 3, 99])(
      `comes to every documented variant within ${REQUESTS} requests, with seed %i`,
      async (seed) => {
        const all = (await askMany(await connect(transport, { ...options, seed }))).map(variedIn)
        for (const { name, options: variants } of documented) {
          const met = new Set(all.flatMap((varied) => varied[name] ?? []))
          expect({ name, met }).toEqual({ name, met: new Set(variants) })
        }
      },
    )

    it('goes by the seed and the number of the request, and by nothing else', async () => {
      const client = await connect(transport, { ...options, seed: 5 })
      const told = await askMany(client)
      expect(await askMany(await connect(inProcess, { ...options, seed: 5 }))).toEqual(told)
      expect((await askMany(client)).map(variedIn)).not.toEqual(told.map(variedIn))
      await client.mock.reset()
      expect(await askMany(client)).toEqual(told)
    })

    it('is another sequence with another seed', async () => {
      const [one, other] = [
        await askMany(await connect(transport, { ...options, seed: 1 })),
        await askMany(await connect(transport, { ...options, seed: 2 })),
      ]
      expect(one.map(variedIn)).not.toEqual(other.map(variedIn))
    })

    it('is the same sequence without the header', async () => {
      const told = await askMany(await connect(transport, options))
      const silent = await askMany(await connect(inProcess, { ...options, assumedHeader: false }))
      expect(silent).toEqual(told.map((each) => ({ ...each, header: null })))
    })

    it('leaves the settings, and what the document does not leave free, as they are', async () => {
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

    it('leaves alone what the options choose, and varies the rest as it would without', async () => {
      const told = await askMany(await connect(inProcess, options))
      const choice = { assumptions: { 'roles.empty': 'null' } } as const
      const chosen = await askMany(await connect(transport, { ...options, ...choice }))
      const shown = chosen.filter(({ path }) => path === ROLES).map(({ body }) => (body as Body).data)
      expect(new Set(shown)).toEqual(new Set([null]))
      const rest = told.map(variedIn)
      for (const varied of rest) delete varied['roles.empty']
      expect(chosen.map(variedIn)).toEqual(rest)
    })

    it('leaves alone what is assumed on the way, until reset()', async () => {
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

    it('is off unless it is asked for', async () => {
      const told = await askMany(await connect(transport, { roles: 0 }))
      expect(told.map(variedIn)).toEqual(told.map(() => ({})))
      expect(new Set(told.map((each) => JSON.stringify(each))).size).toBe(paths.length)
    })
  })
}
