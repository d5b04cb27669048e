import { test as base } from '@playwright/test'
import { expectTypeOf } from 'vitest'
import { conmock, type ConmockFixtures, type ExtendedFixtures } from '../../src/playwright.js'
import { connect, type Remote, type RemoteMock } from '../../src/server.js'
import { registrations } from './registrations.js'

// The types of an extension where the mock is elsewhere.

export async function use() {
  const remote = await connect('http://127.0.0.1:4020', { extend: registrations })
  const mock = await remote.createSandbox('w1', { assumptions: { 'registration.canceledTwice': '204' } })
  const { status } = await mock.registrations.create({ userId: '42' })
  expectTypeOf(status).toEqualTypeOf<'new' | 'paid' | 'canceled'>()
  expectTypeOf(await mock.roles.count()).toEqualTypeOf<number>()
  await mock.faults.add({ operation: 'getRegistration', effect: { status: 503 } })
  // @ts-expect-error an unknown operation
  await mock.faults.add({ operation: 'getRegistrations', effect: { status: 503 } })
  // @ts-expect-error a wrong value
  await mock.registrations.create({ status: 'unknown' })
  // @ts-expect-error no such variant
  await remote.createSandbox('w1', { assumptions: { 'registration.canceledTwice': '200' } })
  // @ts-expect-error a sandbox has the extension of its server
  await remote.createSandbox('w1', { extend: registrations })
  const plain = await connect('http://127.0.0.1:4020')
  expectTypeOf(plain).toEqualTypeOf<Remote>()
  // @ts-expect-error no such collection
  void plain.sandbox('w1').registrations
}

const baseUrl = 'https://reg.example.com'
const test = base.extend<ExtendedFixtures<typeof registrations>>(conmock({ baseUrl, extend: registrations }))
test.use({ mockOptions: { assumptions: { 'registration.canceledTwice': '204' } } })
test('typed', async ({ mock }) => {
  expectTypeOf((await mock.registrations.create()).userId).toEqualTypeOf<string>()
  mock.requests.expect({ operation: 'getRegistration' })
  // @ts-expect-error an unknown operation
  mock.requests.expect({ operation: 'getRegistrations' })
})
const plainTest = base.extend<ConmockFixtures>(conmock({ baseUrl }))
const inferred = base.extend(conmock({ baseUrl, extend: registrations }))
inferred('inferred', async ({ mock }) => {
  expectTypeOf((await mock.registrations.create()).userId).toEqualTypeOf<string>()
  // @ts-expect-error no such collection
  void mock.registration
})
plainTest('plain', ({ mock }) => expectTypeOf<RemoteMock>(mock))
