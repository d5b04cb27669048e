import type { Fixtures, PlaywrightTestArgs, PlaywrightTestOptions, TestInfo } from '@playwright/test'
import { checkOptions, optionsSchema } from '../../common/check-options.js'
import { formatRequest } from '../../common/format-request.js'
import type { CompiledApi } from '../../contract/compile.js'
import { addUp, createCoverage, type CoverageAnswer } from '../../coverage/coverage.js'
import { writeCoverage } from '../../coverage/save-coverage.js'
import type { SandboxOptions } from '../../sandboxes/sandbox.js'
import { combine, optionsOfSandboxes } from '../../sandboxes/sandboxes.js'
import { Expectations, type Expecting } from '../../testing/expectations.js'
import type { MockOptions } from '../../mock/options.js'
import { createProcessTransport } from './process-transport.js'
import { createServerTransport } from './server-transport.js'
import { checkPlaywrightOptions, type CheckedOptions, type PlaywrightOptions } from './options.js'
import { nameSandbox, routeRequests } from './route-requests.js'
import { RemoteError } from '../../admin/client/remote-error.js'
import type { RemoteMock } from '../../admin/client/remote-mock.js'
import type { Transport } from './transport.js'

/** The fixtures that `conmock` adds. @typeParam Mock The mock of a test. @typeParam Options Those of a sandbox. */
export interface ConmockFixturesOf<Mock, Options> {
  /** The mock of this test. No other test sees its records, tokens, faults and requests. */
  readonly mock: Mock
  /**
   * Options of the mock for some tests, in addition to those of `conmock`.
   *
   * @default {}
   * @example
   * test.use({ mockOptions: { data: 'empty' } })
   */
  readonly mockOptions: Options
}

export interface ConmockFixtures extends ConmockFixturesOf<Expecting<RemoteMock>, SandboxOptions> {}

interface AllFixtures extends ConmockFixtures {
  readonly conmockTransport: Transport & { readonly expectations: Expectations }
}

/** Adds what a test expects to its mock. What happened before a reset counts, too. */
function withExpectations(mock: RemoteMock, expectations: Expectations): Expecting<RemoteMock> {
  const { expect } = expectations
  const requests = new Proxy(mock.requests, {
    get: (target, name) => (name === 'expect' ? expect : Reflect.get(target, name)),
  })
  const reset = () => expectations.reset(mock)
  return new Proxy(mock, {
    get: (target, name) =>
      name === 'requests' ? requests : name === 'reset' ? reset : Reflect.get(target, name),
  }) as Expecting<RemoteMock>
}

/** Explains an empty request log, which is often due to a wrong base URL. */
function explainEmptyLog({ prefix }: CompiledApi, { baseUrl, elsewhere, sandbox }: Transport): string[] {
  const urls = [...elsewhere]
  const others = urls.length === 0 ? [] : [`The pages requested other URLs: ${urls.join(', ')}`]
  const found = urls.find((url) => url.includes(`${prefix}/`))
  const fix =
    found === undefined
      ? []
      : [`To answer them, set baseUrl to ${found.slice(0, found.lastIndexOf(`${prefix}/`))}`]
  const ssr = `If your app's server requests the API, it must load conmock/ssr, with CONMOCK_URL=${baseUrl}`
  const server = sandbox === undefined ? [] : [ssr]
  return [`The mock got no requests. It answers those below ${baseUrl}`, ...others, ...fix, ...server]
}

/** Names the requests for the mock that something else answered. */
function explainMissed({ past }: Transport): string[] {
  if (past.size === 0) return []
  const urls = [...past].map((url) => `  ${url}`)
  return ['Requests that missed the mock because of a route in the test or a redirect:', ...urls]
}

