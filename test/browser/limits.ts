import type { PageReport } from './page-project.js'

/** Tests that cannot pass in a page, and the reason, which is not in conmock. */
interface Limit {
  readonly what: string
  readonly why: string
  /** Match the names of these tests in the conformance suite. */
  readonly tests: readonly RegExp[]
  /** The error with which these tests fail; `undefined` if they are skipped. */
  readonly message?: string
}

export const limits = {
  otherMethods: {
    what: '`PUT`, `PATCH`, `DELETE` and `OPTIONS` across origins',
    why:
      'the browser sends a preflight request first, and the server allows only `GET` and `HEAD`. So the page gets a ' +
      'network error instead of the 405. `POST` is always allowed by CORS, and gets the 405',
    tests: [
      /the path of .+ refuses (?:PUT|PATCH|DELETE|OPTIONS) with 405/,
      /the path of .+ answers (?:PUT|PATCH|DELETE|OPTIONS) with 404 for method\.notAllowed=404/,
      /the path of .+ changes nothing when it refuses a request with a body/,
      /a path that is not in the API specification .+ is answered with 404 for any method and credential/,
      /the assumption method\.notAllowed ='405' 'lists the allowed methods in Allow'/,
      /the assumption method\.notAllowed ='404' 'answers as for an unknown path'/,
    ],
    message: 'TypeError: Failed to fetch',
  },
  otherPaths: {
    what: 'Paths outside the API, with `setupWorker`',
    why: 'the handlers match only the two operations, in Node too. `mock.fetch` and the server answer other paths with 404',
    tests: [
      /a path that is not in the API specification/,
      /Conmock-Assumed names .+ for an unknown path/,
      /the profile reported (?:answers 501 for other operations|refuses a path outside of the API)/,
    ],
  },
} as const satisfies Record<string, Limit>

/** Keeps the output short if the whole suite fails. */
const MAX_SHOWN = 20

/** The test passes, but checks nothing in a page. */
const weaker = {
  what: 'The headers `cookie` and `proxy-authorization`',
  why: 'a page cannot send them. So the test that the mock ignores them passes, but checks nothing in a page',
}

/** The limits as a list in Markdown. */
export function describeLimits(): string {
  return [...Object.values(limits), weaker].map(({ what, why }) => `- **${what}**: ${why}.`).join('\n')
}

function isAbout(limit: Limit, name: string): boolean {
  return limit.tests.some((test) => test.test(name))
}

/** Describes tests that did not pass without being part of the limit, and patterns of the limit that match no test. */
export function unexplained({ failed, skipped }: PageReport, limit?: Limit): string[] {
  const explained = (name: string, message?: string) =>
    limit !== undefined && limit.message === message && isAbout(limit, name)
  const names = [...failed.map(({ name }) => name), ...skipped]
  const unused = limit?.tests.filter((test) => !names.some((name) => test.test(name))) ?? []
  const all = [
    ...failed.flatMap(({ name, message }) => (explained(name, message) ? [] : [`${name}: ${message}`])),
    ...skipped.flatMap((name) => (explained(name) ? [] : [`${name}: not run`])),
    ...unused.map((test) => `a pattern that matches no test: ${test.source}`),
  ]
  return all.length > MAX_SHOWN ? [...all.slice(0, MAX_SHOWN), `and ${all.length - MAX_SHOWN} more`] : all
}
