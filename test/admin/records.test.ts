import { describe, expect, it } from 'vitest'
import { createPlace, SANDBOX, where } from './admin-place.js'

function search(text: string): string {
  return `search=${encodeURIComponent(text)}`
}

describe('GET of a list', () => {
  it('returns pages, and the id with which the next one starts', async () => {
    const { ask, mock } = createPlace({ base: { volunteers: 5, roles: 7 } })
    const all = mock.roles.findMany()
    const first = await ask('GET', `${SANDBOX}/roles?limit=4`)
    expect(first).toMatchObject({
      status: 200,
      body: { records: all.slice(0, 4), next: all[3]!.id, total: 7 },
    })
    const second = await ask('GET', `${SANDBOX}/roles?limit=4&after=${all[3]!.id}`)
    expect(second.body).toEqual({ records: all.slice(4), total: 7 })
  })

  it('returns 100 records by default', async () => {
    const { ask } = createPlace({ base: { roles: 150 } })
    const { body } = await ask('GET', `${SANDBOX}/roles`)
    expect(body.records).toHaveLength(100)
    expect(body.total).toBe(150)
  })

  it('returns the records that match, in pages', async () => {
    const { ask, mock } = createPlace()
    await mock.users.createMany(5, (index) => ({ firstName: 'Zoe', username: `zoe${index}` }))
    const all = mock.users.findMany({ firstName: 'Zoe' })
    const first = await ask('GET', `${SANDBOX}/users?${where({ firstName: 'Zoe' })}&limit=3`)
    expect(first.body).toEqual({ records: all.slice(0, 3), next: all[2]!.id, total: 5 })
    const rest = await ask(
      'GET',
      `${SANDBOX}/users?${where({ firstName: 'Zoe' })}&limit=3&after=${all[2]!.id}`,
    )
    expect(rest.body).toEqual({ records: all.slice(3), total: 5 })
    const one = await ask('GET', `${SANDBOX}/users?${where(all[1]!.id)}`)
    expect(one.body).toEqual({ records: [all[1]], total: 1 })
  })

  it('refuses a condition with an unknown field, or with the id of a user in place of its record', async () => {
    const { ask } = createPlace()
    for (const query of [where({ nmae: 'x' }), `${where({ nmae: 'x' })}&${search('a')}`])
      expect(await ask('GET', `${SANDBOX}/roles?${query}`)).toMatchObject({
        status: 400,
        body: { error: 'InvalidOptionError', detail: expect.stringContaining('did you mean "name"?') },
      })
    expect(await ask('GET', `${SANDBOX}/volunteers?${where('1')}`)).toMatchObject({
      status: 400,
      body: { error: 'RecordNotFoundError' },
    })
  })

  it('waits for changes that were not awaited', async () => {
    const { ask, mock } = createPlace({ base: { scenario: 'empty' } })
    void mock.roles.create({ name: 'late' })
    expect((await ask('GET', `${SANDBOX}/roles`)).body).toMatchObject({
      total: 1,
      records: [{ name: 'late' }],
    })
  })

  it.each([
    ['limit=0', '"limit" must be a whole number from 1 to 1000'],
    ['limit=1001', '"limit" must be'],
    ['limit=', '"limit" must be'],
    ['limit=1&limit=2', '"limit" is given twice'],
    ['where=', '"where" must be JSON'],
    ['where={', '"where" must be JSON'],
    ['where=5', '"where" must be JSON'],
    ['where=[]', '"where" must be JSON'],
    ['where={"firstName":{"$absent":1}}', 'must be written exactly like this'],
    ['limt=5', 'unknown query parameter "limt": did you mean "limit"?'],
    ['__proto__=5', 'unknown query parameter "__proto__"'],
  ])('refuses the query %s', async (query, message) => {
    const { ask } = createPlace()
    const { status, body } = await ask('GET', `${SANDBOX}/users?${query}`)
    expect({ status, detail: body.detail }).toEqual({ status: 400, detail: expect.stringContaining(message) })
  })
})

