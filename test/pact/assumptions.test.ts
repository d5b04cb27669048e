import { expect, it } from 'vitest'
import { createMock } from '../../src/index.js'
import { formatJunit, formatReport, verifyPacts } from '../../src/pact.js'
import { volunteerPath } from '../support/ask.js'
import { elementsOf, parseXml } from '../support/xml.js'
import { pactFile, type Interaction } from './support/pacts.js'
import { refusal } from './support/refusal.js'

const roles: Interaction = { description: 'the roles' }
const invalid: Interaction = { description: 'a bad cursor', path: '/api/v0/roles?nextPage=bad', status: 400 }
/** What the specification says of it leaves nothing open. */
const certain: Interaction = {
  description: 'a record',
  path: volunteerPath('42'),
  states: [['a volunteer with nothing in its lists', { userId: '42' }]],
}
const broken: Interaction = { description: 'a teapot', status: 418 }

const ofRoles = ['roles.pageSize', 'roles.order']
const ofCursor = ['cursor.invalid', 'errors.body']

function named(names: readonly string[]): string[] {
  return names.map((name) => `assumption: ${name}`)
}

it('the assumptions that an answer rests on stand beside each green, and are counted', async () => {
  const report = await verifyPacts({ pacts: pactFile(roles, invalid, certain, { ...broken, pending: true }) })
  const assumptions = report.interactions.map((each) => each.assumptions)
  expect(assumptions.slice(0, 3)).toEqual([ofRoles, ofCursor, []])
  const text = formatReport(report).split('\n')
  expect(text).toContain('ok  a consumer: the roles – depends on roles.pageSize, roles.order')
  expect(text).toContain(`ok  a consumer: a bad cursor – depends on ${ofCursor.join(', ')}`)
  expect(text.find((line) => line.includes('a record'))).not.toContain('depends on')
  expect(text.find((line) => line.includes('a teapot'))).not.toContain('depends on')
  expect(text.at(-2)).toBe(`2 of 3 depend on assumptions: ${[...ofRoles, ...ofCursor].toSorted().join(', ')}`)
  const cases = elementsOf(parseXml(formatJunit(report)), 'testcase')
  const properties = cases.map((each) =>
    elementsOf(each, 'property').map(({ attributes: { name, value } }) => `${name}: ${value}`),
  )
  expect(properties).toEqual([named(ofRoles), named(ofCursor), [], []])
})

it('`failOn: "assumed"` breaks what rests on an assumption, and names it', async () => {
  const { exitCode, report, message } = await refusal({ pacts: pactFile(roles, certain), failOn: 'assumed' })
  expect(exitCode).toBe(1)
  expect(report.interactions.map(({ outcome }) => outcome)).toEqual(['broken', 'verified'])
  expect(report.interactions[0]?.mismatches).toMatchObject(ofRoles.map((path) => ({ part: 'other', path })))
  expect(message).toContain('other roles.pageSize: the response of the mock depends on this assumption')
  expect(await verifyPacts({ pacts: pactFile(certain), failOn: 'assumed' })).toMatchObject({
    outcome: 'verified',
  })
})

it.each([
  ['a real service', { target: { url: 'http://127.0.0.1:1' } }, /"failOn" is only for the mock/],
  [
    'a mock that names no assumptions',
    { mock: createMock({ assumedHeader: false }) },
    /"failOn" needs a mock that names/,
  ],
  ['another value', { failOn: 'all' as never }, /"failOn" must be "assumed"/],
])('`failOn` is refused with %s', async (_, options, reason) => {
  await expect(verifyPacts({ failOn: 'assumed', ...options })).rejects.toThrow(reason)
})

it('a mock made with `assumedHeader: false` as options names its assumptions all the same', async () => {
  const { exitCode } = await refusal({
    pacts: pactFile(roles),
    mock: { assumedHeader: false },
    failOn: 'assumed',
  })
  expect(exitCode).toBe(1)
})
