import * as z from 'zod/mini'
import type { Api } from '../../src/contract/api.js'
import { described } from '../../src/common/description.js'
import { createPageSchema, resource, text } from '../../src/contract/fields.js'
import { describeAssumptions, listOperation, prefixed } from '../../src/contract/list.js'
import { fillPath, refusalOf, type Operation, type Success } from '../../src/contract/operation.js'
import { choice } from '../../src/contract/variants.js'
import { madeKind } from '../../src/dataset/list-kind.js'

// A second API, which has nothing in common with the convention. The engine must be able to do everything for it.

export type Book = { id: string; title: string; pages: number; author?: string | null | undefined }
export type Loan = { id: string; member: string; title: string; renewals: number; due: string }

const bookSchema = resource<Book>({
  id: text('Number of the book', ['7']),
  title: text('Title', ['The Sea']),
  pages: described(z.number(), 'Number of pages', [120]),
  author: described(z.optional(z.nullable(z.string())), 'Who wrote it', ['A. Sailor']),
})
const loanSchema = resource<Loan>({
  id: text('Number of the loan'),
  member: text('Who has the book'),
  title: text('Title of the book'),
  renewals: described(z.number(), 'How often it was renewed'),
  due: text('Day of the return'),
})

const books = madeKind<Book>({
  one: 'book',
  many: 'books',
  resource: 'Book',
  schema: bookSchema,
  keys: [
    { name: 'the book id', path: ['id'] },
    { name: 'the title', path: ['title'] },
  ],
  firstGeneratedId: 50,
  firstBuiltId: 9_001,
  handMade: [{ id: '1', title: 'Untitled', pages: 0, author: null }],
  make: (id, index, seed) => ({ id, title: `Volume ${id}`, pages: 100 + index + seed, author: 'A. Sailor' }),
})

const loans = madeKind<Loan>({
  one: 'loan',
  many: 'loans',
  resource: 'Loan',
  schema: loanSchema,
  keys: [{ name: 'the loan id', path: ['id'] }],
  firstGeneratedId: 50,
  firstBuiltId: 8_001,
  handMade: [{ id: '3', member: 'ada', title: 'Untitled', renewals: 2, due: '2026-03-01' }],
  make: (id, index) => ({ id, member: `member-${index}`, title: 'Dune', renewals: 0, due: '2026-02-01' }),
  present: ({ due, ...loan }, settings) => ({
    ...loan,
    due: settings['loan.due'] === 'year' ? due.slice(0, 4) : due,
  }),
})

export const listBooks = listOperation({
  id: 'listBooks',
  list: 'books',
  path: '/library/v2/books',
  scope: 'book:read',
  resource: 'Book',
  response: 'BookPage',
})

const unknownLoan = { status: 404, description: 'A loan that the member does not have' } as const
const ofLoan = {
  path: '/library/v2/members/:member/loans/:loan',
  stateIds: { member: 'memberId', loan: 'loanId' },
  paramFields: { member: { kind: 'loans', field: 'member' }, loan: { kind: 'loans', field: 'id' } },
}

export const getLoan: Operation = {
  ...ofLoan,
  id: 'getLoan',
  method: 'GET',
  summary: 'Get a loan of a member',
  scope: 'loan:read',
  response: 'Loan',
  cases: { 'loan.new': 'A loan that was never renewed', 'loan.renewed': 'A loan that was renewed' },
  refusals: { unknown_loan: unknownLoan },
}
const renewLoan: Operation = {
  ...ofLoan,
  id: 'renewLoan',
  method: 'PUT',
  summary: 'Renew a loan',
  scope: 'loan:update',
  status: 204,
  cases: {},
  refusals: {
    unknown_loan: unknownLoan,
    renewed_twice: { status: 409, description: 'A loan that was renewed twice' },
  },
}

const notFound = { detail: 'The member does not have this loan.' }

/** The API of a library. */
export const library: Api = {
  title: 'Library API',
  version: 'v2',
  description: 'A small library.',
  prefix: '/library/v2',
  provider: 'library',
  kinds: { books, loans },
  countOptions: { bookCount: 'books', loanCount: 'loans' },
  builtInData: {
    default: { description: '30 books and 30 loans', edgeCases: true, total: () => 30 },
    empty: { description: 'Nothing', edgeCases: false, total: () => 0 },
  },
  schemas: { Book: bookSchema, Loan: loanSchema, BookPage: createPageSchema<Book>(bookSchema, 'Books') },
  operations: { listBooks, getLoan, renewLoan },
  answers: {
    getLoan: {
      open: ({ data, settings }) => ({
        handle({ params: { member, loan } }) {
          const found = data.stores['loans']!.get(loan!) as Loan | undefined
          if (!found || found.member !== member) return refusalOf(getLoan, 'unknown_loan', notFound)
          const body = JSON.stringify(loans.present!(found, settings))
          return { body, cases: [found.renewals > 0 ? 'loan.renewed' : 'loan.new'], assumed: ['loan.due'] }
        },
      }),
    },
    renewLoan: {
      change({ params: { member, loan }, records }) {
        const found = records.rows('loans').get(loan!) as Loan | undefined
        if (!found || found.member !== member) return refusalOf(renewLoan, 'unknown_loan', notFound)
        const { renewals } = records.update('loans', found.id, { renewals: found.renewals + 1 }) as Loan
        if (renewals > 2) return refusalOf(renewLoan, 'renewed_twice', { detail: 'It was renewed twice.' })
        return { body: null, cases: [], assumed: [] } satisfies Success
      },
    },
  },
  assumptions: {
    ...prefixed('books', describeAssumptions(listBooks)),
    'loan.due': {
      question: 'How the day of the return is written',
      variants: choice('day', 'year'),
      status: 'specified',
    },
  },
  examplePaths: () => [listBooks.path, fillPath(getLoan.path, { member: 'ada', loan: '3' })],
}
