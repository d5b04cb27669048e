import * as fc from 'fast-check'

/** Valid segments of paths, and segments that may cause errors. */
const segment = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom('api', 'v0', 'roles', 'users', 'volunteer', '1', '28', '1001', 'unknown'),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom('', '.', '..', '%', '%zz', '%2F', '%00', '%C0', '%61pi', 'API', '__proto__'),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 8 }) },
)

/** Valid paths, paths with an odd id, and random paths. */
export const anyPath = fc.oneof(
  fc.constantFrom('/api/v0/roles', '/api/v0/users/1/volunteer', '/api/v0/roles/', '/'),
  segment.map((id) => `/api/v0/users/${id}/volunteer`),
  fc.array(segment, { maxLength: 7 }).map((segments) => `/${segments.join('/')}`),
)

export const anyQuery = fc.oneof(
  fc.constantFrom('', '?', '?nextPage', '?nextPage=', '?nextPage=a&nextPage=b', '?nextPage=%zz', '?=&&=#?x'),
  fc.base64String().map((text) => `?nextPage=${text}`),
  fc.string({ unit: 'binary', maxLength: 20 }).map((text) => `?${text}`),
)

/** Any characters that a header's value may contain (RFC 9110 §5.5). */
const headerText = fc
  .array(fc.oneof(fc.integer({ min: 0x20, max: 0x7e }), fc.integer({ min: 0x80, max: 0xff })), {
    maxLength: 20,
  })
  .map((codes) => String.fromCharCode(...codes))

export const anyAuthorization = fc.oneof(
  fc.constantFrom(
    'Bearer mock-all-scopes',
    'Bearer mock-all-scopes',
    'bearer mock-user-read',
    'Bearer',
    'Basic eDp5',
  ),
  headerText,
  headerText.map((text) => `Bearer ${text}`),
)

const headerName = fc.oneof(
  fc.constantFrom('accept', 'host', 'origin', 'range', 'if-none-match', 'cookie', 'content-type', 'x-a'),
  fc.stringMatching(/^[a-z][a-z0-9-]{0,10}$/),
)

export const anyHeaders = fc.array(fc.tuple(headerName, headerText), { maxLength: 4 })

/** Methods that a Request can have. */
export const anyMethod = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('GET', 'HEAD') },
  { weight: 2, arbitrary: fc.constantFrom('POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'get', 'BREW') },
  {
    weight: 1,
    arbitrary: fc
      .stringMatching(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,12}$/)
      .filter((name) => !/^(connect|trac[ek])$/i.test(name)),
  },
)
