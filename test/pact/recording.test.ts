import * as fc from 'fast-check'
import { http, HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import { createMock, edgeCases, type AssumptionInput } from '../../src/index.js'
import { verifyPacts, type StateHandlers } from '../../src/pact.js'
import { leadsTo } from '../../src/pact/recording/build-pact.js'
import { formatPact } from '../../src/pact/recording/pact-json.js'
import { ask, volunteerPath } from '../support/ask.js'
import { temporaryFile } from '../support/temporary-folder.js'
import { expectFailure, outcomesIn } from './support/failure.js'
import { meetEverything, variants } from './support/met-coverage.js'
import { startRealService } from './support/real-service.js'
import { fixtures, rolesOf, users } from './support/service-users.js'
import { createCoverage, leafFields } from '../support/convention.js'
import type { Coverage, Needs } from '../../src/convention/types.js'
import { catalogue, inPacts, buildPact, runVerification } from './support/convention-pacts.js'

const names = { consumer: 'badge-printer', provider: 'convention-read-api' }
type ServiceChange = NonNullable<NonNullable<Parameters<typeof startRealService>[1]>['change']>

function written(coverage: Coverage, needs?: Needs): string {
  return formatPact(buildPact(coverage, names, needs).pact)
}

/** The coverage of tests that meet every variant. */
async function everyVariant(): Promise<Coverage> {
  const all = await Promise.all(variants.map(meetEverything))
  return createCoverage(all.flatMap(({ answers }) => answers))
}

function descriptionsOf(coverage: Coverage): string[] {
  return buildPact(coverage, names).pact.interactions.map(({ description }) => description)
}

function without(value: unknown, [name = '', ...rest]: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => without(item, [name, ...rest]))
  if (typeof value !== 'object' || value === null || !(name in value)) return value
  const { [name]: member, ...others } = value as Record<string, unknown>
  return rest.length === 0 ? others : { ...others, [name]: without(member, rest) }
}

/** The responses of an app that shows a badge and one page of roles. */
async function badgePrinter(): Promise<Coverage> {
  const mock = createMock({ roleCount: 250 })
  await mock.volunteers.create({ user: { id: 'a', preferredName: 'Sky' } })
  for (const path of ['/users/a/volunteer', '/roles', '/users/nobody/volunteer'])
    await ask(mock, `/api/v0${path}`)
  return mock.coverage()
}

/** The expected body of an interaction, as JSON. */
function contentOf(interaction: object): string | undefined {
  const { response } = interaction as { response?: { body?: { content?: object } } }
  return JSON.stringify(response?.body?.content)
}

describe('a recorded pact', () => {
  it('has every interaction of the catalogue, if the tests met all cases', async () => {
    const { answers } = await everyVariant()
    const unmet = catalogue.filter((entry) => !answers.some((answer) => leadsTo(entry, answer)))
    expect(unmet).toEqual([])
    expect(descriptionsOf(createCoverage(answers))).toHaveLength(catalogue.length)
  })

  it('accepts each variant that the tests have met, with both profiles', async () => {
    const pacts = temporaryFile('pact.json', written(await everyVariant()))
    const settings: AssumptionInput[] = [...variants, { 'department.name': 'absent' }]
    for (const each of settings) await verifyPacts({ pacts, mock: { assumptions: each } })
    await expect(verifyPacts({ pacts, mock: { profile: 'reported' } })).resolves.toBeDefined()
  })

  it('demands a variant if it is the only one', async () => {
    const pacts = temporaryFile('pact.json', written(await meetEverything(variants[0])))
    await verifyPacts({ pacts })
    const asked = [...(await meetEverything({ ...variants[0], 'auth.missing': '403' })).answers]
    const forbidden = temporaryFile('pact.json', written(createCoverage(asked)))
    const { report } = await expectFailure({ pacts: forbidden })
    const broken = report.interactions.filter(({ outcome }) => outcome === 'broken')
    const expected = Object.values(inPacts).map(({ what }) => `a request for ${what} without a credential`)
    expect(broken.map(({ description }) => description).toSorted()).toEqual(expected.toSorted())
    await verifyPacts({ pacts: forbidden, mock: { assumptions: { 'auth.missing': '403' } } })
  })

  it('accepts each status that the tests have met, and no other', async () => {
    const both = await Promise.all([{}, { 'auth.missing': '403' } as const].map(meetEverything))
    const pacts = temporaryFile('pact.json', written(createCoverage(both.flatMap(({ answers }) => answers))))
    await verifyPacts({ pacts })
    await verifyPacts({ pacts, mock: { assumptions: { 'auth.missing': '403' } } })
    const mock = { assumptions: { 'auth.insufficientScope': '404' } } as const
    const { report } = await expectFailure({ pacts, mock })
    expect(outcomesIn(report).filter((outcome) => outcome === 'broken')).toHaveLength(
      Object.keys(inPacts).length,
    )
  })

  it('is the same for the same responses in any order and number', async () => {
    const { answers } = await everyVariant()
    const expected = written(createCoverage(answers))
    const [all, again] = [
      fc.shuffledSubarray([...answers], { minLength: answers.length }),
      fc.array(fc.constantFrom(...answers)),
    ]
    fc.assert(
      fc.property(all, again, (shuffled, more) => {
        expect(written(createCoverage([...more, ...shuffled]))).toBe(expected)
      }),
    )
  })

  it('contains no value of a test', async () => {
    const secret = 'value-of-a-test'
    const mock = createMock({ tokens: { [`${secret}-token`]: ['volunteer:read', 'user:read'] } })
    const user = { id: secret, firstName: secret }
    await mock.volunteers.create({ user, options: [{ name: secret, type: 'text', value: secret }] })
    await mock.roles.create({ name: secret })
    for (const path of [
      `users/${secret}/volunteer`,
      `users/${secret}-2/volunteer`,
      'roles',
      `roles?nextPage=${secret}`,
    ])
      await ask(mock, `/api/v0/${path}`, `${secret}-token`)
    const text = written(mock.coverage())
    expect(text.match(/"description"/g)).toHaveLength(6)
    expect(text).not.toContain(secret)
  })

  it('leaves out what the API specification does not promise, and counts it', async () => {
    const mock = createMock({
      assumptions: { 'token.endpoint': 'on' },
      handlers: [http.get('*/api/v0/users/me', () => HttpResponse.json({}))],
    })
    const stateless = `users/${edgeCases.statelessDepartment.user.id}/volunteer`
    for (const path of ['roles', 'roles?limit=5', 'users/me', 'rolls', 'roles/', '../oauth/token', stateless])
      await ask(mock, `/api/v0/${path}`)
    mock.assume({ 'roles.limit': 'applied', 'roles.unknownQuery': 'rejected' })
    for (const query of ['limit=0', 'x=1']) await ask(mock, `/api/v0/roles?${query}`)
    mock.assume({ 'volunteer.unknownUser': '200-null' })
    await ask(mock, volunteerPath('nobody'))
    mock.faults.add({ effect: { status: 503 } })
    await ask(mock, '/api/v0/roles')
    const { pact, leftOut } = buildPact(mock.coverage(), names)
    const descriptions = pact.interactions.map(({ description }) => description)
    expect(descriptions).toContain('a request for the first page of roles')
    expect(leftOut).toEqual([
      '1 response of the token endpoint',
      '1 response outside of the API specification',
      '1 response with 404 trailing_slash',
      '1 response with status 200 instead of an error',
      '3 responses with query parameters that the API specification does not have',
    ])
  })
})

