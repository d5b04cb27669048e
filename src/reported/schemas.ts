import * as z from 'zod/mini'

// What the vendor of the real service documents, and what public programs read beside it.

const text = z.string()
const nullable = z.nullable(text)
const id = text.check(z.regex(/^\d+$/, 'must be a string of digits'))
const date = text.check(z.regex(z.regexes.datetime({ offset: true })))
const country = text.check(z.regex(/^[A-Z]{2}$/))
const scope = z.enum(['global', 'convention'])
const ofUser = { id: text, userId: text }

const option = z.object({
  name: text,
  type: z.enum(['select', 'multi', 'text', 'number', 'phone', 'address']),
  value: z.union([text, z.number(), z.array(text)]),
})

/** A user inside other records. */
const user = z.object({
  id: text,
  firstName: text,
  lastName: text,
  username: text,
  preferredName: nullable,
  phone: text,
  email: text,
})

const address = z.object({
  addressCity: nullable,
  addressCountry: z.nullable(country),
  addressLine1: nullable,
  addressLine2: nullable,
  addressState: nullable,
  addressZipcode: nullable,
})
export const noAddress = Object.fromEntries(Object.keys(address.shape).map((name) => [name, null])) as Address

const registrationFields = {
  badgeName: text,
  status: z.enum(['paid', 'unpaid']),
  createdAt: date,
  updatedAt: date,
  productName: text,
  productDisplayName: nullable,
  productId: id,
  options: z.array(option),
  flags: z.array(z.object({ id, shortName: text })),
}
/** What the vendor does not document. */
const [uuid, order] = [text.check(z.regex(/^[\da-f-]{36}$/)), z.object({ orderId: id })]
const registration = z.object({
  ...registrationFields,
  uuid: z.optional(uuid),
  order: z.optional(order),
  user,
})

const departmentFields = { id: text, name: text, email: text, publiclyVisible: z.boolean() }

const application = z.object({
  id,
  specialRequests: nullable,
  status: text,
  tableNumber: nullable,
  dealerRequestTypes: z.array(z.object({ id, name: text, displayName: nullable, paid: z.boolean() })),
  tableType: z.object({ id, name: text, displayName: text, paid: z.boolean() }),
  dealerArea: z.object({ id, name: text }),
  options: z.array(z.object({ id, ...option.shape })),
})
const dealerFields = {
  id: text,
  name: text,
  email: nullable,
  addressLine1: text,
  addressLine2: nullable,
  addressCity: text,
  addressZipcode: text,
  addressState: text,
  addressCountry: country,
  applications: z.array(application),
  options: z.array(option),
}

/** The schemas of the collections. */
export const records = {
  account: z.object({ ...ofUser, verified: z.boolean(), address }),
  registration: z.object({ ...ofUser, ...registrationFields, uuid, order }),
  userRole: z.object({ ...ofUser, roleId: text, scope }),
  department: z.object({ ...departmentFields, leadIds: z.array(text) }),
  dealer: z.object({ userId: text, ...dealerFields }),
}

type Address = Readonly<z.output<typeof address>>
export type Account = Readonly<z.output<typeof records.account>>

/** The schemas of the responses. */
export const responses = {
  user: z.object({ ...user.shape, verified: z.boolean(), address }),
  registration,
  oneRegistration: z.nullable(registration),
  userRoles: z.object({ data: z.array(z.object({ id: text, name: text, scope })) }),
  departments: z.array(z.object({ ...departmentFields, leads: z.array(user) })),
  dealer: z.object({ ...dealerFields, user }),
  changed: z.nullable(z.looseObject({})),
}

const LIMIT = 'must be a whole number from 1 to 100'
const paging = {
  nextPage: z.optional(nullable),
  limit: z.optional(z.int().check(z.minimum(1, LIMIT), z.maximum(100, LIMIT))),
}
const roleAndEmail = z.strictObject({ roleId: z.optional(z.int()), email: z.optional(text) })
// The table of the vendor says numbers, and its example has texts.
const users = z.strictObject({ userIds: z.optional(z.array(z.union([text, z.int()]))) })

/** The schemas of the bodies of requests. */
export const bodies = {
  search: z.strictObject(paging),
  searchUsers: z.strictObject({ ...paging, filter: z.optional(roleAndEmail) }),
  searchByUsers: z.strictObject({ ...paging, filter: z.optional(users) }),
  userRole: z.strictObject({ scope }),
}