/** Attaches the request log to the report of a test, as JSON and as text. */
async function attachRequestLog(
  api: CompiledApi,
  testInfo: TestInfo,
  { expectations, ...transport }: AllFixtures['conmockTransport'],
): Promise<void> {
  const entries = [...expectations.entriesBeforeResets, ...(await transport.mock.requests.all())]
  const unmet = await expectations.describeUnmet(transport.mock)
  const lines =
    entries.length === 0 ? explainEmptyLog(api, transport) : entries.map((entry) => formatRequest(entry))
  // First, because some reporters only print the start.
  const text = [...explainMissed(transport), ...unmet, ...lines].join('\n')
  const json = JSON.stringify(entries, null, 2)
  await testInfo.attach('conmock-requests.txt', { contentType: 'text/plain', body: text })
  await testInfo.attach('conmock-requests.json', { contentType: 'application/json', body: json })
}

async function open(
  api: CompiledApi,
  checked: CheckedOptions,
  own: SandboxOptions,
  { title }: TestInfo,
): Promise<Transport> {
  const { baseUrl, server, isExtended, mock } = checked
  const schema = optionsSchema<Pick<ConmockFixtures, 'mockOptions'>>({ mockOptions: optionsOfSandboxes(api) })
  checkOptions(schema, { mockOptions: own })
  const options = combine<MockOptions>(api, mock, own)
  return server
    ? createServerTransport(server, baseUrl, options as SandboxOptions, title, isExtended ? api : undefined)
    : createProcessTransport(api, options, baseUrl)
}

/** Throws an error. An unreachable server is one line without a stack, unless the report of the test already says it. */
function rethrow(error: unknown, { errors }: TestInfo): void {
  if (!(error instanceof RemoteError) || error.status !== undefined) throw error
  if (errors.some(({ message }) => message?.includes('cannot reach '))) return
  error.stack = String(error)
  throw error
}

/** Creates the fixtures for Playwright. The public function describes them. */
export function conmock(
  api: CompiledApi,
  options: PlaywrightOptions,
): Fixtures<ConmockFixtures, {}, PlaywrightTestArgs & PlaywrightTestOptions> {
  const checked = checkPlaywrightOptions(api, options)
  let answers: readonly CoverageAnswer[] = []
  const fixtures: Fixtures<AllFixtures, {}, PlaywrightTestArgs & PlaywrightTestOptions> = {
    mockOptions: [{}, { option: true }],
    conmockTransport: [
      async ({ mockOptions }, use, testInfo) => {
        try {
          const transport = await open(api, checked, mockOptions, testInfo)
          try {
            const expectations = new Expectations(api)
            expectations.start(checked.strict ? await transport.mock.faults.all : [])
            const all = { ...transport, expectations }
            await use(all)
            const { status, expectedStatus } = testInfo
            const error =
              status === 'passed' && expectedStatus === 'passed'
                ? await expectations.errorOf(transport.mock, checked.strict)
                : undefined
            if (status !== expectedStatus || error) await attachRequestLog(api, testInfo, all)
            if (error) throw error
            if (checked.coverage) {
              answers = addUp([...answers, ...(await transport.mock.coverage()).answers])
              writeCoverage(createCoverage(api, answers))
            }
          } finally {
            await transport.close()
          }
        } catch (error) {
          rethrow(error, testInfo)
        }
      },
      { box: true },
    ],
    mock: async ({ conmockTransport }, use) =>
      use(withExpectations(conmockTransport.mock, conmockTransport.expectations)),
    // The fixture `context`, and not `mock`, answers requests, so that tests without a page start no browser. The transport is
    // its first fixture, so it is closed last: the pages send requests until the context is closed.
    context: async ({ conmockTransport, context, baseURL }, use) => {
      const { sandbox } = conmockTransport
      if (sandbox !== undefined && baseURL !== undefined) await nameSandbox(context, baseURL, sandbox)
      const stop = await routeRequests(api, context, conmockTransport)
      await use(context)
      stop()
    },
  }
  return fixtures as Fixtures<ConmockFixtures, {}, PlaywrightTestArgs & PlaywrightTestOptions>
}
