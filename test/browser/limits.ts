import type { PageReport } from './page-project.js'

/** What cannot hold in a page, for a reason that is not ours. */
interface Limit {
  readonly what: string
  readonly why: string
  /** The tests of the conformance suite that it is about. */
  readonly tests: readonly RegExp[]
  /** How they fail; without it they are not run. */
  readonly message?: string
}

export const limits = {
  otherMethods: {
    what: '`PUT`, `PATCH`, `DELETE` and `OPTIONS` across origins',
    why:
      'the browser asks first, and the server names the methods of the API, `GET` and `HEAD`. So it sends nothing, ' +
      'and the page sees a failed request instead of the 405. `POST` needs no permission, and gets its 405',
    tests: [
      /the path of .+ refuses (?:PUT|PATCH|DELETE|OPTIONS) with 405/,
      /the path of .+ hides behind 404 from (?:PUT|PATCH|DELETE|OPTIONS) with method\.notAllowed=404/,
      /the path of .+ changes nothing when it refuses a request with a body/,
      /a path that the document does not have .+ is answered with 404 whatever the method and the credential/,
      /the assumption method\.notAllowed ='405' 'says in Allow what there is'/,
      /the assumption method\.notAllowed ='404' 'hides that there is anything'/,
    ],
    message: 'TypeError: Failed to fetch',
  },
  otherPaths: {
    what: 'Other paths, over `setupWorker`',
    why: 'handlers leave them to your own handlers and to msw, in Node too; `mock.fetch` and a server answer 404',
    tests: [
      /a path that (?:the document does not have|leads nowhere)/,
      /the profile observed (?:answers 501 for other operations|refuses a path outside of the API)/,
    ],
  },
} as const satisfies Record<string, Limit>

/** Of a suite that fails as a whole, the beginning says enough. */
const MOST_SHOWN = 20

/** Holds only in part, and no test tells. */
const weaker = {
  what: 'The headers `cookie` and `proxy-authorization`',
  why: 'no page can send them. The test that they are no credential passes, but not for their sake',
}

/** The limits as a list in Markdown. */
export function describeLimits(): string {
  return [...Object.values(limits), weaker].map(({ what, why }) => `- **${what}**: ${why}.`).join('\n')
}

function isAbout(limit: Limit, name: string): boolean {
  return limit.tests.some((test) => test.test(name))
}

/** What did not pass, in words, but for what a limit explains; and the parts of the limit that explain nothing. */
export function unexplained({ failed, skipped }: PageReport, limit?: Limit): string[] {
  const explained = (name: string, message?: string) =>
    limit !== undefined && limit.message === message && isAbout(limit, name)
  const names = [...failed.map(({ name }) => name), ...skipped]
  const idle = limit?.tests.filter((test) => !names.some((name) => test.test(name))) ?? []
  const all = [
    ...failed.flatMap(({ name, message }) => (explained(name, message) ? [] : [`${name}: ${message}`])),
    ...skipped.flatMap((name) => (explained(name) ? [] : [`${name}: not run`])),
    ...idle.map((test) => `a limit that is none any more: ${test.source}`),
  ]
  return all.length > MOST_SHOWN ? [...all.slice(0, MOST_SHOWN), `and ${all.length - MOST_SHOWN} more`] : all
}
