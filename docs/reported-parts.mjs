// The generated parts of docs/reference/reported-operations.md.
import { describe } from '../src/common/description.js'
import { convention } from '../src/convention/convention.js'
import { extendedApi } from '../src/extension/extended-api.js'
import { dataOf } from '../src/extension/extension-data.js'
import { createMock } from '../src/index.js'
import { reportedApi } from '../src/reported.js'
import { responses } from '../src/reported/schemas.js'
import { schemas, typeOf } from './api-parts.mjs'
import { table } from './table.mjs'

const data = dataOf(reportedApi)
const { operations } = extendedApi(convention, reportedApi)
const code = (text) => `\`${text}\``
const codes = (texts) => texts.map(code).join(', ') || '–'

/** Whether a schema is that of a user inside other records. The page about the API has its fields. */
const isUser = ({ properties = {} }) =>
  Object.keys(properties).join() === Object.keys(schemas.User.properties).join()

/** The type of a value in a body, such as `{ limit?: number, filter?: { email?: string } }`. */
function bodyType({ properties, required = [], items, enum: values, anyOf, type, minimum, maximum }) {
  if (values) return values.map((value) => `'${value}'`).join(' or ')
  if (anyOf) return anyOf.map(bodyType).join(' or ')
  if (items) return items.anyOf ? `(${bodyType(items)})[]` : `${bodyType(items)}[]`
  if (!properties) {
    if (maximum !== undefined && minimum === 1) return `1 to ${maximum}`
    return [type]
      .flat()
      .map((each) => (each === 'integer' ? 'number' : each))
      .filter((each) => each !== 'null')
      .join(' or ')
  }
  const members = Object.entries(properties).map(
    ([name, schema]) => `${name}${required.includes(name) ? '' : '?'}: ${bodyType(schema)}`,
  )
  return `{ ${members.join(', ')} }`
}

/** The statuses that an operation has beside 401, 403 and 405. Its answers check what would break a rule of a collection. */
function statusesOf({ status, replies, refusals }) {
  const refused = Object.entries(refusals).flatMap(([name, each]) =>
    name === 'broken_rule' ? [] : each.status,
  )
  return [...new Set([status, ...replies, ...refused])].toSorted((a, b) => a - b).join(', ')
}

export function reportedOperations() {
  const rows = data.operations.map(({ name, method, path, scope, body }) => [
    code(name),
    code(`${method} ${path}`),
    code(scope),
    body ? code(bodyType(describe(body))) : '–',
    statusesOf(operations.find(({ id }) => id === name)),
  ])
  return table(['operation', 'request', 'scope', 'body', 'statuses'], rows)
}

/** The fields of an object and of the objects in it, such as `address.addressCity`. */
function fieldRows({ properties, required = [] }, before = '') {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const inner = schema.items ?? schema
    const optional = required.includes(name) ? '' : ', optional'
    const isKnown = isUser(inner)
    const type = typeOf(isKnown ? { ...schema, ...(schema.items ? { items: user } : user) } : schema)
    const place = `${before}${name}`
    return [
      [code(place), type + optional],
      ...(inner.properties && !isKnown ? fieldRows(inner, `${place}${schema.items ? '[]' : ''}.`) : []),
    ]
  })
}

const user = { $ref: '/User' }

export function reportedFields(name) {
  const schema = describe(responses[name])
  return table(['field', 'type'], fieldRows(schema.items ?? schema))
}

export function reportedCollections() {
  const mock = createMock({ extend: reportedApi })
  const rows = data.collections.map(({ name, schema, unique, references }) => [
    code(`mock.${name}`),
    mock[name].count(),
    codes(Object.keys(describe(schema).properties)),
    unique.map((fields) => fields.map(code).join(' with ')).join(', ') || '–',
    Object.entries(references)
      .map(([field, kind]) => `${code(field)}: ${kind}`)
      .join(', '),
  ])
  return table(['collection', 'records', 'fields', 'unique', 'refers to'], rows)
}

/** What is unusual about a registration. */
function describeRegistration({ status, badgeName, productDisplayName, options }) {
  return [
    status,
    ...(badgeName === '' ? ['without a badge name'] : []),
    ...(productDisplayName === null ? [`${code('productDisplayName')} is null`] : []),
    ...(options.length > 1 ? ['an option of each type'] : []),
  ].join(', ')
}

/** What the first users have, so that a reader finds one for each case. */
export function reportedUsers() {
  const mock = createMock({ extend: reportedApi })
  const rows = Array.from({ length: 10 }, (_, index) => {
    const userId = String(index + 1)
    const registration = mock.registrations.find({ userId })
    const dealer = mock.dealers.find({ userId })
    return [
      userId,
      mock.accounts.find({ userId }).verified ? 'yes' : 'no',
      registration ? describeRegistration(registration) : 'none',
      codes(mock.userRoles.findMany({ userId }).map(({ scope }) => scope)),
      dealer ? (dealer.applications.length > 0 ? 'yes' : 'yes, without an application') : 'no',
    ]
  })
  return table(['user id', 'verified', 'registration', 'scopes of the roles', 'dealer'], rows)
}

export function reportedAssumptions() {
  const rows = Object.entries(data.assumptions).map(([name, { question, variants, source, confidence }]) => [
    code(name),
    question,
    codes(variants),
    source,
    confidence,
  ])
  return table(['name', 'question', 'values, the default first', 'source', 'how sure'], rows)
}