describe('GET of a list with search', () => {
  it('returns the records that have all words in their values, in any order and case', async () => {
    const { ask, mock } = createPlace()
    const [ada] = await mock.users.createMany([
      { firstName: 'Ada', lastName: 'Lovelace', phone: '+12125550142' },
      { firstName: 'Ada', lastName: 'Byron' },
    ])
    for (const text of ['lovelace ADA', 'ada love', '  Lovelace  ', '2125550142']) {
      const { body } = await ask('GET', `${SANDBOX}/users?${search(text)}`)
      expect(body).toEqual({ records: [ada], total: 1 })
    }
    // The name of a member is not a value.
    expect((await ask('GET', `${SANDBOX}/users?${search('firstName')}`)).body).toEqual({
      records: [],
      total: 0,
    })
  })

  it('looks into objects, lists and numbers, and knows null', async () => {
    const { ask, mock } = createPlace({ base: { scenario: 'empty' } })
    const volunteer = await mock.volunteers.create({
      user: { preferredName: null },
      departments: [{ states: ['avoid'] }],
      options: [{ name: 'Hours', type: 'number', value: 98765 }],
    })
    for (const text of ['98765', 'avoid', 'null', 'false', volunteer.user.email]) {
      const { body } = await ask('GET', `${SANDBOX}/volunteers?${search(text)}`)
      expect({ text, found: body.records }).toEqual({ text, found: [volunteer] })
    }
  })

  it('returns everything for an empty text', async () => {
    const { ask, mock } = createPlace()
    expect((await ask('GET', `${SANDBOX}/users?search=`)).body.total).toBe(mock.users.count())
  })

  it('is combined with where, and returns pages with the total of all', async () => {
    const { ask, mock } = createPlace()
    await mock.users.createMany(5, () => ({ firstName: 'Zoe', lastName: 'Same' }))
    await mock.users.create({ firstName: 'Zoe', lastName: 'Other' })
    const all = mock.users.findMany({ firstName: 'Zoe', lastName: 'Same' })
    const path = `${SANDBOX}/users?${where({ lastName: 'Same' })}&${search('zoe')}&limit=2`
    const pages = []
    for (let after: string | undefined = ''; after !== undefined;) {
      const { body } = await ask('GET', after === '' ? path : `${path}&after=${after}`)
      expect(body.total).toBe(5)
      pages.push(body.records)
      after = body.next
    }
    expect(pages.map((page) => page.length)).toEqual([2, 2, 1])
    expect(pages.flat()).toEqual(all)
  })

  it('reads a long list in parts, and the server answers other requests meanwhile', async () => {
    const { ask, mock } = createPlace({ base: { roles: 20_000 } })
    const wanted = await mock.roles.createMany([{ name: 'needle one' }, { name: 'needle two' }])
    const found = []
    let requests = 0
    let turns = 0
    const timer = setInterval(() => turns++, 0)
    for (let after: string | undefined = ''; after !== undefined; requests++) {
      const query = `${search('needle')}&limit=1${after === '' ? '' : `&after=${after}`}`
      const { body } = await ask('GET', `${SANDBOX}/roles?${query}`)
      expect(body).not.toHaveProperty('total')
      found.push(...body.records)
      after = body.next
    }
    clearInterval(timer)
    expect(found).toEqual(wanted)
    // Each request reads 5,000 records. The last one reads what follows the second result.
    expect(requests).toBe(6)
    expect(turns).toBeGreaterThan(requests)
  })

  it('is not slowed down by thousands of words', { timeout: 10_000 }, async () => {
    const { ask } = createPlace({ base: { volunteers: 4000 } })
    const { body } = await ask('GET', `${SANDBOX}/users?${search(`${'@ '.repeat(5000)} nowhere`)}`)
    expect(body.total).toBe(0)
  })

  it('sees all other records if some are deleted meanwhile', async () => {
    const { ask, mock } = createPlace({ base: { roles: 4000 } })
    const answer = ask('GET', `${SANDBOX}/roles?${search(':')}&limit=1000`)
    const all = mock.roles.findMany()
    const [first] = all
    await mock.roles.delete(first!.id)
    const { body } = await answer
    expect(body.total).toBeGreaterThanOrEqual(all.filter(({ name }) => name.includes(':')).length - 1)
  })
})

const emptyRecords = Array.from({ length: 2000 }, () => ({}))

it.each([
  ['POST', '/volunteers', emptyRecords],
  ['PUT', '/data', { volunteers: emptyRecords }],
])(
  '%s %s creates many records in parts, and the server answers other requests meanwhile',
  async (method, path, body) => {
    const { ask, mock } = createPlace({ base: { scenario: 'empty' } })
    let turns = 0
    const timer = setInterval(() => turns++, 0)
    const answer = await ask(method, SANDBOX + path, body)
    clearInterval(timer)
    expect(answer.status).toBeLessThan(300)
    expect(mock.volunteers.count()).toBe(emptyRecords.length)
    expect(turns).toBeGreaterThan(5)
  },
)

