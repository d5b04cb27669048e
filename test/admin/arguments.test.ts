import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { connect } from '../../src/server.js'
import { runs } from '../support/property.js'
import { runServer } from '../support/running-server.js'
import { errorOf, sameOptions } from './same-mock.js'
import { createMockCore, kindNames, mockMembers } from '../support/convention.js'

const names =
  'id name user scopes user:read users:read operation listRoles status effect hang when first order reverse seconds timeout ' +
  'roles volunteers roles.pageSize errors.body token expiresIn format search limit __proto__'
const word = fc.constantFrom('', ...names.split(' '))
const number = fc.oneof(fc.integer({ min: -2, max: 9 }), fc.double({ noNaN: true, noDefaultInfinity: true }))
const value = fc.oneof(
  word,
  number,
  fc.constantFrom(true, false, null, undefined),
  fc.string({ maxLength: 3 }),
)
const argument = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 3 },
    value,
    fc.dictionary(word, tie('any'), { maxKeys: 3 }),
    fc.array(tie('any'), { maxLength: 2 }),
  ),
})).any

const call = fc
  .constantFrom(...[...mockMembers].map(([name, { parameters }]) => ({ name, parameters })))
  .chain(({ name, parameters }) => {
    const count = parameters === '' ? 0 : parameters.split(', ').length
    // It would wait for a request that never arrives.
    const given =
      name === 'requests.waitFor'
        ? fc.tuple(argument, fc.constant({ timeout: 1 }))
        : fc.array(argument, { maxLength: count })
    return given.map((args) => ({ name, args: args as readonly unknown[] }))
  })

/** Calls a member by its path, with the mock as `this`, as an app does. */
async function outcomeOf(
  mock: object,
  { name, args }: { readonly name: string; readonly args: readonly unknown[] },
) {
  const [first = '', second] = name.split('.')
  const owner = (second === undefined ? mock : Reflect.get(mock, first)) as object
  const member: unknown = Reflect.get(owner, second ?? first)
  if (typeof member !== 'function') return { value: await member }
  let result: unknown
  const error = await errorOf(async () => {
    result = await Reflect.apply(member, owner, args)
    throw new Error('no error')
  })
  // The methods of a fault cannot be sent.
  return name === 'faults.add' && result
    ? { error, id: (result as { readonly id: string }).id }
    : { error, result }
}

/** A mock in the process, and a sandbox with the same options. */
async function createBoth() {
  const remote = await connect((await runServer({ data: 'edge-cases' })).url)
  const there = await remote.createSandbox('w3', sameOptions)
  return { here: createMockCore(sameOptions, 'w3'), there }
}

/** All kinds of records have the same members. */
const otherKinds = kindNames.filter((kind) => kind !== 'roles')

/** Valid arguments of each member that has parameters. */
const valid: Readonly<Record<string, readonly unknown[]>> = {
  replace: [{ users: [{ id: '42', preferredName: undefined }], roles: [{ id: '1' }, { id: '2' }] }],
  'roles.create': [{ name: 'a' }],
  'roles.createMany': [[{}, { name: 'b' }]],
  'roles.find': ['1'],
  'roles.findMany': [{ name: 'b' }],
  'roles.count': [{ name: 'b' }],
  'roles.page': [{ limit: 2 }],
  'roles.update': ['1', { name: 'c' }],
  'roles.updateMany': [{ name: 'b' }, { name: 'd' }],
  'roles.delete': ['1'],
  'roles.deleteMany': [{ name: 'd' }],
  'tokens.issue': [{ token: 'own', scopes: ['user:read'] }],
  'tokens.revoke': ['own'],
  'clock.advance': [60.5],
  'faults.add': [{ effect: { status: 503 } }],
  'faults.remove': ['1'],
  'faults.release': [{ order: 'reverse' }],
  'requests.find': [{ status: 500 }],
  'requests.findMany': [{ status: 500 }],
  'requests.count': [{ status: 500 }],
  'requests.response': [1],
  'requests.waitFor': [{ status: 500 }, { timeout: 1 }],
  assume: [{ 'roles.pageSize': 2 }],
}

test('every member takes its arguments with connect(), and does the same as in the process', async () => {
  const { here, there } = await createBoth()
  const taking = [...mockMembers].flatMap(([name, { parameters }]) =>
    parameters === '' || otherKinds.some((kind) => name.startsWith(`${kind}.`)) ? [] : [name],
  )
  expect(taking.toSorted()).toEqual(Object.keys(valid).toSorted())
  for (const [name, args] of Object.entries(valid)) {
    const each = { name, args }
    expect({ name, ...(await outcomeOf(there, each)) }).toEqual({ name, ...(await outcomeOf(here, each)) })
  }
  for (const name of ['export', 'tokens.all', 'clock.now', 'faults.all', 'settings', 'coverage']) {
    const state = { name, args: [] }
    expect(await outcomeOf(there, state)).toEqual(await outcomeOf(here, state))
  }
})

test('a wrong argument is the same error with connect() as in the process, for every member', async () => {
  const { here, there } = await createBoth()
  await fc.assert(
    fc.asyncProperty(call, async (each) => {
      expect(await outcomeOf(there, each)).toEqual(await outcomeOf(here, each))
    }),
    runs(500),
  )
})
