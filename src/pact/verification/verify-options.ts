import { InvalidOptionError } from '../../common/errors.js'
import { isPlainObject } from '../../common/plain-object.js'
import { scopes } from '../../contract/scopes.js'
import { unknownOption } from '../../common/option-names.js'
import type { MockCore } from '../../mock/mock-core.js'
import { internalsOf } from '../../mock/internals.js'
import type { MockOptions } from '../../mock/options.js'
import { checkBroker } from '../pacts/broker-options.js'
import type { BrokerOptions } from '../pacts/broker-source.js'
import { checkUrl } from './check-url.js'
import { isStateHandler, type StateHandlers } from '../states/state-runner.js'
import { isMock, type ServiceOptions } from './target.js'

/** Options of `verifyPacts`. */
export interface VerifyOptions {
  /**
   * Files, folders and glob patterns.
   *
   * @default 'pacts', unless there is a `broker`
   */
  readonly pacts?: string | readonly string[] | undefined
  /** The broker to take pacts from, and to publish results to. */
  readonly broker?: BrokerOptions | undefined
  /** The name of the provider in the pacts. Optional if all pacts have the same provider and there is no `broker`. */
  readonly provider?: string | undefined
  /**
   * The real service to verify.
   *
   * @default a new mock
   */
  readonly target?: ServiceOptions | undefined
  /** The mock to verify, or its options. The mock is reset before each interaction, so do not share it between runs. */
  readonly mock?: MockOptions | MockCore | undefined
  /** Your own provider states by name. They override states of conmock with the same name. */
  readonly states?: StateHandlers | undefined
  /**
   * `'assumed'` fails an interaction if the response of the mock rests on an assumption: something that the API
   * specification leaves open.
   *
   * @default undefined (no interaction fails because of assumptions)
   */
  readonly failOn?: 'assumed' | undefined
  /**
   * Whether the report contains values of the responses. Otherwise it contains their type and length.
   *
   * @default true for the mock, false for a real service
   */
  readonly showValues?: boolean | undefined
  /**
   * Time limit of the whole verification, in seconds.
   *
   * @default 120
   */
  readonly timeout?: number | undefined
  /**
   * Time limit for one response of the target, in seconds.
   *
   * @default 4
   */
  readonly requestTimeout?: number | undefined
  /**
   * Told what the native verifier prints, which includes values of the target. For a real service it needs
   * `showValues: true`. Default: nobody.
   */
  readonly onOutput?: ((text: string) => void) | undefined
}

const known: Record<keyof VerifyOptions, (value: unknown) => string | undefined> = {
  pacts: (value) =>
    typeof value === 'string' || (Array.isArray(value) && value.every((item) => typeof item === 'string'))
      ? undefined
      : 'the name of a file or folder, a glob pattern, or a list of these',
  broker: (value) => (isPlainObject(value) ? undefined : 'an object with the url of the broker'),
  provider: (value) => (typeof value === 'string' && value !== '' ? undefined : 'a name'),
  target: (value) => (isPlainObject(value) ? undefined : 'an object with the url of the service'),
  mock: (value) => (isPlainObject(value) ? undefined : 'a mock, or the options for one'),
  states: (value) =>
    isPlainObject(value) && Object.values(value).every(isStateHandler)
      ? undefined
      : 'an object with a function, { setup, teardown } or a state of conmock for each name',
  failOn: (value) => (value === 'assumed' ? undefined : '"assumed"'),
  showValues: (value) => (typeof value === 'boolean' ? undefined : 'true or false'),
  timeout: seconds,
  requestTimeout: seconds,
  onOutput: (value) => (typeof value === 'function' ? undefined : 'a function'),
}

function seconds(value: unknown): string | undefined {
  return typeof value === 'number' && value > 0 && value <= 86_400 ? undefined : 'a number of seconds above 0'
}

function checkService(service: ServiceOptions): void {
  const { url, tokens = {}, clientCredentials } = service
  checkUrl('target.url', url)
  for (const name of ['tokens', 'fixtures', 'clientCredentials'] as const) {
    if (service[name] === undefined || isPlainObject(service[name])) continue
    throw new InvalidOptionError(`"target.${name}" must be a plain object`)
  }
  if (/\/api\/v0\/?$/.test(new URL(url).pathname)) {
    throw new InvalidOptionError(
      '"target.url" must end before /api/v0, which belongs to the paths of the API',
    )
  }
  for (const [scope, token] of Object.entries(tokens)) {
    const names = [...scopes, 'expired']
    if (!names.includes(scope)) {
      throw new InvalidOptionError(
        `"target.tokens": unknown scope "${scope}"; there are: ${names.join(', ')}`,
      )
    }
    if (token !== undefined && !/^[\x21-\x7e]+$/.test(token)) {
      throw new InvalidOptionError(
        `"target.tokens": the token for ${scope} must be a text that a header can carry, without "Bearer"`,
      )
    }
  }
  if (!clientCredentials) return
  checkUrl('target.clientCredentials.tokenUrl', clientCredentials.tokenUrl)
  for (const name of ['clientId', 'clientSecret'] as const) {
    if (typeof clientCredentials[name] !== 'string' || clientCredentials[name] === '') {
      throw new InvalidOptionError(`"target.clientCredentials.${name}" must be a text, and not empty`)
    }
  }
}

/**
 * The text of the native verifier cannot be hidden in part: it holds values wherever it likes.
 *
 * @throws InvalidOptionError If the text would show values of a real service, and nobody has asked for them.
 */
export function checkOutput({ onOutput, showValues }: Pick<VerifyOptions, 'onOutput' | 'showValues'>): void {
  if (onOutput === undefined || showValues) return
  throw new InvalidOptionError(
    '"onOutput": the native verifier prints values of the real service; add "showValues: true" (--show-values)',
  )
}

/**
 * Checks what no type checks.
 *
 * @throws InvalidOptionError For an unknown or invalid option, or options that exclude each other.
 */
export function checkVerifyOptions(options: VerifyOptions): void {
  const given: unknown = options
  if (!isPlainObject(given)) throw new InvalidOptionError('the options must be a plain object')
  for (const [name, value] of Object.entries(options)) {
    if (!Object.hasOwn(known, name)) throw unknownOption(name, Object.keys(known))
    const wanted = value === undefined ? undefined : known[name as keyof VerifyOptions](value)
    if (wanted !== undefined) throw new InvalidOptionError(`"${name}" must be ${wanted}`)
  }
  const { target, mock, broker, pacts, provider, failOn } = options
  if (target && mock)
    throw new InvalidOptionError('"target" is a real service, so "mock" means nothing; leave one out')
  if (failOn && target)
    throw new InvalidOptionError(
      '"failOn" is about the mock, and means nothing for a real service; leave it out',
    )
  if (failOn && mock && isMock(mock) && !internalsOf(mock).assumedHeader) {
    throw new InvalidOptionError(
      '"failOn" needs a mock that names its assumptions: create it without "assumedHeader: false"',
    )
  }
  if (broker && pacts !== undefined)
    throw new InvalidOptionError('the pacts come from "broker" or from "pacts", not from both')
  if (target) checkService(target)
  if (target) checkOutput(options)
  if (!broker) return
  checkBroker(broker)
  if (provider === undefined) {
    throw new InvalidOptionError('"provider" is needed: a broker gives the pacts of one provider')
  }
}
