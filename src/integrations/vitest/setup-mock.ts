import type * as Msw from 'msw/node'
import type * as Vitest from 'vitest'
import { checkOptions, flag, optionsSchema, refuseMock } from '../../common/check-options.js'
import { forgetRefused } from '../../mock/received-requests.js'
import { explainFailures } from '../../testing/explain-failures.js'
import type { CompiledApi } from '../../contract/compile.js'
import { createMock, type MockHandlers } from '../../mock/create-mock.js'
import type { ListenOptions } from '../../mock/listen-options.js'
import type { MockOptions } from '../../mock/options.js'
import { Expectations, withExpectations, type Expecting } from '../../testing/expectations.js'
import type { MockCore } from '../../mock/mock-core.js'
import { isPluginActive } from './realm.js'

type Hooks = Pick<typeof Vitest, 'beforeAll' | 'beforeEach' | 'afterEach' | 'afterAll' | 'onTestFinished'>

/**
 * Returns the hooks of vitest. The configuration loads this module, too, where an import of vitest 3 throws. vitest itself finds them
 * here for `import.meta.vitest`.
 */
function hooksOfVitest(): Hooks {
  const { __vitest_index__: hooks } = globalThis as { readonly __vitest_index__?: Hooks }
  if (hooks) return hooks
  throw new Error(
    'setupMock() only works in tests of vitest; with other runners, use createMock() and explainFailures()',
  )
}

/** Whether a test runs, so that it is too late to add hooks to it. */
function isInTest({ onTestFinished }: Hooks): boolean {
  try {
    onTestFinished(() => {})
    return true
  } catch {
    return false
  }
}

type SetupServer = ReturnType<typeof Msw.setupServer>

/** Options of `setupMock`, without those of the mock. */
export interface OwnSetupOptions {
  /**
   * Whether a test fails if a request was refused that `mock.requests.expect` does not mention, if no handler matched a request,
   * or if no request met a fault that the test added.
   *
   * @default false
   */
  readonly strict?: boolean | undefined
}

export interface SetupOptions extends MockOptions, OwnSetupOptions {}

/** What `setupMock` returns. @typeParam Mock The mock of a test. */
export interface MockSetupOf<Mock> {
  /** The mock, with `mock.requests.expect`. It is reset after each test. */
  readonly mock: Mock
  /** The server of msw, for `server.use()`. It is ready when the tests start. */
  readonly server: SetupServer
}

/** Also calls a function with each request that no handler matched. Without the query, which may contain secrets. */
function watched(options: ListenOptions, onUnhandled: (request: string) => void): ListenOptions {
  async function watch(request: Request | undefined, handling: Promise<void>): Promise<void> {
    await handling.catch((error: unknown) => {
      if (request) onUnhandled(`${request.method} ${request.url.replace(/[?#].*/s, '')}`)
      throw error
    })
  }
  return {
    onUnhandledRequest: (request) => watch(request, options.onUnhandledRequest(request)),
    onUnhandledFrame: (unhandled) =>
      watch((unhandled.frame.data as { request?: Request }).request, options.onUnhandledFrame(unhandled)),
  }
}

/** The mock that answers now. msw gives each request only to the server that was started last. */
let answering: object | undefined

/** Creates a mock for the tests of a file, with msw. The public function describes it. */
export function setupMock(
  api: CompiledApi,
  given: SetupOptions,
): MockSetupOf<Expecting<MockCore & MockHandlers>> {
  refuseMock(given, 'const { mock } = setupMock(), with the options of createMock()')
  const { strict = false, ...options } = given
  checkOptions(optionsSchema<{ readonly strict: boolean }>({ strict: flag }), { strict })
  const hooks = hooksOfVitest()
  if (isInTest(hooks))
    throw new Error('setupMock() was called in a test; call it at the top of the file, or in describe()')
  const mock = createMock(api, options)
  const expectations = new Expectations(api)
  const { beforeAll, beforeEach, afterEach, afterAll } = hooks
  let loaded: SetupServer | undefined
  let unhandled: string[] = []

  beforeAll(async () => {
    if (answering)
      throw new Error(
        'another setupMock() already answers the requests of these tests; call it once for a file, or once in each describe()',
      )
    answering = mock
    // oxlint-disable-next-line no-restricted-imports -- Starting msw is what this function is for.
    const { setupServer } = await import('msw/node')
    loaded = setupServer(...mock.handlers)
    loaded.listen(watched(mock.listenOptions, (request) => unhandled.push(request)))
  })
  beforeEach(() => expectations.start(mock.faults.all))
  if (!isPluginActive()) explainFailures(afterEach)
  afterEach(async ({ task }) => {
    const hasFailed = task.result?.state === 'fail'
    const error = hasFailed ? undefined : await expectations.errorOf(mock, strict, unhandled)
    const unmet = hasFailed ? await expectations.describeUnmet(mock) : []
    // oxlint-disable-next-line no-console -- As `explainFailures` does.
    if (unmet.length > 0) console.error(unmet.join('\n'))
    unhandled = []
    loaded?.resetHandlers()
    await mock.reset()
    if (!error) return
    forgetRefused()
    throw error
  })
  afterAll(() => {
    loaded?.close()
    if (answering === mock) answering = undefined
  })

  // The module that the configuration of vitest loads must not load msw.
  const server = new Proxy({} as SetupServer, {
    get(_, name) {
      if (!loaded) throw new Error('the server of setupMock() can only be used while tests or hooks run')
      const member: unknown = Reflect.get(loaded, name)
      return typeof member === 'function' ? (member.bind(loaded) as unknown) : member
    },
  })
  return { mock: withExpectations(mock, expectations), server }
}
