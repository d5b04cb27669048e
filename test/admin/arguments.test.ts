import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { mockMembers } from '../../src/admin/members.js'
import { createMockCore } from '../../src/mock/create-mock-core.js'
import { connect } from '../../src/server.js'
import { runs } from '../support/property.js'
import { runServer } from '../support/running-server.js'
import { errorOf, sameOptions } from './same/same-mock.js'

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

test('a wrong argument is the same error with connect() as in the process, for every member', async () => {
  const here = createMockCore(sameOptions, 'w3')
  const remote = await connect((await runServer({ data: 'edge-cases' })).url)
  const there = await remote.createSandbox('w3', sameOptions)
  await fc.assert(
    fc.asyncProperty(call, async (each) => {
      expect(await outcomeOf(there, each)).toEqual(await outcomeOf(here, each))
    }),
    runs(500),
  )
})
