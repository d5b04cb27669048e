import { expect, it } from 'vitest'
import { formatFault, parseFault } from '../../src/contract/fault-fields.js'
import type { Fault } from '../../src/index.js'

const CUSTOM = 'PUT /api/v0/users/:id/roles/:role'

it.each<[string, Fault]>([
  ['hang', { effect: { hang: true } }],
  ['token:delay=2500', { operation: 'token', effect: { delay: 2500 } }],
  ['first=3:dropConnection', { when: { first: 3 }, effect: { dropConnection: true } }],
  [
    'listRoles:nth=2:status=503:retryAfter=1',
    { operation: 'listRoles', when: { nth: 2 }, effect: { status: 503, retryAfter: 1 } },
  ],
  [
    'getVolunteer:every=11:truncateBody=0',
    { operation: 'getVolunteer', when: { every: 11 }, effect: { truncateBody: 0 } },
  ],
  ['POST /api/v0/search:hang', { operation: 'POST /api/v0/search', effect: { hang: true } }],
  [`${CUSTOM}:first=1:status=500`, { operation: CUSTOM, when: { first: 1 }, effect: { status: 500 } }],
  ['from=3:invalidJson:delay=5-6', { when: { from: 3 }, effect: { invalidJson: true, delay: [5, 6] } }],
])('%s is %j, in both directions', (text, fault) => {
  expect(parseFault(text)).toEqual(fault)
  expect(formatFault(fault)).toBe(text)
})
