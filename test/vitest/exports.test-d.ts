import { describe, expectTypeOf, test } from 'vitest'
import { defineConfig, type Plugin } from 'vitest/config'
import { createMock, type AssumptionInput, type Mock, type MockCore } from '../../src/index.js'
import type * as main from '../../src/index.js'
import { startServer } from '../../src/server.js'
import type * as entry from '../../src/vitest.js'
import {
  conmock,
  forEachVariant,
  type VitestPluginOptions,
  type ConmockPlugin,
  type Variant,
  type VariantError,
  type VariantOptions,
  type VariedAssumptions,
} from '../../src/vitest.js'

const mock = createMock()

test('the entry point exports exactly these names', () => {
  expectTypeOf<keyof typeof entry>().toEqualTypeOf<
    | 'forEachVariant'
    | 'VariantError'
    | 'forEachFault'
    | 'FaultError'
    | 'InvalidOptionError'
    | 'StrictError'
    | 'conmock'
    | 'setupMock'
  >()
  expectTypeOf<typeof main>().toExtend<Omit<typeof entry, 'conmock' | 'setupMock' | 'StrictError'>>()
})

describe('forEachVariant', () => {
  test('passes the mock and the variant to the test, which may be async', async () => {
    const passed = await forEachVariant({ mock }, async (received, variant) => {
      expectTypeOf(received).toEqualTypeOf<Mock>()
      expectTypeOf(variant).toEqualTypeOf<Variant>()
    })
    expectTypeOf(passed).toExtend<readonly Variant[]>()
    expectTypeOf<Variant['assumptions']>().toEqualTypeOf<AssumptionInput>()
    expectTypeOf<VariantError['variants']>().toEqualTypeOf<readonly string[]>()
    const server = await startServer({ port: 0 })
    await forEachVariant({ mock: server.mock }, (received) =>
      expectTypeOf(received).toEqualTypeOf<MockCore>(),
    )
  })

  test('accepts every form of `vary`', () => {
    const right: VariedAssumptions[] = [
      'specified',
      'all',
      [],
      ['roles.lastPage', 'cursor.invalid'],
      ['roles.lastPage'] as const,
      { 'roles.lastPage': ['absent'], 'auth.missing': [401, '403'], 'roles.pageSize': [1, 25] },
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
})

test('the plugin fits into a vitest configuration, and checks its options', () => {
  expectTypeOf(conmock).parameters.toEqualTypeOf<[options?: VitestPluginOptions]>()
  expectTypeOf<ConmockPlugin>().toExtend<Plugin>()
  defineConfig({ plugins: [conmock(), conmock({ coverage: { file: 'coverage.json', min: 50 } })] })
  expectTypeOf(conmock).toBeCallableWith({ coverage: { file: undefined, print: false, min: undefined } })
  // @ts-expect-error -- a percentage is a number
  conmock({ coverage: { min: '50' } })
  // @ts-expect-error -- the option is called file
  conmock({ coverage: { path: 'coverage.json' } })
})
