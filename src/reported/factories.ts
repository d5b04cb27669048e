import type { Faker } from '@faker-js/faker'
import { fakerFor } from '../dataset/faker.js'

const split = (words: string) => words.split(', ')

const places = split(
  'Seattle WA 98101 US, Austin TX 78701 US, Toronto ON M5H-2N2 CA, Berlin BE 10115 DE, Utrecht UT 3511-AB NL',
)
const streets = split('Alder Street, Harbor Road, Juniper Lane, Mill Street, Station Road, Willow Avenue')
const badges = split('Ash, Birch, Comet, Dapple, Ember, Fennel, Jinx, Moss, Pixel, Rook, Sable, Zephyr')
const goods = split('Prints, Plush, Pins, Woodwork, Comics, Ceramics, Tails, Books, Tea, Games')
const sizes = split('XS, S, M, L, XL, 2XL')
const products = [
  { productId: '1', productName: 'attendee', productDisplayName: 'Attendee' },
  { productId: '2', productName: 'sponsor', productDisplayName: 'Sponsor' },
]
const requestType = { id: '1', name: 'electricity', displayName: null, paid: true }
const tableTypes = [
  { id: '1', name: 'half', displayName: 'Half Table', paid: true },
  { id: '2', name: 'charity', displayName: 'Charity Table', paid: false },
]

function makeId(faker: Faker): string {
  return faker.string.numeric({ length: 6, allowLeadingZeros: false })
}

/** Creates a factory, which generates each record from its own seed. */
function factory<Made>(name: string, make: (faker: Faker) => Made) {
  return ({ seed }: { readonly seed: number }): Made => make(fakerFor(seed, name, 0))
}

function makeAddress(faker: Faker) {
  const [city, state, code, country] = faker.helpers.arrayElement(places).split(' ') as [
    string,
    string,
    string,
    string,
  ]
  return {
    addressCity: city,
    addressCountry: country,
    addressLine1: `${faker.number.int({ min: 1, max: 400 })} ${faker.helpers.arrayElement(streets)}`,
    addressLine2: faker.datatype.boolean(0.2) ? `Apartment ${faker.number.int({ min: 1, max: 40 })}` : null,
    addressState: state,
    addressZipcode: code.replace('-', ' '),
  }
}

export const makeAccount = factory('accounts', (faker) => ({
  verified: faker.datatype.boolean(0.9),
  address: makeAddress(faker),
}))

export const makeRegistration = factory('registrations', (faker) => {
  const created = faker.date.between({ from: '2025-09-01T00:00:00.000Z', to: '2026-03-01T00:00:00.000Z' })
  return {
    createdAt: created.toISOString(),
    updatedAt: faker.date.soon({ days: 60, refDate: created }).toISOString(),
    badgeName: `${faker.helpers.arrayElement(badges)}${faker.number.int({ min: 2, max: 99 })}`,
    status: faker.datatype.boolean(0.85) ? ('paid' as const) : ('unpaid' as const),
    ...faker.helpers.arrayElement(products),
    options: [{ name: 'Shirt Size', type: 'select' as const, value: faker.helpers.arrayElement(sizes) }],
    flags: faker.datatype.boolean(0.1) ? [{ id: '1', shortName: 'minor' }] : [],
    uuid: faker.string.uuid(),
    order: { orderId: makeId(faker) },
  }
})

/** An option of each type. */
export const everyOption = [
  { name: 'Shirt Size', type: 'select', value: 'M' },
  { name: 'Meals', type: 'multi', value: ['Friday', 'Saturday'] },
  { name: 'Allergies', type: 'text', value: 'Peanuts' },
  { name: 'Guests', type: 'number', value: 2 },
  { name: 'Emergency Contact', type: 'phone', value: '+12125550142' },
  { name: 'Ship Badge To', type: 'address', value: '12 Alder Street, Seattle, WA 98101' },
] as const

export const makeUserRole = factory('userRoles', (faker) => ({
  scope: faker.datatype.boolean(0.7) ? ('convention' as const) : ('global' as const),
}))

export const makeDepartment = factory('departments', (faker) => ({
  name: 'New Department',
  email: 'department@example.com',
  publiclyVisible: faker.datatype.boolean(0.8),
  leadIds: [],
}))

export const makeDealer = factory('dealers', (faker) => {
  const application = {
    id: makeId(faker),
    specialRequests: faker.datatype.boolean(0.3) ? 'Next to a wall, please.' : null,
    status: 'pending',
    tableNumber: faker.datatype.boolean(0.4) ? `A${faker.number.int({ min: 1, max: 80 })}` : null,
    dealerRequestTypes: faker.datatype.boolean() ? [requestType] : [],
    tableType: faker.helpers.arrayElement(tableTypes),
    dealerArea: { id: '1', name: 'Main Hall' },
    options: [{ id: '1', name: 'Helpers', type: 'number' as const, value: faker.number.int({ max: 3 }) }],
  }
  return {
    name: `${faker.person.lastName()} ${faker.helpers.arrayElements(goods, 2).join(' & ')}`,
    email: faker.datatype.boolean(0.8) ? 'shop@example.com' : null,
    ...makeAddress(faker),
    applications: [application],
    options: [{ name: 'Website', type: 'text' as const, value: 'https://shop.example.com' }],
  }
})
