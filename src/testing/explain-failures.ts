import { refuseMock } from '../common/check-options.js'
import { formatRequest, type ShownRequest } from '../common/format-request.js'
import { startKeeping, takeReceived } from '../mock/received-requests.js'

const NO_REQUEST =
  'If it should send some, check that msw is started (server.listen), or that the code under test uses mock.fetch.'

/** What vitest and node:test pass to `afterEach`. Jest passes nothing. */
type HookContext =
  | {
      readonly task: {
        readonly name: string
        readonly concurrent?: boolean
        readonly result?: { readonly state: string; readonly errors?: readonly unknown[] }
      }
    }
  | { readonly name: string; readonly passed: boolean; readonly task?: undefined }
  | undefined

interface JestState {
  readonly currentlyRunningTest: { readonly name: string; readonly errors: readonly unknown[] }
}

/** What conmock throws if a test calls it in a wrong way. Such a message says enough. */
const misuses = new Set(['ConflictError', 'DataError', 'InvalidOptionError', 'RecordNotFoundError'])

/** Returns the name of the test if it has failed, and its errors if the runner says them. */
function findFailed(
  context: HookContext,
): { readonly name: string; readonly errors: readonly unknown[] } | undefined {
  if (context?.task) {
    const { name, result } = context.task
    return result?.state === 'fail' ? { name, errors: result.errors ?? [] } : undefined
  }
  if (context) return context.passed ? undefined : { name: context.name, errors: [] }
  // Only this state of Jest says inside a test whether it has failed.
  const key = Object.getOwnPropertySymbols(globalThis).find(
    ({ description }) => description === 'JEST_STATE_SYMBOL',
  )
  const test = key && (globalThis as unknown as Record<symbol, JestState>)[key]!.currentlyRunningTest
  // Jest keeps an error in a list, with the place of the test.
  return test && test.errors.length > 0 ? { name: test.name, errors: test.errors.flat() } : undefined
}

/**
 * Prints the requests that mocks refused during a failed test, with reasons and hints. Also prints requests with a note, for example
 * about ignored query parameters. Call it once per test file, before any hook that resets a mock, or in a setup file. With vitest,
 * the plugin `conmock` of `conmock/vitest` calls it.
 *
 * @param afterEach The function of Jest, node:test or vitest that adds a hook.
 * @example
 * import { afterEach } from 'node:test'
 * explainFailures(afterEach)
 */
export function explainFailures(afterEach: (hook: () => void) => unknown): void {
  refuseMock(afterEach, 'explainFailures(afterEach), with the function of your test runner')
  startKeeping()
  // Without a parameter, because Jest would pass a function to call at the end, and vitest would read its name.
  afterEach(function explain() {
    const [context] = Array.from(arguments) as [HookContext]
    const { refused, noted, count } = takeReceived()
    const failed = findFailed(context)
    if (!failed) return
    const { name, errors } = failed
    // Nothing says which of the tests that run at the same time has sent a request.
    const isConcurrent = context?.task?.concurrent === true
    if (refused.length + noted.length === 0) {
      const isMisuse = errors.some((each) => misuses.has((each as Partial<Error> | undefined)?.name ?? ''))
      if (count !== 0 || isConcurrent || isMisuse) return
      // oxlint-disable-next-line no-console -- As below.
      console.error(`conmock got no request during the failed test "${name}". ${NO_REQUEST}`)
      return
    }
    const others = isConcurrent ? ', or of tests that ran at the same time' : ''
    const section = (title: string, requests: readonly ShownRequest[]) =>
      requests.length === 0
        ? []
        : [
            `conmock ${title} requests of the failed test "${name}"${others}:`,
            ...requests.map((each) => formatRequest(each)),
          ]
    const lines = [...section('refused', refused), ...section('has notes on', noted)]
    // oxlint-disable-next-line no-console -- Works in browsers, too, and runners show it next to the test.
    console.error(lines.join('\n'))
  })
}