describe('POST', () => {
  it('creates a record without a body', async () => {
    const { ask, mock } = createPlace({ base: { scenario: 'empty' } })
    expect((await ask('POST', `${SANDBOX}/roles`)).status).toBe(201)
    expect(mock.roles.count()).toBe(1)
  })

  it('creates all records or none, and reports every problem', async () => {
    const { ask, mock } = createPlace({ base: { scenario: 'empty' } })
    const invalid = await ask('POST', `${SANDBOX}/roles`, [{ name: 'a' }, { name: 5, nmae: 'x' }])
    expect(invalid).toMatchObject({
      status: 422,
      body: { error: 'DataError', title: 'Unprocessable Entity' },
    })
    expect(invalid.body.problems.map(({ path }: { path: string }) => path)).toEqual(['$.name', '$.nmae'])
    const taken = await ask('POST', `${SANDBOX}/roles`, [{ name: 'a' }, { name: 'a' }])
    expect(taken).toMatchObject({ status: 409, body: { error: 'ConflictError' } })
    expect(mock.roles.count()).toBe(0)
  })

  it.each([[5], [null], ['x'], [[5]], [{ count: 5, partial: {} }], [[{ $absent: true }]]])(
    'refuses the body %j',
    async (body) => {
      const { ask, mock } = createPlace({ base: { scenario: 'empty' } })
      expect((await ask('POST', `${SANDBOX}/roles`, JSON.stringify(body))).status).toBe(422)
      expect(mock.roles.count()).toBe(0)
    },
  )
})

describe('a single record', () => {
  it('can be read, changed and deleted', async () => {
    const { ask, mock } = createPlace()
    const path = `${SANDBOX}/users/1`
    expect((await ask('GET', path)).body).toEqual(mock.users.find('1'))
    const changed = await ask('PATCH', path, { firstName: 'Ada', preferredName: { $absent: true } })
    expect(changed.status).toBe(200)
    expect(changed.body).toMatchObject({ id: '1', firstName: 'Ada' })
    expect(changed.body).not.toHaveProperty('preferredName')
    expect(mock.users.find('1')).toEqual(changed.body)
    expect((await ask('DELETE', path)).body).toEqual(changed.body)
    expect((await ask('GET', path)).status).toBe(404)
  })

  it('may have an id with special characters', async () => {
    const { ask, mock } = createPlace()
    for (const id of ['a/b', 'a%b', '%2F', 'ä ö', 'a?b#c', '~+']) {
      await mock.users.create({ id })
      expect((await ask('GET', `${SANDBOX}/users/${encodeURIComponent(id)}`)).body).toEqual(
        mock.users.find(id),
      )
    }
  })

  it('that does not exist is a 404 with a hint', async () => {
    const { ask } = createPlace()
    for (const [method, body] of [['GET'], ['PATCH', {}], ['DELETE']] as const) {
      const answered = await ask(method, `${SANDBOX}/volunteers/1`, body)
      expect(answered).toMatchObject({ status: 404, body: { error: 'RecordNotFoundError' } })
      expect(answered.body.detail).toContain('no volunteer matches "1"; the user "1" has the record')
    }
  })

  it('cannot get another id or an invalid value', async () => {
    const { ask, mock } = createPlace()
    const before = mock.users.find('1')
    expect((await ask('PATCH', `${SANDBOX}/users/1`, { id: '2' })).status).toBe(409)
    expect((await ask('PATCH', `${SANDBOX}/users/1`, { phone: '5' })).status).toBe(422)
    for (const body of [[], 5, null, 'x']) {
      expect((await ask('PATCH', `${SANDBOX}/users/1`, JSON.stringify(body))).status).toBe(422)
    }
    expect((await ask('PATCH', `${SANDBOX}/users/1`)).body.detail).toBe('the request needs a JSON body')
    expect(mock.users.find('1')).toEqual(before)
  })
})

describe('changes of several records', () => {
  it.each([
    ['PATCH', { lastName: 'X' }],
    ['DELETE', undefined],
  ])('with single=true need a condition and exactly one match: %s', async (method, body) => {
    const { ask, mock } = createPlace()
    await mock.users.createMany(2, () => ({ firstName: 'Zoe' }))
    const before = mock.export()
    for (const [query, status] of [
      [`${where({ firstName: 'Zoe' })}&`, 404],
      ['', 400],
    ] as const)
      expect((await ask(method, `${SANDBOX}/users?${query}single=true`, body)).status).toBe(status)
    expect(mock.export()).toEqual(before)
  })
})
