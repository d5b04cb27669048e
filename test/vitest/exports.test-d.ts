import { describe, expectTypeOf, test } from 'vitest'
import { defineConfig, type Plugin } from 'vitest/config'
import { createMock, type AssumptionInput, type MockCore, type Ledger, type Mock } from '../../src/index.js'
import * as main from '../../src/index.js'
import { startServer } from '../../src/server.js'
import * as entry from '../../src/vitest.js'
import {
  conmockLedger,
  forEachVariant,
  type LedgerPlugin,
  type LedgerPluginOptions,
  type InvalidOptionError,
  type Variant,
  type VariantError,
  type VariantOptions,
  type VariedAssumptions,
} from '../../src/vitest.js'

const mock = createMock()

describe('forEachVariant', () => {
  test('passes the mock and the variant to the test', async () => {
    const passed = await forEachVariant({ mock }, (received, variant) => {
      expectTypeOf(received).toEqualTypeOf<Mock>()
      expectTypeOf(variant).toEqualTypeOf<Variant>()
    })
    expectTypeOf(passed).toExtend<readonly Variant[]>()
    expectTypeOf<Variant['name']>().toEqualTypeOf<string>()
    expectTypeOf<Variant['assumptions']>().toEqualTypeOf<AssumptionInput>()
  })

  test('accepts the mock of a server', async () => {
    const server = await startServer({ port: 0 })
    await forEachVariant({ mock: server.mock }, (received) =>
      expectTypeOf(received).toEqualTypeOf<MockCore>(),
    )
  })

  test('accepts tests that are async or return a value', async () => {
    expectTypeOf(await forEachVariant({ mock }, async () => {})).toExtend<readonly Variant[]>()
    expectTypeOf(await forEachVariant({ mock }, () => 7)).toExtend<readonly Variant[]>()
  })

  test('accepts every form of `vary`', () => {
    const right: VariedAssumptions[] = [
      'specified',
      'all',
      [],
      ['roles.lastPage', 'rateLimit'],
      ['roles.lastPage'] as const,
      {},
      { 'roles.lastPage': ['absent'], 'auth.missing': [401, '403'], 'roles.pageSize': [1, 25] },
      { 'cursor.lifetime': ['forever', 60], rateLimit: ['none', { requests: 1, perSeconds: 60 }] },
    ]
    const options: VariantOptions<Mock>[] = [{ mock }, { mock, vary: undefined }, { mock, vary: 'all' }]
    expectTypeOf([right, options]).toBeArray()
  })

  test('rejects unknown options and values', () => {
    const wrong: VariedAssumptions[] = [
      // @ts-expect-error -- the word is specified
      'spec',
      // @ts-expect-error -- the name is roles.lastPage
      ['roles.lastpage'],
      // @ts-expect-error -- the name is roles.lastPage
      { 'roles.lastpage': ['null'] },
      // @ts-expect-error -- the variants are null and absent
      { 'roles.lastPage': ['none'] },
      // @ts-expect-error -- the values are a list
      { 'roles.lastPage': 'absent' },
      // @ts-expect-error -- a page has a number of roles
      { 'roles.pageSize': ['25'] },
    ]
    // @ts-expect-error -- the mock is missing
    const without: VariantOptions<Mock> = { vary: 'all' }
    // @ts-expect-error -- there is no such option
    const unknown: VariantOptions<Mock> = { mock, variants: 'all' }
    expectTypeOf([wrong, without, unknown]).toBeArray()
    // @ts-expect-error -- the test is missing
    void forEachVariant({ mock })
  })

  test('throws errors with different names', () => {
    expectTypeOf<VariantError>().toExtend<Error>()
    expectTypeOf<VariantError['variants']>().toEqualTypeOf<readonly string[]>()
    expectTypeOf<VariantError['name']>().toEqualTypeOf<'VariantError'>()
    expectTypeOf<InvalidOptionError['name']>().toEqualTypeOf<'InvalidOptionError'>()
  })

  test('is the same in both entry points', () => {
    expectTypeOf(entry.forEachVariant).toEqualTypeOf<typeof main.forEachVariant>()
    expectTypeOf(entry.VariantError).toEqualTypeOf<typeof main.VariantError>()
    expectTypeOf(entry.InvalidOptionError).toEqualTypeOf<typeof main.InvalidOptionError>()
  })
})

describe('conmockLedger', () => {
  test('is a Vite plugin that a vitest configuration accepts', () => {
    expectTypeOf(conmockLedger).parameters.toEqualTypeOf<[options?: LedgerPluginOptions]>()
    expectTypeOf(conmockLedger).returns.toEqualTypeOf<LedgerPlugin>()
    expectTypeOf<LedgerPlugin>().toExtend<Plugin>()
    defineConfig({ plugins: [conmockLedger(), conmockLedger({ file: 'ledger.json', min: 50 })] })
  })

  test('accepts its options, which may be undefined', () => {
    expectTypeOf(conmockLedger).toBeCallableWith({ file: undefined, print: undefined, min: undefined })
    expectTypeOf(conmockLedger).toBeCallableWith({ file: 'ledger.json', print: false, min: 100 })
    // @ts-expect-error -- a percentage is a number
    conmockLedger({ min: '50' })
    // @ts-expect-error -- the option is called file
    conmockLedger({ path: 'ledger.json' })
  })
})

test('the entry point exports exactly these names', () => {
  expectTypeOf<keyof typeof entry>().toEqualTypeOf<
    'forEachVariant' | 'VariantError' | 'InvalidOptionError' | 'conmockLedger'
  >()
})

test('the functions for ledgers have the documented types', () => {
  expectTypeOf(mock.ledger).returns.toEqualTypeOf<Ledger>()
  expectTypeOf(main.mergeLedgers).parameters.toEqualTypeOf<[readonly Ledger[]]>()
  expectTypeOf(main.readLedger).parameters.toEqualTypeOf<[json: unknown, source: string]>()
  expectTypeOf(main.coverageOf).returns.toEqualTypeOf<main.Coverage>()
  expectTypeOf<keyof Ledger['shapes']>().toEqualTypeOf<main.ShapeName>()
})
