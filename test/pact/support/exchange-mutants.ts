import { operations, type Operation } from '../../../src/contract/operations.js'
import type { RoleList } from '../../../src/contract/resources.js'
import type { Mutant } from './mutants.js'

const ids = Object.keys(operations) as Operation['id'][]

/** The statuses of each operation. */
const answered = [
  { operation: 'getVolunteer', given: [200, 401, 403, 404] },
  { operation: 'listRoles', given: [200, 401, 403] },
] as const

const otherStatuses = [200, 201, 202, 204, 400, 401, 403, 404, 500]

const ofStatus: readonly Mutant[] = answered.flatMap(({ operation, given }) =>
  given.flatMap((status) =>
    otherStatuses
      .filter((other) => other !== status)
      .map(
        (other) =>
          ({
            name: `${operation} answers ${other} instead of ${status}`,
            operation,
            statuses: [status],
            answer: (answer) => void (answer.status = other),
          }) satisfies Mutant,
      ),
  ),
)

const noRecord: Mutant = {
  name: 'a missing record is a record with empty lists',
  operation: 'getVolunteer',
  statuses: [404],
  answer: (answer) =>
    Object.assign(answer, { status: 200, body: { contactMethods: [], departments: [], options: [] } }),
}

/** Responses in another format. */
export const formMutants: readonly Mutant[] = ids.flatMap((operation) => {
  const changes: { readonly [what: string]: Mutant['answer'] & {} } = {
    'answers in plain text': ({ headers }) => (headers['content-type'] = 'text/plain'),
    'answers in HTML': ({ headers }) => (headers['content-type'] = 'text/html'),
    'answers with the content type of a problem': ({ headers }) =>
      (headers['content-type'] = 'application/problem+json'),
    'answers without a content type': ({ headers }) => delete headers['content-type'],
    'answers with a body that is not JSON': (answer) => (answer.text = '<html></html>'),
    'answers with an empty body': (answer) => (answer.text = ''),
    'answers with null': (answer) => (answer.body = null),
    'answers with a list': (answer) => (answer.body = [answer.body]),
    'wraps its answer in data': (answer) => (answer.body = { data: answer.body }),
    'answers with a string that contains JSON': (answer) => (answer.body = JSON.stringify(answer.body)),
  }
  return Object.entries(changes).map(([what, answer]) => ({
    name: `${operation} ${what}`,
    operation,
    statuses: [200],
    answer,
  }))
})

const bareList: Mutant = {
  name: 'listRoles answers with the list alone',
  operation: 'listRoles',
  statuses: [200],
  answer: (answer) => (answer.body = (answer.body as RoleList).data),
}

const ALL_SCOPES = 'Bearer mock-all-scopes'
const swapped: { readonly [authorization: string]: string } = {
  'Bearer mock-user-read': 'Bearer mock-volunteer-read',
  'Bearer mock-volunteer-read': 'Bearer mock-user-read',
}

/** Wrong decisions about credentials, with the statuses that they change. */
const confusions: {
  readonly [what: string]: readonly [
    statuses: readonly number[],
    change: (authorization: string | null) => string | null,
  ]
} = {
  'needs no credential': [[401], (authorization) => authorization ?? ALL_SCOPES],
  'needs no scope': [
    [200, 403],
    (authorization) => (swapped[authorization ?? ''] ? ALL_SCOPES : authorization),
  ],
  'needs the scope of the other operation': [
    [200, 403],
    (authorization) => swapped[authorization ?? ''] ?? authorization,
  ],
  'accepts expired tokens': [
    [401],
    (authorization) => (authorization === 'Bearer mock-expired' ? ALL_SCOPES : authorization),
  ],
  'accepts unknown tokens': [
    [401],
    (authorization) =>
      !authorization || authorization.startsWith('Bearer mock-') ? authorization : ALL_SCOPES,
  ],
  'accepts no token at all': [[200], () => 'Bearer unknown'],
}

const ofCredentials: readonly Mutant[] = ids.flatMap((operation) =>
  Object.entries(confusions).map(([what, [statuses, change]]): Mutant => ({
    name: `${operation} ${what}`,
    operation,
    statuses,
    request({ headers }) {
      const authorization = change(headers.get('authorization'))
      if (authorization !== null) headers.set('authorization', authorization)
    },
  })),
)

/** Wrong statuses, wrong formats of a response, and credentials that are not checked. */
export const exchangeMutants: readonly Mutant[] = [
  ...ofStatus,
  ...formMutants,
  bareList,
  noRecord,
  ...ofCredentials,
]
