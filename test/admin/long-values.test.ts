import { expect, test } from 'vitest'
import { callMockMember, mockMembers } from '../../src/admin/members.js'
import { DataError } from '../../src/index.js'
import { mockOptionSchemas } from '../../src/mock/options.js'
import { createPlace } from './admin-place.js'
import { api, createMockCore } from '../support/convention.js'

const LONG = 'x'.repeat(300)

/** What can be in the place of any argument or option, and fails. Most names and values have a meaning somewhere. */
const values: readonly unknown[] = [
  LONG,
  [LONG],
  { [LONG]: 1 },
  [{ [LONG]: LONG }],
  { [LONG]: [LONG] },
  ...[
    'id',
    'name',
    'token',
    'scopes',
    'operation',
    'order',
    'search',
    'timeout',
    'effect',
    'when',
    'status',
  ].flatMap((name) => [{ [name]: LONG }, [{ [name]: LONG, [LONG]: 1 }]]),
  { operation: `GET /${LONG}`, effect: { status: 503 } },
  { effect: { delay: LONG } },
  { user: { id: LONG, [LONG]: 1 } },
  { user: { id: LONG, phone: LONG } },
  { 'roles.pageSize': LONG },
  { assumptions: { [LONG]: LONG } },
  { roles: [{ id: LONG }, { id: LONG }] },
  { users: [{ id: LONG, username: LONG }], roles: [{ [LONG]: LONG }] },
  [{ id: LONG }, { id: LONG }],
]

/** Runs a function, and returns what its error repeats, or nothing if there is no error. */
async function refusalOf(run: () => unknown): Promise<readonly string[]> {
  try {
    await run()
    return []
  } catch (error) {
    const { message, ...fields } = error as Error
    // A list of problems may be long, but not one of them.
    return error instanceof DataError ? message.split('\n') : [message, ...Object.values(fields).map(String)]
  }
}

/** Returns the lists of arguments to call a member with. */
function argumentsOf(name: string, count: number): readonly (readonly unknown[])[] {
  // Otherwise it would wait.
  if (name === 'requests.waitFor')
    return values.flatMap((value) => [
      [value, { timeout: 0 }],
      [{}, value],
    ])
  const single = values.map((value) => [value])
  return count < 2 ? single : [...single, ...values.map((value) => [LONG, value])]
}

test('no refusal repeats more than 200 characters of a value', async () => {
  const refusals: string[] = []
  const mock = createMockCore({ data: 'edge-cases' })
  for (const [name, { parameters }] of mockMembers(api)) {
    if (parameters === '') continue
    await mock.reset()
    await mock.roles.create({ id: LONG, name: LONG })
    await mock.volunteers.create({ id: `${LONG}2`, user: { id: LONG } })
    for (const args of argumentsOf(name, parameters.split(', ').length))
      refusals.push(...(await refusalOf(() => callMockMember(mock as never, name, args, []))))
  }
  const { sandboxes } = createPlace()
  for (const value of values) {
    for (const option of [...Object.keys(mockOptionSchemas(api)), LONG])
      refusals.push(...(await refusalOf(() => createMockCore({ [option]: value }))))
    for (const call of ['create', 'delete'] as const)
      refusals.push(...(await refusalOf(() => sandboxes[call](value as string))))
  }
  expect(refusals.length).toBeGreaterThan(1000)
  const long = refusals.filter((text) => text.includes('x'.repeat(201)))
  expect(long.map((text) => text.replaceAll(/x{100,}/g, '(x)'))).toEqual([])
})