describe('the fields that an app needs', () => {
  it('leave out interactions about other fields, for which a service would need a special user', async () => {
    const needs: Needs = { version: 1, needs: { getVolunteer: ['user.preferredName'] } }
    const { pact } = buildPact(await everyVariant(), names, needs)
    const special = pact.interactions.filter(({ description }) => / the record | a record /.test(description))
    expect(special.map(({ description }) => description)).toEqual([
      'a request for the record of a user whose preferred name is null or absent',
    ])
  })

  it('may be a list or an object, without any of its fields', async () => {
    const getVolunteer = ['user', 'departments', 'options']
    const needs: Needs = { version: 1, needs: { getVolunteer, listRoles: ['data'] } }
    const { pact } = buildPact(await everyVariant(), names, needs)
    const contents = new Set([
      '{"departments":[{}],"user":{},"options":[{}]}',
      '{"departments":[{}],"user":{}}',
      '{"user":{}}',
      '{"user":{},"options":[{},{},{},{}]}',
      '{"departments":[],"user":{},"options":[]}',
      '{"data":[{}]}',
      undefined,
    ])
    expect(new Set(pact.interactions.map(contentOf))).toEqual(contents)
    await expect(verifyPacts({ pacts: temporaryFile('pact.json', formatPact(pact)) })).resolves.toBeDefined()
  })

  const places = [
    ...leafFields.getVolunteer.map((field) => ['volunteer', field] as const),
    ...leafFields.listRoles.map((field) => ['roles', field] as const),
  ]

  it('without a field, only the pact of an app that needs it is broken', async () => {
    const coverage = await badgePrinter()
    let [missingIn, missing]: (typeof places)[number] = places[0]!
    const change: ServiceChange = (response, of) =>
      of === missingIn && response.status === 200
        ? { ...response, body: without(response.body, missing.split('.')) }
        : response
    const { against } = await startRealService(
      { fixtures },
      { users, roles: rolesOf(5), pageSize: 2, change },
    )
    const states: StateHandlers = {
      'field {number} is missing': ({ number }) => void ([missingIn, missing] = places[Number(number)]!),
    }

    /** A pact of an app that needs these fields. Each interaction is verified without one field. */
    function pactWithout(number: number, needs: Needs['needs']): string {
      const { pact } = buildPact(coverage, names, { version: 1, needs })
      const interactions = pact.interactions.map((each) => {
        const { providerStates = [] } = each as { readonly providerStates?: readonly object[] }
        return { ...each, providerStates: [{ name: `field ${number} is missing` }, ...providerStates] }
      })
      return temporaryFile('pact.json', formatPact({ ...pact, interactions }))
    }

    const [needing, others] = [[], []] as [string[], string[]]
    for (const [number, [operation, field]] of places.entries()) {
      const id = operation === 'roles' ? 'listRoles' : 'getVolunteer'
      needing.push(pactWithout(number, { [id]: [field] }))
      others.push(
        pactWithout(number, { ...leafFields, [id]: leafFields[id].filter((each) => each !== field) }),
      )
    }
    // Only what the pact demands counts: without the field, each response violates the API specification.
    const options = { pacts: [...needing, ...others], against, states, maxSkipped: 0 }
    const { interactions } = await runVerification(options, { specification: false })
    const broken = new Set(
      interactions.flatMap(({ pact, outcome }) => (outcome === 'verified' ? [] : [pact])),
    )
    expect([...broken]).toEqual(needing)
  })
})
