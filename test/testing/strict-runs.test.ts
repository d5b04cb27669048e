import { api } from '../support/convention.js'
import { expect, test } from 'vitest'
import { createMock, forEachFault, type Mock, type MockOptions } from '../../src/index.js'
import { Expectations, withExpectations } from '../../src/testing/expectations.js'
import { forEachVariant } from '../../src/vitest.js'
import { ask, ROLES } from '../support/ask.js'

/** Runs a test as `setupMock` does. Returns what strict says at its end. */
async function strict(
  body: (mock: Mock, requests: Pick<Expectations, 'expect'>) => Promise<unknown>,
  options?: MockOptions,
): Promise<string | undefined> {
  const mock = createMock(options)
  const expectations = new Expectations(api)
  const expecting = withExpectations(mock as never, expectations)
  expectations.start(mock.faults.all)
  await body(expecting, expectations)
  return (await expectations.errorOf(mock, true))?.message
}

const operation = 'listRoles'

test('a request that is refused in a run of forEachFault is shown, once', async () => {
  const message = await strict((mock) =>
    forEachFault({ mock, operation, only: ['500', '429 with Retry-After'] }, () => ask(mock, ROLES, 'typo')),
  )
  expect(message).toContain('GET /api/v0/roles 401')
  expect(message?.match(/GET/g)).toHaveLength(1)
})

test('a request that is refused before the runs is shown', async () => {
  const message = await strict(async (mock) => {
    await ask(mock, ROLES, 'typo')
    await forEachFault({ mock, operation, only: ['500'] }, () => ask(mock, ROLES))
  })
  expect(message).toContain('GET /api/v0/roles 401')
})

test('a request that is refused before a reset of the test is shown', async () => {
  const message = await strict(async (mock) => {
    await ask(mock, ROLES, 'typo')
    await mock.reset()
  })
  expect(message).toContain('GET /api/v0/roles 401')
})

test('a request that is only refused with a variant is shown, unless the variant refuses it', async () => {
  const lastPage = { vary: ['roles.lastPage'] } as const
  const careless = await strict(
    (mock) =>
      forEachVariant({ mock, ...lastPage }, async () => {
        const { nextPage } = (await ask(mock, ROLES)).body as { nextPage?: string | null }
        if (nextPage !== null) await ask(mock, `${ROLES}?nextPage=${nextPage}`)
      }),
    { roleCount: 5 },
  )
  expect(careless).toContain('GET /api/v0/roles?nextPage=undefined 400')
  const rejected = await strict((mock) =>
    forEachVariant({ mock, vary: { 'roles.unknownQuery': ['rejected'], 'errors.body': ['envelope'] } }, () =>
      ask(mock, `${ROLES}?sort=name`),
    ),
  )
  expect(rejected).toBeUndefined()
})

test('a variant of the form of errors expects no refusal', async () => {
  const message = await strict((mock) =>
    forEachVariant({ mock, vary: { 'errors.body': ['envelope'] } }, ({ settings }) =>
      settings['errors.body'] === 'envelope' ? ask(mock, '/api/v0/role') : undefined,
    ),
  )
  expect(message).toContain('GET /api/v0/role 404')
})

test('the refusals of the faults are expected', async () => {
  const message = await strict((mock) =>
    forEachFault({ mock, operation, except: ['no answer', 'slow'] }, () =>
      ask(mock, ROLES).catch(() => undefined),
    ),
  )
  expect(message).toBeUndefined()
})

test('expects finds the requests of all runs, and allows their refusals', async () => {
  const message = await strict((mock, requests) =>
    forEachFault({ mock, operation, only: ['500'] }, () => {
      requests.expect({ status: 401 })
      return ask(mock, ROLES, 'typo')
    }),
  )
  expect(message).toBeUndefined()
  const inVain = await strict((mock, requests) =>
    forEachVariant({ mock, vary: ['roles.lastPage'] }, () => requests.expect({ status: 403 })),
  )
  expect(inVain).toBe('The test expects a request that it did not send: {"status":403}.')
})

test('a fault that no request met in a run is shown, unless it is an option of the mock', async () => {
  const message = await strict(
    (mock) =>
      forEachFault({ mock, operation, only: ['500'] }, () => {
        mock.faults.add({ operation: 'getVolunteer', effect: { hang: true } })
      }),
    { faults: [{ operation: 'token', effect: { delay: 1 } }] },
  )
  expect(message).toBe('No request met the fault {"operation":"getVolunteer","effect":{"hang":true}}.')
})

test('what a test clears in a run is forgotten, and what the log has dropped is not', async () => {
  const cleared = await strict((mock) =>
    forEachFault({ mock, operation, only: ['500'] }, async () => {
      await ask(mock, ROLES, 'typo')
      mock.requests.clear()
    }),
  )
  expect(cleared).toBeUndefined()
  const dropped = await strict((mock) => forEachVariant({ mock, vary: [] }, () => ask(mock, ROLES)), {
    requestLogSize: 0,
  })
  expect(dropped).toContain('The request log has dropped 1 entries.')
})
